import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Feed, StreamEvent } from '../../../src/calls/feed.js';
import { eventStreamResponse } from '../../../src/http/event-stream.js';
import { keyRecord, smallApp } from '../../support/http-app.js';

/** A feed that a test puts events into. */
function madeFeed() {
  const waiting: StreamEvent[] = [];
  let over = false;
  let wake = () => {};
  const close = vi.fn();
  const feed: Feed = {
    take: () => waiting.splice(0),
    ended: () => over,
    watch: (called) => {
      wake = called;
    },
    close,
  };
  return {
    feed,
    close,
    waiting,
    tell(id: number, data: unknown = { n: id }) {
      waiting.push({ id, event: 'status', data });
      wake();
    },
    end() {
      over = true;
      wake();
    },
  };
}

async function responseOf(feed: Feed): Promise<Response> {
  const app = smallApp(keyRecord());
  app.get('/events', (c) => eventStreamResponse(c, feed));
  return app.request('/events');
}

const textOf = (chunk: { value?: Uint8Array | undefined }) => new TextDecoder().decode(chunk.value);

describe('eventStreamResponse', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
  afterEach(() => void vi.useRealTimers());

  it('sends events as they occur and ends with the feed, once', async () => {
    const made = madeFeed();
    const response = await responseOf(made.feed);
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    made.tell(1);
    made.tell(2, { text: 'two\nlines' });
    const reading = response.text();
    await new Promise(setImmediate);
    made.tell(3);
    made.end();
    made.end();
    expect(await reading).toBe(
      'retry: 2000\n\n' +
        'id: 1\nevent: status\ndata: {"n":1}\n\n' +
        'id: 2\nevent: status\ndata: {"text":"two\\nlines"}\n\n' +
        'id: 3\nevent: status\ndata: {"n":3}\n\n',
    );
    expect(made.close).toHaveBeenCalledTimes(1);
  });

  it('gathers nothing for a client that does not read', async () => {
    const made = madeFeed();
    const reader = (await responseOf(made.feed)).body!.getReader();
    for (let id = 0; id < 100; id += 1) made.tell(id);
    expect(made.waiting).toHaveLength(100);
    expect(textOf(await reader.read())).toBe('retry: 2000\n\n');
    expect(textOf(await reader.read()).match(/^id: /gm)).toHaveLength(100);
    expect(made.waiting).toEqual([]);
    await reader.cancel();
    expect(made.close).toHaveBeenCalledTimes(1);
  });

  it('gives a sign of life every 15 seconds, and none after its end', async () => {
    const made = madeFeed();
    const reader = (await responseOf(made.feed)).body!.getReader();
    await reader.read();
    const beat = reader.read();
    vi.advanceTimersByTime(14_999);
    vi.advanceTimersByTime(1);
    expect(textOf(await beat)).toBe(':\n\n');
    made.end();
    expect((await reader.read()).done).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('ends at once for a client that does not read', async () => {
    const made = madeFeed();
    await responseOf(made.feed);
    made.tell(1);
    made.end();
    expect(made.close).toHaveBeenCalledTimes(1);
    expect(vi.getTimerCount()).toBe(0);
  });
});
