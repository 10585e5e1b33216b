import type { FromWorker, ToWorker } from './messages.js';

/** Who hears of a worker. */
export interface WorkerListener {
  onMessage(message: FromWorker): void;
  /** It has ended, for any cause; nothing comes after it. */
  onEnd(reason: string): void;
}

/** One worker that was started, and the way to it. */
export interface WorkerChannel {
  /** Process id, for a separate process. */
  readonly pid?: number | undefined;
  /** @param transfer parts of the message that are handed over instead of copied, where that can be */
  send(message: ToWorker, transfer?: readonly ArrayBuffer[]): void;
  /** Ends it at once; `onEnd` follows. */
  kill(): void;
  /** The memory that it holds; absent where the limit is kept by other means. */
  memoryBytes?(): Promise<number>;
}

/** Starts a worker in something: that, and nothing else, is what kinds of workers differ in. */
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
 * @param name of the entry, without its ending
 */
export function entryBeside(moduleUrl: string, name: string): WorkerEntry {
  const isSource = moduleUrl.endsWith('.ts');
  return { url: new URL(`./${name}.${isSource ? 'ts' : 'js'}`, moduleUrl), isSource };
}
