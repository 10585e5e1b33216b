import { AudioFault } from '../audio-fault.js';
import type { AudioWarnings } from '../audio-warnings.js';
import type { ByteReader } from '../byte-reader.js';
import type { PcmSource } from '../pcm.js';
import { decodeLink, type NextPage, type OggLink, openLink } from './link.js';
import { createPages, type OggPage } from './pages.js';

/** Maximum number of chained recordings in one file. */
const MAX_LINKS = 1000;

/** The next recording that can be opened; others are skipped. */
async function openNext(
  next: NextPage,
  first: OggPage,
  trouble: AudioWarnings,
): Promise<OggLink | null> {
  let page: OggPage | null = first;
  while (page !== null) {
    try {
      return await openLink(next, page);
    } catch (error) {
      if (!(error instanceof AudioFault)) throw error;
      trouble.lost(1);
    }
    do page = await next();
    while (page !== null && !page.first);
  }
  return null;
}

/**
 * Ogg (RFC 3533) with Opus, Vorbis or FLAC, of one recording or several chained ones. @throws
 * AudioFault when the file holds none that is supported.
 */
export async function openOgg(reader: ByteReader, trouble: AudioWarnings): Promise<PcmSource> {
  const next = createPages(reader);
  let page = await next();
  while (page !== null && !page.first) page = await next();
  if (page === null) throw new AudioFault('is an Ogg file without the first page of a stream');
  const opened = await openLink(next, page);
  const { codec, sampleRate, channels } = opened.decoder;
  return {
    info: { format: 'Ogg', codec, sampleRate, channels },
    async *blocks() {
      let link: OggLink | null = opened;
      for (let links = 0; link !== null; links += 1) {
        if (links === MAX_LINKS) {
          throw new AudioFault(`chains more than ${MAX_LINKS} streams`);
        }
        const following: OggPage | null = yield* decodeLink(link, next, trouble);
        link = following === null ? null : await openNext(next, following, trouble);
      }
    },
  };
}
