import type { AudioWarnings } from '../audio-warnings.js';
import type { ByteReader } from '../byte-reader.js';
import { children, ID, readHead, readVint, signedOf, unsignedOf } from './ebml.js';
import { LACINGS, unlaced } from './lacing.js';

/** Frames of one track that a block holds. */
export interface TrackBlock {
  /** Of the first frame, in the file's ticks. */
  readonly time: number;
  readonly frames: readonly Uint8Array[];
  /** Nanoseconds to cut off at the end of the last frame (DiscardPadding). */
  readonly discard: number;
  /** Damage precedes this block. */
  readonly afterDamage: boolean;
}

/** Longer blocks are video, or damage. */
const LONGEST_BLOCK = 4 * 1024 * 1024;
const SEARCH = 64 * 1024;

/** Master elements that are entered; their length may be unknown. */
const OPEN: readonly number[] = [ID.segment, ID.cluster];
/** Other elements of a segment or a cluster (RFC 9559 section 5.1); all others are damage. */
const KNOWN: ReadonlySet<number> = new Set([
  ID.simpleBlock,
  ID.blockGroup,
  ID.timestamp,
  ID.cues,
  ID.info,
  ID.tracks,
  ID.ebml,
  // Void, CRC-32, position, size before, silent tracks, encrypted block
  0xec,
  0xbf,
  0xa7,
  0xab,
  0x5854,
  0xaf,
  // seek head, chapters, attachments, tags
  0x114d9b74,
  0x1043a770,
  0x1941a469,
  0x1254c367,
]);

/** A block's content after its track number (RFC 9559 section 10.1), null for another track. */
function readBlock(content: Uint8Array, track: number) {
  const number = readVint(content, 0);
  if (number === null || number[0] !== track || content.length < number[1] + 3) return null;
  const view = new DataView(content.buffer, content.byteOffset, content.byteLength);
  const flags = view.getUint8(number[1] + 2);
  const lacing = LACINGS[(flags >> 1) & 3] ?? 'none';
  return {
    offset: view.getInt16(number[1]),
    frames: unlaced(content.slice(number[1] + 3), lacing),
  };
}

/** Whether a block of the track starts here and ends where another element starts. */
function standsBlock(bytes: Uint8Array, at: number, track: number): boolean {
  const head = readHead(bytes, at);
  if (head === null || head.id !== ID.simpleBlock || head.size === null || head.size < 5)
    return false;
  const number = readVint(bytes, at + head.head);
  const following = readHead(bytes, at + head.head + head.size);
  const ids: readonly number[] = [ID.simpleBlock, ID.blockGroup, ID.cluster, ID.cues];
  return number?.[0] === track && following !== null && ids.includes(following.id);
}

/** Moves to the next cluster or block after damage; returns false when there is none. */
async function seekElement(reader: ByteReader, track: number): Promise<boolean> {
  reader.skip(1);
  for (;;) {
    const bytes = await reader.peek(SEARCH);
    const atEnd = reader.position + bytes.length >= reader.size;
    const last = atEnd ? bytes.length : SEARCH / 2;
    for (let at = 0; at < last; at += 1) {
      const byte = bytes[at];
      const cluster = byte === 0x1f && readHead(bytes, at)?.id === ID.cluster;
      if (!cluster && !(byte === ID.simpleBlock && standsBlock(bytes, at, track))) continue;
      reader.skip(at);
      return true;
    }
    if (atEnd) return false;
    reader.skip(last);
  }
}

/** The block of an element, with the padding that a block group states. */
function blockIn(id: number, content: Uint8Array, track: number) {
  if (id === ID.simpleBlock) return { block: readBlock(content, track), discard: 0 };
  let block: ReturnType<typeof readBlock> = null;
  let discard = 0;
  for (const element of children(content)) {
    if (element.id === ID.block) block = readBlock(element.content, track);
    if (element.id === ID.discardPadding) discard = signedOf(element.content);
  }
  return { block, discard };
}

/**
 * The next complete element that is not entered, with the reader at its content; null at the end.
 */
async function nextElement(reader: ByteReader, track: number, trouble: AudioWarnings) {
  let afterDamage = false;
  while (reader.position < reader.size) {
    const head = readHead(await reader.peek(12), 0);
    if (head !== null && OPEN.includes(head.id)) {
      reader.skip(head.head);
      continue;
    }
    const left = reader.size - reader.position;
    const size = head !== null && KNOWN.has(head.id) ? head.size : null;
    if (head !== null && size !== null && head.head + size <= left) {
      reader.skip(head.head);
      return { id: head.id, size, afterDamage };
    }
    // Truncated, or of a wrong length: the following bytes decide.
    afterDamage = true;
    const cut = head !== null && size !== null;
    if (await seekElement(reader, track)) continue;
    if (cut) trouble.truncated();
    return null;
  }
  return null;
}

/** All blocks of a track from the reader's place on, in the order of the file. */
export async function* trackBlocks(
  reader: ByteReader,
  track: number,
  trouble: AudioWarnings,
): AsyncGenerator<TrackBlock, void, void> {
  let cluster = 0;
  let damaged = false;
  for (;;) {
    const element = await nextElement(reader, track, trouble);
    if (element === null) return;
    const { id, size } = element;
    damaged ||= element.afterDamage;
    if (id === ID.timestamp) cluster = unsignedOf(await reader.peek(Math.min(size, 8)), 0);
    if ((id === ID.simpleBlock || id === ID.blockGroup) && size <= LONGEST_BLOCK) {
      const { block, discard } = blockIn(id, await reader.peek(size), track);
      if (block !== null) {
        const frames = block.frames ?? [];
        damaged ||= block.frames === null;
        yield { time: cluster + block.offset, frames, discard, afterDamage: damaged };
        damaged = false;
      }
    }
    reader.skip(size);
  }
}
