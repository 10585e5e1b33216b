import { type ChildProcess, fork, type StdioOptions } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const running = new Set<ChildProcess>();

/** Ends the child with the bench, however the bench ends. */
export function keepTrackOf(child: ChildProcess): void {
  running.add(child);
  child.once('exit', () => running.delete(child));
}

export function killAll(): void {
  for (const child of running) child.kill('SIGKILL');
}

type Reply = { readonly value: unknown } | { readonly error: string };

/** A script of `children/` in a process of its own, which answers one question at a time. */
export interface Child {
  readonly pid: number;
  ask<Answer>(question: unknown): Promise<Answer>;
  end(): Promise<void>;
}

export function startChild(name: string, stdout: 'inherit' | number = 'inherit'): Child {
  const path = fileURLToPath(new URL(`./children/${name}.ts`, import.meta.url));
  const stdio: StdioOptions = ['ignore', stdout, 'inherit', 'ipc'];
  const execArgv = ['--expose-gc', '--import', 'tsx'];
  const child = fork(path, [], { execArgv, serialization: 'advanced', stdio });
  keepTrackOf(child);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return {
    pid: child.pid ?? 0,
    ask<Answer>(question: unknown) {
      return new Promise<Answer>((resolve, reject) => {
        const onEnd = () => reject(new Error(`${name} ended without an answer`));
        child.once('exit', onEnd);
        child.once('message', (reply: Reply) => {
          child.off('exit', onEnd);
          if ('error' in reply) reject(new Error(`${name}: ${reply.error}`));
          else resolve(reply.value as Answer);
        });
        child.send(question as object);
      });
    },
    async end() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** The child's side of `ask`. */
export function answerQuestions<Question>(answer: (question: Question) => Promise<unknown>): void {
  process.on('message', async (question: Question) => {
    try {
      process.send?.({ value: await answer(question) });
    } catch (error) {
      const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
      process.send?.({ error: text });
    }
  });
  process.on('disconnect', () => process.exit(0));
}

/**
 * Resident memory in bytes as the kernel counts it, now (`VmRSS`) or at most since the process began
 * (`VmHWM`); undefined where there is no such process, or no `/proc`.
 */
export function residentBytes(pid: number, which: 'VmRSS' | 'VmHWM' = 'VmRSS'): number | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const kilobytes = new RegExp(`^${which}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1];
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
  } catch {
    return undefined;
  }
}

export function childrenOf(pid: number): number[] {
  const isPid = (name: string) => /^\d+$/.test(name);
  return readdirSync('/proc')
    .filter(isPid)
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        // The name in brackets may hold spaces; the parent is the second field after it.
        const parent = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1];
        return Number(parent) === pid ? [Number(name)] : [];
      } catch {
        return [];
      }
    });
}

/** A tick of the kernel's account of processors: USER_HZ is 100 on every Linux of today. */
const TICK_MS = 10;

/** Processor time that a process has used, all its threads together; 0 where there is none. */
export function processorMs(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The 14th and 15th fields: after the name in brackets the 12th and 13th.
    const [user = 0, system = 0] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13)
      .map(Number);
    return (user + system) * TICK_MS;
  } catch {
    return 0;
  }
}
