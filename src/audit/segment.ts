import { hash } from 'node:crypto';
import {
  checkSignature,
  isCount,
  isHash,
  parsedLine,
  signedLines,
  UNREADABLE,
  ZEROS,
} from './checkpoint.js';
import type { Keys } from './checkpoint-list.js';

/** Facts of a part of the chain that is kept in a file. */
export interface SegmentHeader {
  /** 1, 2, 3 … */
  readonly number: number;
  /** Its first and its last record. */
  readonly first: number;
  readonly last: number;
  /** Hash of the record before the first one (zeros where there is none), and of the last one: hex. */
  readonly before: string;
  readonly head: string;
  /** The lowest and the highest time of its records. */
  readonly oldest: string;
  readonly newest: string;
  /** SHA-256 of the text of its records, hex. */
  readonly sha256: string;
  /** When it was sealed. */
  readonly at: string;
  /** SHA-256 of the line of the header before, hex; zeros in the first. */
  readonly previous: string;
}

/** Signs as the appliance. */
export interface SegmentSigner {
  /** The name of the key. */
  readonly key: string;
  sign(text: Buffer): string;
}

const SEALED = 'wardbox-segment-1';
const PRUNED = 'wardbox-pruned-1';

const headerText = (header: SegmentHeader, key: string): Buffer => {
  const { number, first, last, before, head, oldest, newest, sha256, at, previous } = header;
  const fields = [number, first, last, before, head, oldest, newest, sha256, at, previous, key];
  return signedLines([SEALED, ...fields]);
};

/** The header as one line of JSON without a newline, signed (Ed25519, base64). */
export function signHeader(header: SegmentHeader, { key, sign }: SegmentSigner): string {
  const { number, first, last, before, head, oldest, newest, sha256, at, previous } = header;
  const fields = { number, first, last, before, head, oldest, newest, sha256, at, previous, key };
  return JSON.stringify({ format: SEALED, ...fields, signature: sign(headerText(header, key)) });
}

/** The hash by which the database, the chain and the next header name a header: hex. */
export const lineName = (line: string): string => hash('sha256', line, 'hex');

const isText = (value: unknown): value is string => typeof value === 'string';

function headerIn(read: Record<string, unknown>): SegmentHeader {
  const { number, first, last, before, head, oldest, newest, sha256, at, previous } = read;
  if (!isCount(number) || !isCount(first) || !isCount(last)) throw new Error(UNREADABLE);
  if (!isHash(before) || !isHash(head) || !isHash(sha256) || !isHash(previous)) {
    throw new Error(UNREADABLE);
  }
  if (!isText(oldest) || !isText(newest) || !isText(at)) throw new Error(UNREADABLE);
  return { number, first, last, before, head, oldest, newest, sha256, at, previous };
}

function signatureIn({ key, signature }: Record<string, unknown>) {
  if (!isText(key) || !isText(signature)) throw new Error(UNREADABLE);
  return { key, signature };
}

/** @throws Error with the fault */
export function readHeader(line: string, keys: Keys): SegmentHeader {
  const read = parsedLine(line);
  if (read.format !== SEALED) throw new Error(UNREADABLE);
  const header = headerIn(read);
  const signed = signatureIn(read);
  checkSignature(signed, headerText(header, signed.key), keys.get(signed.key));
  return header;
}

const prunedText = (header: string, at: string, key: string): Buffer =>
  signedLines([PRUNED, header, at, key]);

/** Signs that the records of a segment, named by its header's line, were deleted. */
export function signPruned(headerLine: string, at: string, { key, sign }: SegmentSigner): string {
  const header = lineName(headerLine);
  const signature = sign(prunedText(header, at, key));
  return JSON.stringify({ format: PRUNED, header, at, key, signature });
}

/** @throws Error unless it is about this segment and signed by a key of the appliance */
export function readPruned(line: string, headerLine: string, keys: Keys): void {
  const read = parsedLine(line);
  const { format, header, at } = read;
  if (format !== PRUNED || !isHash(header) || !isText(at)) throw new Error(UNREADABLE);
  if (header !== lineName(headerLine)) throw new Error('it is about another segment');
  const signed = signatureIn(read);
  checkSignature(signed, prunedText(header, at, signed.key), keys.get(signed.key));
}

/** Returns why a header cannot follow the one before it. */
export function orderReason(
  header: SegmentHeader,
  last: { readonly header: SegmentHeader; readonly line: string } | undefined,
): string | undefined {
  if (header.number !== (last?.header.number ?? 0) + 1) return 'it is out of order';
  if (header.previous !== (last === undefined ? ZEROS : lineName(last.line))) {
    return 'it does not follow the one before it';
  }
  const isNext = header.first === (last?.header.last ?? 0) + 1 && header.last >= header.first;
  if (!isNext || header.before !== (last?.header.head ?? ZEROS)) {
    return 'its records do not follow those before it';
  }
  return undefined;
}
