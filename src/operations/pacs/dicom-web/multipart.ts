import { randomBytes } from 'node:crypto';

/** A part of an answer with several parts. */
export interface BodyPart {
  readonly headers: Readonly<Record<string, string>>;
  /** Called when it is its turn. */
  content(): AsyncIterable<Uint8Array>;
}

/** A body of the type `multipart/related` (RFC 2387). */
export interface MultipartBody {
  readonly mediaType: string;
  bytes(): AsyncGenerator<Uint8Array>;
}

/** @param type of the parts: `application/dicom` */
export function multipartBody(
  type: string,
  parts: readonly BodyPart[] | AsyncIterable<BodyPart>,
): MultipartBody {
  // Longer than what pixels could hold by chance.
  const boundary = randomBytes(24).toString('hex');
  return {
    mediaType: `multipart/related; type="${type}"; boundary=${boundary}`,
    async *bytes() {
      for await (const { headers, content } of parts) {
        const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
        yield Buffer.from(`--${boundary}\r\n${lines.join('')}\r\n`);
        yield* content();
        yield Buffer.from('\r\n');
      }
      yield Buffer.from(`--${boundary}--\r\n`);
    },
  };
}
