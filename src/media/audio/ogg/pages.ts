import type { ByteReader } from '../byte-reader.js';
import { oggChecksum } from '../checksums.js';

/** One page of an Ogg stream (RFC 3533 section 6). */
export interface OggPage {
  readonly serial: number;
  readonly sequence: number;
  /** Position after the last packet that ends on the page, -1 when none does. */
  readonly granule: number;
  readonly continued: boolean;
  readonly first: boolean;
  readonly last: boolean;
  /** Lengths of the segments that the packets are cut into, 0..255. */
  readonly lacing: Uint8Array;
  readonly body: Uint8Array;
  /** Other bytes precede this page. */
  readonly afterDamage: boolean;
}

const HEAD = 27;
const LONGEST_PAGE = HEAD + 255 + 255 * 255;
const SEARCH = 128 * 1024;
/** Maximum positions that look like a page but are none, before the rest of the file is skipped. */
const MAX_FALSE_STARTS = 5000;

const startsPage = (bytes: Uint8Array, at: number) =>
  bytes[at] === 0x4f && bytes[at + 1] === 0x67 && bytes[at + 2] === 0x67 && bytes[at + 3] === 0x53;

/** The page that starts with the bytes, null when there is no whole one with a valid checksum. */
function readPage(bytes: Uint8Array, afterDamage: boolean): (OggPage & { length: number }) | null {
  if (bytes.length < HEAD || !startsPage(bytes, 0) || bytes[4] !== 0) return null;
  const bodyAt = HEAD + (bytes[26] as number);
  const lacing = bytes.slice(HEAD, bodyAt);
  const length = bodyAt + lacing.reduce((sum, segment) => sum + segment, 0);
  if (length > bytes.length) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, length);
  if (oggChecksum(bytes.subarray(0, length)) !== view.getUint32(22, true)) return null;
  const flags = bytes[5] as number;
  return {
    serial: view.getUint32(14, true),
    sequence: view.getUint32(18, true),
    granule: Number(view.getBigInt64(6, true)),
    continued: (flags & 1) !== 0,
    first: (flags & 2) !== 0,
    last: (flags & 4) !== 0,
    lacing,
    body: bytes.slice(bodyAt, length),
    afterDamage,
    length,
  };
}

/** Moves to the next capture pattern; returns false at the end. */
async function seekPattern(reader: ByteReader): Promise<boolean> {
  reader.skip(1);
  for (;;) {
    const bytes = await reader.peek(SEARCH);
    for (let at = 0; at + 4 <= bytes.length; at += 1) {
      if (!startsPage(bytes, at)) continue;
      reader.skip(at);
      return true;
    }
    if (bytes.length < SEARCH) return false;
    reader.skip(SEARCH - 3);
  }
}

/** The pages from the reader's place on, over damaged ones; null at the end. */
export function createPages(reader: ByteReader): () => Promise<OggPage | null> {
  let falseStarts = 0;
  return async () => {
    let afterDamage = false;
    while (reader.position < reader.size && falseStarts < MAX_FALSE_STARTS) {
      const page = readPage(await reader.peek(LONGEST_PAGE), afterDamage);
      if (page !== null) {
        reader.skip(page.length);
        return page;
      }
      afterDamage = true;
      falseStarts += 1;
      if (!(await seekPattern(reader))) break;
    }
    return null;
  };
}

export interface Packets {
  /** Packets that end on the page, in order. */
  readonly whole: readonly Uint8Array[];
  /** Part of the packets is missing before or on this page. */
  readonly broken: boolean;
}

/** Longer packets hold no sound and are skipped. */
const LONGEST_PACKET = 2 * 1024 * 1024;

/** Assembles the packets of one logical stream from its pages (RFC 3533 section 5). */
export function createPacketAssembly(): (page: OggPage) => Packets {
  let parts: Uint8Array[] = [];
  let held = 0;
  let sequence = -1;
  let open = false;
  return (page) => {
    const gap = sequence >= 0 && page.sequence !== (sequence + 1) >>> 0;
    let broken = page.afterDamage || gap || page.continued !== open;
    // The rest of a packet whose beginning is lost is skipped.
    let passing = page.continued && (!open || gap);
    if (gap || !page.continued) parts = [];
    if (parts.length === 0) held = 0;
    sequence = page.sequence;
    const whole: Uint8Array[] = [];
    let at = 0;
    for (const segment of page.lacing) {
      if (!passing) parts.push(page.body.subarray(at, at + segment));
      held += segment;
      at += segment;
      if (segment === 255) continue;
      if (!passing && held <= LONGEST_PACKET) whole.push(Buffer.concat(parts));
      if (held > LONGEST_PACKET) broken = true;
      passing = false;
      parts = [];
      held = 0;
    }
    if (held > LONGEST_PACKET) parts = [];
    open = page.lacing.at(-1) === 255;
    return { whole, broken };
  };
}
