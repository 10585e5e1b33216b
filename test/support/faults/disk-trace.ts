import { spawnSync } from 'node:child_process';

/** Why no system calls can be traced here; absent where they can. */
export const noTracing: string | undefined = (() => {
  const tried = spawnSync('strace', ['-e', 'trace=none', 'true'], { encoding: 'utf8' });
  if (tried.error !== undefined) return 'strace is missing';
  return tried.status === 0 ? undefined : 'strace may not trace';
})();

const CALLS = 'pwrite64,write,writev,fdatasync,fsync,ftruncate,unlink';

/** Goes before a command, all of whose writes and syncs are to be written to a file. */
export const tracing = (file: string): readonly string[] => [
  'strace',
  '-D',
  '-f',
  '-y',
  '-xx',
  '-s',
  '200000',
  '-e',
  'signal=none',
  '-e',
  `trace=${CALLS}`,
  '-o',
  file,
];

/** What happened to a file, or what was sent to a client, in the order in which it happened. */
export type DiskEvent = { readonly nth: number; readonly file: string } & (
  | ({ readonly kind: 'write' } & Written)
  | { readonly kind: 'append'; readonly bytes: Buffer }
  | { readonly kind: 'truncate'; readonly size: number }
  | { readonly kind: 'unlink' }
  /** The disk has, from now on, all that was done before the event number `began`. */
  | { readonly kind: 'synced'; readonly began: number }
  | { readonly kind: 'sent'; readonly text: string }
);

interface Written {
  readonly at: number;
  readonly bytes: Buffer;
}

const unhex = (text: string): Buffer => Buffer.from(text.replaceAll('\\x', ''), 'hex');

const CALL = /^(\d+) +(\w+)\((.*)$/s;
const RESUMED = /^(\d+) +<\.\.\. (\w+) resumed>/;
const DESCRIPTOR = /^\d+<([^>]*)>/;
const STRING = /"((?:\\x[0-9a-f]{2})*)"/g;

const fileOf = (words: string): string => {
  const [, path = ''] = DESCRIPTOR.exec(words) ?? [];
  return path.startsWith('\\x') ? unhex(path).toString() : path;
};

function eventOf(call: string, words: string, nth: number, began: number): DiskEvent | undefined {
  const strings = [...words.matchAll(STRING)].map(([, hex = '']) => unhex(hex));
  const what = { nth, file: fileOf(words) };
  switch (call) {
    case 'pwrite64': {
      const [, at] = /", \d+, (\d+)/.exec(words) ?? [];
      return { ...what, kind: 'write', at: Number(at), bytes: strings[0] ?? Buffer.alloc(0) };
    }
    case 'ftruncate':
      return { ...what, kind: 'truncate', size: Number(/>, (\d+)/.exec(words)?.[1]) };
    case 'unlink':
      return { nth, kind: 'unlink', file: String(strings[0]) };
    case 'fdatasync':
    case 'fsync':
      return { ...what, kind: 'synced', began };
    default: {
      const bytes = Buffer.concat(strings);
      if (call === 'write' && what.file.endsWith('.jsonl'))
        return { ...what, kind: 'append', bytes };
      const text = bytes.toString('latin1');
      return text.startsWith('HTTP/1.1 ') ? { ...what, kind: 'sent', text } : undefined;
    }
  }
}

/** Reads what strace has written of a process and its threads. */
export function readTrace(text: string): DiskEvent[] {
  const events: DiskEvent[] = [];
  const unfinished = new Map<string, { words: string; began: number }>();
  const isSync = (call: string) => call === 'fsync' || call === 'fdatasync';
  const add = (call: string, words: string, began: number) => {
    const event = eventOf(call, words, events.length, began);
    if (event !== undefined) events.push(event);
  };
  for (const line of text.split('\n')) {
    const [, resumedBy = '', resumed = ''] = RESUMED.exec(line) ?? [];
    const before = unfinished.get(`${resumedBy} ${resumed}`);
    if (before !== undefined && isSync(resumed)) add(resumed, before.words, before.began);
    const [, process = '', call = '', words = ''] = CALL.exec(line) ?? [];
    if (call === '') continue;
    // A write may be on the disk as soon as it is begun, a sync counts only when it has ended.
    if (words.endsWith('<unfinished ...>') && isSync(call)) {
      unfinished.set(`${process} ${call}`, { words, began: events.length });
    } else add(call, words, events.length);
  }
  return events;
}

const BLOCK_BYTES = 4_096;

/** A file that grows with what is written to it. */
function createImage(before: Buffer) {
  let room = Buffer.from(before);
  let size = before.length;
  return {
    write({ at, bytes }: Written) {
      const end = at + bytes.length;
      if (end > room.length) room = Buffer.concat([room, Buffer.alloc(end + room.length)]);
      // A hole is read as zeros, regardless of what was there before the file was truncated.
      if (at > size) room.fill(0, size, at);
      bytes.copy(room, at);
      size = Math.max(size, end);
    },
    truncate(to: number) {
      size = Math.min(size, to);
    },
    size: () => size,
    bytes: () => Buffer.from(room.subarray(0, size)),
  };
}

/** The blocks of a write that are on the disk, which has each or has it not. */
function someOf({ at, bytes }: Written, chance: () => number): Written[] {
  const blocks: Written[] = [];
  const end = at + bytes.length;
  for (let from = at; from < end; ) {
    const to = Math.min((Math.floor(from / BLOCK_BYTES) + 1) * BLOCK_BYTES, end);
    if (chance() < 0.5) blocks.push({ at: from, bytes: bytes.subarray(from - at, to - at) });
    from = to;
  }
  return blocks;
}

/**
 * A file as a disk may have it after the power has failed: all that was synced, and of each block that
 * was written since, any of its states.
 *
 * @param before the file as it was when the trace began
 * @param events those of this file until the power failed
 * @param chance gives numbers from 0 to 1
 */
export function fileAfterPowerCut(
  before: Buffer | undefined,
  events: readonly DiskEvent[],
  chance: () => number,
): Buffer | undefined {
  const syncs = events.flatMap((event) => (event.kind === 'synced' ? [event.began] : []));
  const synced = Math.max(0, ...syncs);
  let image = before && createImage(before);
  for (const event of events) {
    if (event.kind === 'unlink') image = undefined;
    if (event.kind === 'truncate') image?.truncate(event.size);
    if (event.kind !== 'write' && event.kind !== 'append') continue;
    image ??= createImage(Buffer.alloc(0));
    const { bytes } = event;
    const written = { at: event.kind === 'write' ? event.at : image.size(), bytes };
    const kept = event.nth < synced ? [written] : someOf(written, chance);
    for (const one of kept) image.write(one);
  }
  return image?.bytes();
}
