/** The files of DICOM in the one form that the viewer's parser takes: Part 10, not deflated. */

const PREAMBLE = 128;
const DEFLATED = '1.2.840.10008.1.2.1.99';
const EXPLICIT = '1.2.840.10008.1.2.1';
const IMPLICIT = '1.2.840.10008.1.2';
/** File Meta Information Group Length: its value is a 32-bit number after eight bytes of header. */
const META_LENGTH_AT = PREAMBLE + 4;

const encode = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(text, (letter) => letter.charCodeAt(0));

const hasPreamble = (bytes: Uint8Array): boolean =>
  String.fromCharCode(...bytes.subarray(PREAMBLE, PREAMBLE + 4)) === 'DICM';

/** A value representation (two capitals) where an explicit data set has one. */
const isExplicit = (bytes: Uint8Array): boolean =>
  /^[A-Z]{2}$/.test(String.fromCharCode(bytes[4] ?? 0, bytes[5] ?? 0));

/** Preamble and file meta information for a data set that has none (little endian). */
function metaFor(syntax: string): Uint8Array<ArrayBuffer> {
  const uid = encode(syntax.length % 2 === 0 ? syntax : `${syntax}\0`);
  const meta = new Uint8Array(PREAMBLE + 4 + 12 + 8 + uid.length);
  const view = new DataView(meta.buffer);
  meta.set(encode('DICM'), PREAMBLE);
  meta.set([0x02, 0, 0, 0, 0x55, 0x4c, 4, 0], META_LENGTH_AT);
  view.setUint32(META_LENGTH_AT + 8, 8 + uid.length, true);
  const at = META_LENGTH_AT + 12;
  meta.set([0x02, 0, 0x10, 0, 0x55, 0x49, uid.length, 0], at);
  meta.set(uid, at + 8);
  return meta;
}

function indexOfText(bytes: Uint8Array, text: string, end: number): number {
  const wanted = encode(text);
  for (let at = 0; at + wanted.length <= end; at += 1) {
    if (wanted.every((byte, index) => bytes[at + index] === byte)) return at;
  }
  return -1;
}

async function inflate(bytes: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return new Response(stream).arrayBuffer();
}

/** Where the file meta information ends; undefined where the file does not state it. */
function endOfMeta(bytes: Uint8Array): number | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < META_LENGTH_AT + 12) return undefined;
  const end = META_LENGTH_AT + 12 + view.getUint32(META_LENGTH_AT + 8, true);
  return end <= bytes.length ? end : undefined;
}

/**
 * The file itself, or where needed a copy with what it lacks: a preamble and file meta information,
 * or an inflated data set. Only the viewer sees the copy; what is read is the file as it is.
 */
export async function asPart10(file: Blob): Promise<Blob> {
  const head = new Uint8Array(await file.slice(0, 4096).arrayBuffer());
  if (!hasPreamble(head)) {
    const bare = head[0] === 0x02 ? [new Uint8Array(PREAMBLE), encode('DICM')] : undefined;
    return new Blob([...(bare ?? [metaFor(isExplicit(head) ? EXPLICIT : IMPLICIT)]), file]);
  }
  const end = endOfMeta(head);
  const at = end === undefined ? -1 : indexOfText(head, DEFLATED, end);
  if (end === undefined || at === -1) return file;
  const meta = head.slice(0, end);
  meta.set(encode(EXPLICIT.padEnd(DEFLATED.length, '\0')), at);
  const deflated = new Uint8Array(await file.slice(end).arrayBuffer());
  return new Blob([meta, await inflate(deflated)]);
}
