import { messageOf } from '../../core/errors.js';
import type { Logger } from '../../core/logger.js';
import type { ExportSelection } from '../../operations/administration/audit.js';
import type { ProcessTasks } from './process-tasks.js';

/**
 * The lines that another process makes, as bytes: it waits whenever the client has enough to read, and
 * ends with the client.
 */
export function exportStream(
  processes: Pick<ProcessTasks, 'run'>,
  selection: ExportSelection,
  logger: Logger,
): ReadableStream<Uint8Array> {
  const cancelled = new AbortController();
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const encoder = new TextEncoder();
  writer.closed.catch(() => cancelled.abort());
  const caller = {
    async write(text: string) {
      await writer.ready;
      await writer.write(encoder.encode(text));
    },
  };
  const { signal } = cancelled;
  processes
    .run('audit.export', selection, { caller, signal })
    .then(
      () => writer.close(),
      (error: unknown) => {
        if (!signal.aborted) logger.warn({ reason: messageOf(error) }, 'audit export failed');
        return writer.abort(error);
      },
    )
    .catch(() => undefined);
  return readable;
}
