import { AudioFault } from '../audio-fault.js';
import type { AudioWarnings } from '../audio-warnings.js';
import { createGapFiller } from '../gap-filler.js';
import { framesOf, type PacketDecoder, type PcmBlock, slicedBlock } from '../pcm.js';
import { missingAudio, type OggCodec, oggCodec } from './codec.js';
import { createPacketAssembly, type OggPage } from './pages.js';

export type NextPage = () => Promise<OggPage | null>;

/** One recording of a chained Ogg file, with its headers. */
export interface OggLink {
  readonly decoder: PacketDecoder;
  readonly serial: number;
  readonly assemble: ReturnType<typeof createPacketAssembly>;
}

/** Pages of headers; cover pictures can make them many. */
const MAX_HEADER_PAGES = 2048;

interface CodecChoice {
  readonly codec: OggCodec;
  readonly serial: number;
  readonly assemble: ReturnType<typeof createPacketAssembly>;
  readonly headers: Uint8Array[];
}

/** The first stream with a supported codec, and the first page after all first pages of streams. */
async function chooseStream(next: NextPage, first: OggPage) {
  let chosen: CodecChoice | null = null;
  let page: OggPage | null = first;
  const starts: Uint8Array[] = [];
  while (page?.first) {
    const assemble = createPacketAssembly();
    const packet = assemble(page).whole[0] ?? new Uint8Array(0);
    const codec = oggCodec(packet);
    starts.push(packet);
    if (codec !== null && chosen === null) {
      chosen = { codec, serial: page.serial, assemble, headers: [packet] };
    }
    page = await next();
  }
  if (chosen === null) throw missingAudio(starts);
  return { chosen, page };
}

/**
 * Reads the headers of a recording.
 * @param first the page that begins it.
 * @throws AudioFault when none of its streams is supported, or the headers are damaged.
 */
export async function openLink(next: NextPage, first: OggPage): Promise<OggLink> {
  const { chosen, page: behind } = await chooseStream(next, first);
  let page = behind;
  for (let pages = 0; page !== null && pages < MAX_HEADER_PAGES; pages += 1) {
    // Headers end with their page: sound begins on a new one.
    if (page.serial === chosen.serial) {
      for (const packet of chosen.assemble(page).whole) {
        if (!chosen.codec.complete(chosen.headers)) chosen.headers.push(packet);
      }
    }
    if (chosen.codec.complete(chosen.headers)) {
      const decoder = await chosen.codec.open(chosen.headers);
      return { decoder, serial: chosen.serial, assemble: chosen.assemble };
    }
    page = await next();
  }
  throw new AudioFault('is an Ogg file that ends within its headers');
}

/** Removes the samples that the codec needs before the beginning and adds to its last packet. */
function createTrim(preSkip: number) {
  let skip = preSkip;
  return (block: PcmBlock, room: number): PcmBlock => {
    const length = framesOf(block);
    const from = Math.min(length, skip);
    skip -= from;
    return slicedBlock(block, from, Math.max(from, Math.min(length, room)));
  };
}

/** Total number of samples of packets, null when only decoding shows it. */
function samplesIn(decoder: PacketDecoder, packets: readonly Uint8Array[]): number | null {
  let sum = 0;
  for (const packet of packets) {
    const samples = decoder.samplesIn(packet);
    if (samples === null) return null;
    sum += samples;
  }
  return sum;
}

/**
 * Decodes a recording to its end and returns the page that begins the next one, null at the end of
 * the file. Lost pages are replaced by silence according to the positions of the pages (RFC 3533,
 * RFC 7845 section 4).
 */
export async function* decodeLink(
  link: OggLink,
  next: NextPage,
  trouble: AudioWarnings,
): AsyncGenerator<PcmBlock, OggPage | null, void> {
  const { decoder } = link;
  const gaps = createGapFiller(decoder, trouble);
  const trim = createTrim(decoder.preSkip);
  let base: number | null = null;
  let ended = false;
  let page = await next();
  for (; page !== null && !page.first; page = await next()) {
    if (page.serial !== link.serial) continue;
    const { whole, broken } = link.assemble(page);
    const end = page.granule < 0 ? null : (page.granule * decoder.rate) / decoder.granuleRate;
    const coming = samplesIn(decoder, whole);
    if (broken) gaps.lost();
    if (end !== null && base !== null && coming !== null) {
      yield* gaps.before(Math.round(end - base - coming));
    }
    const limit =
      page.last && end !== null ? Math.round(end - (base ?? 0)) : Number.POSITIVE_INFINITY;
    for (const packet of whole) {
      // An empty packet only carries the end of the stream.
      if (packet.length === 0) continue;
      const block = decoder.decode(packet);
      if (block === null) {
        gaps.lost();
        continue;
      }
      yield trim(block, Math.max(0, limit - gaps.position));
      gaps.passed(framesOf(block));
    }
    // A recording cut out of a longer one starts with a position of the longer one.
    if (end !== null && base === null) base = page.last ? 0 : Math.max(0, end - gaps.position);
    if (end !== null && base !== null && !page.last) yield* gaps.before(Math.round(end - base));
    ended = page.last;
  }
  if (!ended) trouble.truncated();
  decoder.free();
  return page;
}
