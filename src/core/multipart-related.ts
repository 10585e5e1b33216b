import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { Dicer } from '@fastify/busboy';
import { readMediaType } from './media-type.js';

/** A body is not what its type says. */
export class MultipartFault extends Error {}

const MAX_HEADERS = 20;

/** What becomes of the parts that a parser finds. */
export interface PartTaking {
  /** The first error. */
  fault(): Error | undefined;
  /** Resolves when there is one. */
  readonly refused: Promise<void>;
}

/**
 * Hands a body to a parser piece by piece, and waits for the parser's pace.
 *
 * @throws MultipartFault, the error of `taking`, and what reading the body throws
 */
export async function feedParser(
  body: AsyncIterable<Uint8Array>,
  parser: Writable,
  { fault, refused }: PartTaking,
): Promise<void> {
  let broken: unknown;
  const ended = new Promise<void>((resolve) => {
    parser.once('finish', resolve);
    parser.once('close', resolve);
    parser.once('error', (error: unknown) => {
      broken = error;
      resolve();
    });
  });
  try {
    for await (const piece of body) {
      if (broken !== undefined || fault() !== undefined) break;
      // A part that cannot be taken is no longer read, so the parser would wait forever.
      if (!parser.write(piece)) await Promise.race([once(parser, 'drain'), ended, refused]);
    }
  } catch (error) {
    parser.destroy();
    throw error;
  }
  const why = fault();
  if (why !== undefined) {
    parser.destroy();
    throw why;
  }
  if (broken === undefined) parser.end();
  await Promise.race([ended, refused]);
  if (broken !== undefined) throw new MultipartFault('it is not well-formed', { cause: broken });
}

/** Takes one part: its content to be read to the end, and its type, known from the first piece on. */
export type TakePart = (
  content: AsyncIterable<Uint8Array>,
  mediaType: () => string,
) => Promise<void>;

/**
 * Reads a body of the type `multipart/related` (RFC 2387); its parts are taken one after the other as they
 * arrive.
 *
 * @throws MultipartFault, and what reading the body or taking a part throws
 */
export async function readParts(
  body: AsyncIterable<Uint8Array>,
  boundary: string,
  take: TakePart,
): Promise<void> {
  const parser = new Dicer({ boundary, maxHeaderPairs: MAX_HEADERS });
  let taken = Promise.resolve();
  let fault: Error | undefined;
  const open = new Set<Readable>();
  let wake = () => {};
  const refused = new Promise<void>((resolve) => {
    wake = resolve;
  });
  parser.on('part', (part) => {
    let mediaType = '';
    let cut: unknown;
    open.add(part);
    part.once('close', () => open.delete(part));
    // It may fail before its turn to be read.
    part.on('error', (error) => {
      cut = error;
    });
    part.on('header', (headers) => {
      const [type] = (headers as Readonly<Record<string, string[]>>)['content-type'] ?? [];
      mediaType = readMediaType(type ?? '')?.type ?? '';
    });
    taken = taken.then(async () => {
      if (fault !== undefined || part.destroyed) return;
      try {
        await take(part, () => mediaType);
      } catch (error) {
        const isCut = error === cut || !(error instanceof Error);
        fault = isCut ? new MultipartFault('a part ends early', { cause: error }) : error;
        wake();
      }
    });
  });
  try {
    await feedParser(body, parser, { fault: () => fault, refused });
  } catch (error) {
    // Nothing is taken any more when this is known.
    for (const part of open) part.destroy();
    await taken;
    throw error;
  }
  await taken;
  if (fault !== undefined) throw fault;
}
