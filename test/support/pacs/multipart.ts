/** A part of a multipart answer. */
export interface ReceivedPart {
  readonly headers: Readonly<Record<string, string>>;
  readonly content: Buffer;
}

/** Splits a `multipart/related` body, read here a second way: by searching for its boundary. */
export function partsOf(mediaType: string, body: Buffer): ReceivedPart[] {
  const boundary = /boundary="?([^";]+)/.exec(mediaType)?.[1] ?? '';
  const delimiter = Buffer.from(`--${boundary}`);
  const parts: ReceivedPart[] = [];
  let at = body.indexOf(delimiter);
  for (;;) {
    const start = at + delimiter.length;
    if (at === -1 || body.toString('latin1', start, start + 2) === '--') return parts;
    const next = body.indexOf(delimiter, start);
    const part = body.subarray(start + 2, next - 2);
    const split = part.indexOf('\r\n\r\n');
    const lines = part.toString('latin1', 0, split).split('\r\n');
    const headers = lines.map((line) => line.split(/: (.*)/s).slice(0, 2));
    parts.push({ headers: Object.fromEntries(headers), content: part.subarray(split + 4) });
    at = next;
  }
}
