import { readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import type { Daemon } from './daemon.js';
import { eventsIn, type SseEvent } from './jobs.js';

/** An event stream of a daemon, over HTTPS. */
export interface EventLine {
  readonly status: number;
  /** Those until now. */
  readonly events: readonly SseEvent[];
  /** Resolves with the first, past or to come, that fits. */
  first(fits: (event: SseEvent) => boolean): Promise<SseEvent>;
  /** Resolves when the daemon has ended it, well or not. */
  readonly ended: Promise<'whole' | 'cut'>;
  close(): void;
}

async function answered(
  { url, caFile }: Pick<Daemon, 'url' | 'caFile'>,
  path: string,
  headers: Record<string, string>,
): Promise<IncomingMessage> {
  const ca = caFile === undefined ? undefined : await readFile(caFile, 'utf8');
  return new Promise((resolve, reject) => {
    const options = { headers, agent: false, ...(ca !== undefined && { ca }) } as const;
    request(new URL(path, url), options, resolve).once('error', reject).end();
  });
}

/** Opens an event stream, from after an event where one is given. */
export async function listenTo(
  daemon: Pick<Daemon, 'url' | 'caFile'>,
  path: string,
  key: string,
  after?: string,
): Promise<EventLine> {
  const incoming = await answered(daemon, path, {
    authorization: `Bearer ${key}`,
    accept: 'text/event-stream',
    ...(after !== undefined && { 'last-event-id': after }),
  });
  const events: SseEvent[] = [];
  const watchers = new Set<(event: SseEvent) => void>();
  let begun = '';
  incoming.setEncoding('utf8');
  incoming.on('data', (text: string) => {
    const blocks = (begun + text).split('\n\n');
    begun = blocks.pop() ?? '';
    for (const event of eventsIn(blocks.join('\n\n'))) {
      events.push(event);
      for (const watcher of [...watchers]) watcher(event);
    }
  });
  const ended = new Promise<'whole' | 'cut'>((resolve) => {
    incoming.once('close', () => resolve(incoming.complete ? 'whole' : 'cut'));
    incoming.on('error', () => undefined);
  });
  return {
    status: incoming.statusCode ?? 0,
    events,
    ended,
    close: () => void incoming.destroy(),
    first: (fits) =>
      new Promise((resolve, reject) => {
        const look = (event: SseEvent) => {
          if (!fits(event)) return;
          watchers.delete(look);
          resolve(event);
        };
        watchers.add(look);
        for (const event of events) look(event);
        void ended.then(() => reject(new Error(`the line ended after ${JSON.stringify(events)}`)));
      }),
  };
}
