import type { FromWorker, ToWorker } from './messages.js';

/** Who hears of a worker. */
export interface WorkerListener {
  onMessage(message: FromWorker): void;
  /** The worker has ended, for any reason; no message follows. */
  onEnd(reason: string): void;
}

/** One worker that was started, and the way to it. */
export interface WorkerChannel {
  /** Process id, for a separate process. */
  readonly pid?: number | undefined;
  /** @param transfer parts of the message that are transferred instead of copied, where the transport can */
  send(message: ToWorker, transfer?: readonly ArrayBuffer[]): void;
  /** Ends the worker at once; `onEnd` follows. */
  kill(): void;
  /** The memory that it uses; absent where the limit is enforced by other means. */
  memoryBytes?(): Promise<number>;
}

/** Starts a worker in a process or thread: kinds of workers differ in this alone. */
export type Transport = (
  listener: WorkerListener,
  limits: { readonly memoryBytes: number },
) => WorkerChannel;

/** A module that workers are started with. */
export interface WorkerEntry {
  readonly url: URL;
  /** TypeScript, which needs a loader. */
  readonly isSource: boolean;
}

/**
 * Returns the entry in a module's folder, compiled if the module is.
 *
 * @param moduleUrl `import.meta.url` of the module
 * @param name of the entry, without its extension
 */
export function entryBeside(moduleUrl: string, name: string): WorkerEntry {
  const isSource = moduleUrl.endsWith('.ts');
  return { url: new URL(`./${name}.${isSource ? 'ts' : 'js'}`, moduleUrl), isSource };
}
