import { AudioFault } from '../audio-fault.js';
import type { AudioWarnings } from '../audio-warnings.js';
import type { ByteReader } from '../byte-reader.js';
import { framesOf, type PcmBlock, type PcmSource, slicedBlock } from '../pcm.js';
import { createMp3FrameDecoder } from './frame-decoder.js';
import { alike, layerAt, type Mp3Header, readMp3Header } from './frame-header.js';
import { type Mp3Summary, readSummary, skipId3v2, startsTrailer } from './tags.js';

const SEARCH = 64 * 1024;
/** Bytes that may precede the first frame: headers of players, a truncated frame. */
const FARTHEST_START = 512 * 1024;

/** Whether a frame starts here that is followed by a similar one or by the end. */
function confirmed(bytes: Uint8Array, at: number, atEnd: boolean): Mp3Header | null {
  const header = readMp3Header(bytes, at);
  if (header === null) return null;
  const next = at + header.length;
  if (atEnd && (next === bytes.length || startsTrailer(bytes.subarray(next)))) return header;
  const following = readMp3Header(bytes, next);
  return following !== null && alike(header, following) ? header : null;
}

/** Moves to the next frame from here on; null when the file holds none within `limit` bytes. */
async function seekFrame(reader: ByteReader, limit: number): Promise<Mp3Header | null> {
  for (let walked = 0; walked < limit; ) {
    const bytes = await reader.peek(SEARCH);
    const atEnd = reader.position + bytes.length >= reader.size;
    // The last bytes of a block cannot be classified without what follows them.
    const last = atEnd ? bytes.length - 4 : bytes.length - 8192;
    for (let at = 0; at <= last; at += 1) {
      const header = confirmed(bytes, at, atEnd);
      if (header === null) continue;
      reader.skip(at);
      return header;
    }
    if (atEnd) return null;
    walked += last + 1;
    reader.skip(last + 1);
  }
  return null;
}

async function refusal(reader: ByteReader, start: number): Promise<AudioFault> {
  reader.seek(start);
  const layer = layerAt(await reader.peek(4), 0);
  if (layer === 1 || layer === 2) {
    return new AudioFault(
      `is MPEG audio of Layer ${'I'.repeat(layer)}; only MP3 (Layer III) is supported`,
    );
  }
  return new AudioFault('is an MP3 file without a readable audio frame');
}

/** Cuts off the encoder's delay and padding, as given in the first frame. */
function createTrim(summary: Mp3Summary | null, samplesPerFrame: number) {
  const { frames = null, delay = 0, padding = null } = summary ?? {};
  let skip = delay;
  let seen = 0;
  // `delay` counts the decoder's 529 samples, which come out of the padding at the other end.
  const whole = frames === null || padding === null ? 0 : frames * samplesPerFrame;
  const end = whole === 0 ? Number.POSITIVE_INFINITY : whole - Math.max(0, (padding ?? 0) - 529);
  return (block: PcmBlock): PcmBlock => {
    const length = framesOf(block);
    const from = Math.min(length, skip);
    skip -= from;
    // More frames than the header states: joined files, which are decoded as a whole.
    const to = seen + length <= whole ? Math.max(from, Math.min(length, end - seen)) : length;
    seen += length;
    return slicedBlock(block, from, to);
  };
}

/** The first frame and how much of the file is not sound. */
interface Beginning {
  readonly header: Mp3Header;
  readonly summary: Mp3Summary | null;
  readonly start: number;
}

async function readBeginning(reader: ByteReader): Promise<Beginning> {
  await skipId3v2(reader);
  const origin = reader.position;
  const header = await seekFrame(reader, FARTHEST_START);
  if (header === null) throw await refusal(reader, origin);
  const summary = readSummary((await reader.peek(header.length)).slice(), header);
  if (summary !== null) reader.skip(header.length);
  return { header, summary, start: reader.position };
}

/** Next frame: after the last one, or the first after damage; null at the end. */
async function nextFrame(reader: ByteReader, before: Mp3Header, trouble: AudioWarnings) {
  const bytes = await reader.peek(8192);
  const header = readMp3Header(bytes, 0);
  if (header !== null && alike(header, before)) {
    if (header.length <= bytes.length) return { header, found: false };
    trouble.truncated();
    return null;
  }
  if (bytes.length < 4 || startsTrailer(bytes)) return null;
  reader.skip(1);
  const found = await seekFrame(reader, Number.POSITIVE_INFINITY);
  if (found === null) return null;
  trouble.lost(1);
  return { header: found, found: true };
}

/**
 * MPEG 1, 2 and 2.5 Layer III, constant or variable bit rate, without the encoder's delay and
 * padding where the file states them.
 * @throws AudioFault when no frame can be found.
 */
export async function openMp3(reader: ByteReader, trouble: AudioWarnings): Promise<PcmSource> {
  const { header: first, summary, start } = await readBeginning(reader);
  return {
    info: {
      format: 'MP3',
      codec: `MPEG-${first.version} Layer III`,
      sampleRate: first.sampleRate,
      channels: first.channels,
    },
    async *blocks() {
      reader.seek(start);
      const decoder = createMp3FrameDecoder();
      const trim = createTrim(summary, first.samples);
      let frames = 0;
      let before = first;
      for (;;) {
        const next = await nextFrame(reader, before, trouble);
        if (next === null) break;
        before = next.header;
        if (next.found) decoder.reset();
        const block = decoder.decode(await reader.take(next.header.length), next.header);
        frames += 1;
        if (block === null) trouble.lost(1);
        else yield trim(block);
      }
      if (summary?.frames != null && frames < summary.frames) trouble.truncated();
    },
  };
}
