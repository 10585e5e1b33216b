import { AudioFault, TAKEN } from '../audio-fault.js';
import type { AudioWarnings } from '../audio-warnings.js';
import { readStreamInfo } from '../flac/frame-header.js';
import { requireFlacInfo } from '../flac/open-flac.js';
import { createFlacPacketDecoder } from '../flac/packet-decoder.js';
import { createOpusDecoder } from '../opus-decoder.js';
import type { PacketDecoder } from '../pcm.js';
import { createVorbisDecoder } from '../vorbis-decoder.js';
import { child, children, ID, unsignedOf } from './ebml.js';
import { unlaced } from './lacing.js';

const AUDIO = 2;

/** The track of a WebM file that is decoded. */
export interface Track {
  readonly number: number;
  readonly codecId: string;
  readonly codecPrivate: Uint8Array;
  readonly encoded: boolean;
}

/** The three headers that Matroska joins with Xiph lacing; null when they are not valid. */
function vorbisHeaders(codecPrivate: Uint8Array): Uint8Array[] | null {
  return unlaced(codecPrivate, 'xiph');
}

const OPENERS: Readonly<Record<string, (track: Track) => Promise<PacketDecoder>>> = {
  A_OPUS: (track) => createOpusDecoder(track.codecPrivate),
  A_VORBIS: (track) => createVorbisDecoder(vorbisHeaders(track.codecPrivate) ?? []),
  A_FLAC: async (track) =>
    createFlacPacketDecoder(requireFlacInfo(readStreamInfo(track.codecPrivate.subarray(8)))),
};

function readTrack(entry: Uint8Array): Track & { readonly type: number } {
  return {
    type: unsignedOf(child(entry, ID.trackType), 0),
    number: unsignedOf(child(entry, ID.trackNumber), 0),
    codecId: Buffer.from(child(entry, ID.codecId) ?? [])
      .toString('latin1')
      .replace(/\0+$/, ''),
    codecPrivate: (child(entry, ID.codecPrivate) ?? new Uint8Array(0)).slice(),
    encoded: child(entry, ID.contentEncodings) !== null,
  };
}

/**
 * The first track of sound in the content of a Tracks element.
 * @throws AudioFault when there is none that is supported.
 */
export function chooseTrack(tracks: Uint8Array, trouble: AudioWarnings): Track {
  const all = [...children(tracks)]
    .filter(({ id }) => id === ID.trackEntry)
    .map(({ content }) => readTrack(content));
  const sounds = all.filter(({ type }) => type === AUDIO);
  if (sounds.length === 0) {
    const what = all.length > 0 ? 'without an audio track (video only)' : 'without a track';
    throw new AudioFault(`is a WebM file ${what}; ${TAKEN}`);
  }
  const track = sounds.find(({ codecId }) => OPENERS[codecId] !== undefined);
  if (track === undefined) {
    const codec = (sounds[0]?.codecId ?? '').replace(/[^A-Za-z0-9_/-]/g, '').slice(0, 40);
    throw new AudioFault(`is a Matroska file with audio as ${codec || 'no codec'}; ${TAKEN}`);
  }
  if (track.encoded) throw new AudioFault('is a Matroska file with compressed or encrypted tracks');
  if (sounds.length > 1) trouble.remark('the file has several audio tracks; the first was used');
  return track;
}

/** @throws AudioFault when the codec's headers are damaged. */
export async function openTrack(track: Track): Promise<PacketDecoder> {
  const open = OPENERS[track.codecId];
  if (open === undefined) throw new AudioFault('is a Matroska file of an unknown codec');
  return open(track);
}
