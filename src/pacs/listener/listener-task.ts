import type { ReceivedObject, Reception } from '../../core/received-object.js';
import { defineTask, type TaskContext } from '../../core/task.js';
import { type ConnectionRefusal, listen } from './listen.js';
import type { ListenerSettings } from './settings.js';

export interface ListenerCaller {
  listening(input: { readonly port: number }): Promise<void>;
  store(object: ReceivedObject): Promise<Reception>;
  refused(input: {
    readonly remoteAddress: string;
    readonly why: ConnectionRefusal;
  }): Promise<void>;
}

/** A sign of life for the deadline of the task. */
const SIGN_OF_LIFE_MS = 5_000;

/** Listens until it is cancelled. */
export const listenerTask = defineTask({
  name: 'pacs.listen',
  lane: 'long',
  async run(settings: ListenerSettings, context: TaskContext<ListenerCaller>) {
    const { caller, signal, onProgress } = context;
    const listener = await listen(settings, {
      store: (object) => caller.store(object),
      refused: (remoteAddress, why) =>
        void caller.refused({ remoteAddress, why }).catch(() => undefined),
    });
    const timer = setInterval(() => onProgress(0), SIGN_OF_LIFE_MS);
    try {
      await caller.listening({ port: listener.port });
      await new Promise<void>((resolve) => {
        if (signal.aborted) resolve();
        signal.addEventListener('abort', () => resolve(), { once: true });
      });
    } finally {
      clearInterval(timer);
      await listener.close();
    }
  },
});
