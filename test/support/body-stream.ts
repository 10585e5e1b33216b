/** A request body of unstated length, and how many of its chunks were read. */
export function chunkedBody(chunks: Iterable<Uint8Array>) {
  const source = chunks[Symbol.iterator]();
  const state = { read: 0, cancelled: false };
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const { value, done } = source.next();
        if (done) return controller.close();
        state.read += 1;
        controller.enqueue(value);
      },
      cancel() {
        state.cancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { stream, state };
}

/** Fails half way, as a client that goes away does. */
export function brokenBody(head: string): ReadableStream<Uint8Array> {
  let sent = false;
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      if (sent) return controller.error(new Error('ECONNRESET'));
      sent = true;
      controller.enqueue(Buffer.from(head));
    },
  });
}

/** A request with a streamed body, which fetch requires to be declared. */
export function streamed(body: ReadableStream<Uint8Array>, headers: Record<string, string> = {}) {
  const type = { 'Content-Type': 'application/json' };
  return { method: 'POST', headers: { ...type, ...headers }, body, duplex: 'half' } as RequestInit;
}
