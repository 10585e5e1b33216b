/** Head of an EBML element (RFC 8794 section 4). */
export interface ElementHead {
  readonly id: number;
  /** Bytes of the head. */
  readonly head: number;
  /** Bytes of the content; null when the writer did not know. */
  readonly size: number | null;
}

/** IDs of elements (RFC 9559 section 5.1), markers included. */
export const ID = {
  ebml: 0x1a45dfa3,
  docType: 0x4282,
  segment: 0x18538067,
  info: 0x1549a966,
  timestampScale: 0x2ad7b1,
  tracks: 0x1654ae6b,
  trackEntry: 0xae,
  trackNumber: 0xd7,
  trackType: 0x83,
  codecId: 0x86,
  codecPrivate: 0x63a2,
  codecDelay: 0x56aa,
  audio: 0xe1,
  samplingFrequency: 0xb5,
  channels: 0x9f,
  contentEncodings: 0x6d80,
  cluster: 0x1f43b675,
  timestamp: 0xe7,
  simpleBlock: 0xa3,
  blockGroup: 0xa0,
  block: 0xa1,
  discardPadding: 0x75a2,
  cues: 0x1c53bb6b,
} as const;

/** A number of variable length: value (null when all its bits are set) and bytes; null if none. */
export function readVint(bytes: Uint8Array, at: number): readonly [number | null, number] | null {
  const first = bytes[at];
  if (first === undefined || first === 0) return null;
  const length = Math.clz32(first) - 23;
  if (at + length > bytes.length) return null;
  let value = first & (0xff >> length);
  let full = value === 0xff >> length;
  for (let i = 1; i < length; i += 1) {
    const byte = bytes[at + i] as number;
    full &&= byte === 0xff;
    value = value * 256 + byte;
  }
  return [full ? null : value, length];
}

/** The element that starts at a place, null when none can. */
export function readHead(bytes: Uint8Array, at: number): ElementHead | null {
  const first = bytes[at];
  if (first === undefined || first < 0x10) return null;
  const idLength = Math.clz32(first) - 23;
  if (at + idLength > bytes.length) return null;
  let id = 0;
  for (let i = 0; i < idLength; i += 1) id = id * 256 + (bytes[at + i] as number);
  const size = readVint(bytes, at + idLength);
  return size === null ? null : { id, head: idLength + size[1], size: size[0] };
}

export interface Element {
  readonly id: number;
  readonly content: Uint8Array;
}

/** The elements that follow each other in the content of one, as far as they are whole. */
export function* children(bytes: Uint8Array): Generator<Element, void, void> {
  let at = 0;
  for (;;) {
    const head = readHead(bytes, at);
    if (head === null) return;
    const from = at + head.head;
    const to = head.size === null ? bytes.length : from + head.size;
    if (to > bytes.length) return;
    yield { id: head.id, content: bytes.subarray(from, to) };
    at = to;
  }
}

/** The first child of a kind. */
export function child(bytes: Uint8Array, id: number): Uint8Array | null {
  for (const element of children(bytes)) if (element.id === id) return element.content;
  return null;
}

/** An unsigned number of up to 8 bytes. */
export function unsignedOf(content: Uint8Array | null, otherwise: number): number {
  if (content === null || content.length === 0 || content.length > 8) return otherwise;
  return content.reduce((value, byte) => value * 256 + byte, 0);
}

/** A number in two's complement of up to 8 bytes. */
export function signedOf(content: Uint8Array): number {
  const value = unsignedOf(content, 0);
  return ((content[0] ?? 0) & 0x80) === 0 ? value : value - 256 ** content.length;
}

/** A float of 4 or 8 bytes. */
export function floatOf(content: Uint8Array | null, otherwise: number): number {
  if (content === null) return otherwise;
  const view = new DataView(content.buffer, content.byteOffset, content.byteLength);
  if (content.length === 4) return view.getFloat32(0);
  return content.length === 8 ? view.getFloat64(0) : otherwise;
}
