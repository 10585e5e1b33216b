import type { ReceivedObject, Reception } from '../../core/received-object.js';
import type { CommitmentReport, CommitmentRequest } from '../../core/storage-commitment.js';
import { defineTask, type TaskContext } from '../../core/task.js';
import { withSignsOfLife } from '../signs-of-life.js';
import { type ConnectionRefusal, listen } from './listen.js';
import type { ListenerSettings } from './settings.js';

export interface ListenerCaller {
  listening(input: { readonly port: number }): Promise<void>;
  store(object: ReceivedObject): Promise<Reception>;
  /** Answers when the request is on the disk; with a report where it is to be sent at once. */
  requestCommitment(request: CommitmentRequest): Promise<CommitmentReport | undefined>;
  /** Such a report was acknowledged. */
  commitmentReported(request: CommitmentRequest): Promise<void>;
  refused(input: {
    readonly remoteAddress: string;
    readonly why: ConnectionRefusal;
  }): Promise<void>;
}

/** Listens until it is cancelled. */
export const listenerTask = defineTask({
  name: 'pacs.listen',
  lane: 'long',
  async run(settings: ListenerSettings, context: TaskContext<ListenerCaller>) {
    const { caller, signal } = context;
    const listener = await listen(settings, {
      store: (object) => caller.store(object),
      requestCommitment: (request) => caller.requestCommitment(request),
      commitmentReported: (request) =>
        void caller.commitmentReported(request).catch(() => undefined),
      refused: (remoteAddress, why) =>
        void caller.refused({ remoteAddress, why }).catch(() => undefined),
    });
    try {
      await withSignsOfLife(context, async () => {
        await caller.listening({ port: listener.port });
        await new Promise<void>((resolve) => {
          if (signal.aborted) resolve();
          signal.addEventListener('abort', () => resolve(), { once: true });
        });
      });
    } finally {
      await listener.close();
    }
  },
});
