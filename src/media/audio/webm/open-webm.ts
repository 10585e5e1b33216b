import { AudioFault } from '../audio-fault.js';
import type { AudioWarnings } from '../audio-warnings.js';
import type { ByteReader } from '../byte-reader.js';
import { createGapFiller } from '../gap-filler.js';
import {
  framesOf,
  type PacketDecoder,
  type PcmBlock,
  type PcmSource,
  slicedBlock,
} from '../pcm.js';
import { type TrackBlock, trackBlocks } from './blocks.js';
import { child, ID, readHead, unsignedOf } from './ebml.js';
import { chooseTrack, openTrack, type Track } from './track.js';

/** Maximum length of the headers, bytes. */
const LONGEST_HEADER = 8 * 1024 * 1024;
/** Elements before the tracks. */
const MAX_ELEMENTS = 10_000;
const NANOSECONDS = 1e9;
/** Tolerated deviation in seconds of the container's clock from the decoded sound. */
const SLACK = 0.06;

interface Headers {
  readonly track: Track;
  /** Nanoseconds of a tick. */
  readonly scale: number;
}

/** Reads up to the tracks, which precede all sound. */
async function readHeaders(reader: ByteReader, trouble: AudioWarnings): Promise<Headers> {
  let scale = 1_000_000;
  for (let elements = 0; elements < MAX_ELEMENTS; elements += 1) {
    const head = readHead(await reader.peek(12), 0);
    if (head === null) break;
    reader.skip(head.head);
    if (head.id === ID.segment) continue;
    if (head.id === ID.cluster || head.size === null) break;
    const wanted = head.id === ID.info || head.id === ID.tracks;
    if (wanted && head.size <= LONGEST_HEADER) {
      const content = (await reader.peek(head.size)).slice();
      if (head.id === ID.info)
        scale = unsignedOf(child(content, ID.timestampScale), scale) || scale;
      else {
        reader.skip(head.size);
        return { track: chooseTrack(content, trouble), scale };
      }
    }
    reader.skip(head.size);
  }
  throw new AudioFault('is a WebM file that ends within its headers');
}

/** Decodes blocks; where their clock is ahead of the decoded sound, silence is inserted. */
async function* decodeBlocks(
  blocks: AsyncIterable<TrackBlock>,
  scale: number,
  decoder: PacketDecoder,
  trouble: AudioWarnings,
): AsyncGenerator<PcmBlock, void, void> {
  const { rate } = decoder;
  const gaps = createGapFiller(decoder, trouble);
  let skip = decoder.preSkip;
  let base: number | null = null;
  for await (const { time, frames, discard, afterDamage } of blocks) {
    const at = (time * scale * rate) / NANOSECONDS;
    base ??= at;
    if (afterDamage) gaps.lost();
    if (at - base - gaps.position > SLACK * rate) gaps.paused();
    yield* gaps.before(Math.round(at - base));
    for (const [index, frame] of frames.entries()) {
      const block = decoder.decode(frame);
      if (block === null) {
        gaps.lost();
        continue;
      }
      const length = framesOf(block);
      gaps.passed(length);
      const from = Math.min(length, skip);
      skip -= from;
      const last = index === frames.length - 1;
      const cut = last ? Math.round((Math.max(0, discard) * rate) / NANOSECONDS) : 0;
      yield slicedBlock(block, from, Math.max(from, length - cut));
    }
  }
}

/**
 * WebM and Matroska (RFC 9559) with Opus, Vorbis or FLAC, as browsers record it: lengths may be
 * unknown, and pauses may be left out of the file.
 * @throws AudioFault when the file holds no supported sound.
 */
export async function openWebm(reader: ByteReader, trouble: AudioWarnings): Promise<PcmSource> {
  const { track, scale } = await readHeaders(reader, trouble);
  const decoder = await openTrack(track);
  const { codec, sampleRate, channels } = decoder;
  return {
    info: { format: 'WebM', codec, sampleRate, channels },
    async *blocks() {
      const blocks = trackBlocks(reader, track.number, trouble);
      yield* decodeBlocks(blocks, scale, decoder, trouble);
      decoder.free();
    },
  };
}
