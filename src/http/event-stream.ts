import type { Feed, StreamEvent } from '../calls/feed.js';
import type { AppContext } from './environment.js';
import { answerHeader } from './reply.js';

/** Interval of comments that keep the connection alive. */
const HEARTBEAT_MS = 15_000;
/** Reconnection time of a client that has lost its connection. */
const RETRY_MS = 2_000;

const written = ({ id, event, data }: StreamEvent): string =>
  `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

/**
 * The feed as Server-Sent Events. Events for a client that does not read stay in the feed and are
 * not buffered here.
 */
function streamOf(feed: Feed): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let heartbeat: NodeJS.Timeout | undefined;
  let closed = false;
  const close = () => {
    closed = true;
    clearInterval(heartbeat);
    feed.close();
  };
  const pump = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    if (closed) return;
    const room = (controller.desiredSize ?? 0) > 0;
    const text = room ? feed.take().map(written).join('') : '';
    // A waiting client takes it synchronously, and so calls this function again.
    if (text !== '') controller.enqueue(encoder.encode(text));
    if (closed || !feed.ended()) return;
    close();
    controller.close();
  };
  return new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(encoder.encode(`retry: ${RETRY_MS}\n\n`));
      feed.watch(() => pump(controller));
      heartbeat = setInterval(() => {
        if ((controller.desiredSize ?? 0) > 0) controller.enqueue(encoder.encode(':\n\n'));
      }, HEARTBEAT_MS);
    },
    pull: pump,
    cancel: close,
  });
}

export function eventStreamResponse(c: AppContext, feed: Feed): Response {
  answerHeader(c, 'Content-Type', 'text/event-stream; charset=utf-8');
  // Stops proxies from buffering the events.
  answerHeader(c, 'X-Accel-Buffering', 'no');
  return new Response(streamOf(feed), { status: 200, headers: c.get('headers') ?? {} });
}
