import { type RequestOptions, requestRaw } from './client.js';

/** One Server-Sent Event. */
export interface ServerEvent {
  readonly id: string | undefined;
  readonly event: string;
  readonly data: string;
}

/**
 * Reads events out of text that arrives in pieces (WHATWG HTML, "Server-sent events"); lines end as the
 * appliance ends them, with a line feed.
 */
export function createEventReader(): (piece: string) => ServerEvent[] {
  let rest = '';
  let id: string | undefined;
  return (piece) => {
    const blocks = (rest + piece).split('\n\n');
    rest = blocks.pop() ?? '';
    const events: ServerEvent[] = [];
    for (const block of blocks) {
      let event = 'message';
      const data: string[] = [];
      for (const line of block.split('\n')) {
        const [, field, value = ''] = /^([^:]+)(?:: ?(.*))?$/s.exec(line) ?? [];
        if (field === 'event') event = value;
        else if (field === 'data') data.push(value);
        else if (field === 'id') id = value;
      }
      if (data.length > 0) events.push({ id, event, data: data.join('\n') });
    }
    return events;
  };
}

/**
 * The events of an address, as they come. Ends when the appliance ends the stream or `signal` is
 * aborted; a lost connection throws, and the caller goes on after the last event by `lastEventId`.
 */
export async function* events(
  path: string,
  options: RequestOptions & { readonly lastEventId?: string | undefined },
): AsyncGenerator<ServerEvent> {
  const { lastEventId, ...rest } = options;
  const headers = {
    Accept: 'text/event-stream',
    ...(lastEventId !== undefined && { 'Last-Event-ID': lastEventId }),
  };
  const response = await requestRaw('GET', path, { ...rest, headers });
  if (response.body === null) return;
  const read = createEventReader();
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield* read(value);
    }
  } finally {
    void reader.cancel().catch(() => undefined);
  }
}
