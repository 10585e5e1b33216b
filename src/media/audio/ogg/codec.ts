import { AudioFault, TAKEN } from '../audio-fault.js';
import { readStreamInfo } from '../flac/frame-header.js';
import { requireFlacInfo } from '../flac/open-flac.js';
import { createFlacPacketDecoder } from '../flac/packet-decoder.js';
import { createOpusDecoder, isOpusHead } from '../opus-decoder.js';
import type { PacketDecoder } from '../pcm.js';
import { createVorbisDecoder, vorbisHeaderType } from '../vorbis-decoder.js';

/** Headers of a codec in an Ogg stream. */
export interface OggCodec {
  /** Whether these packets are all of its headers. */
  complete(headers: readonly Uint8Array[]): boolean;
  /** @throws AudioFault when the headers are not valid. */
  open(headers: readonly Uint8Array[]): Promise<PacketDecoder>;
}

const latin1 = (packet: Uint8Array, from: number, to: number) =>
  Buffer.from(packet.subarray(from, to)).toString('latin1');

const OPUS: OggCodec = {
  complete: (headers) => headers.length === 2,
  open: (headers) => createOpusDecoder(headers[0] ?? new Uint8Array(0)),
};

const VORBIS: OggCodec = {
  complete: (headers) => headers.length === 3,
  open: createVorbisDecoder,
};

/** Headers behind the first are metadata blocks; the last is marked (RFC 9639 section 10.1). */
const FLAC: OggCodec = {
  complete: (headers) => headers.length > 1 && ((headers.at(-1)?.[0] ?? 0) & 0x80) !== 0,
  open: async ([first]) =>
    createFlacPacketDecoder(
      requireFlacInfo(readStreamInfo(first?.subarray(17) ?? new Uint8Array(0))),
    ),
};

/** The codec whose first packet this is, null when it is not supported. */
export function oggCodec(packet: Uint8Array): OggCodec | null {
  if (isOpusHead(packet)) return OPUS;
  if (vorbisHeaderType(packet) === 1) return VORBIS;
  return latin1(packet, 0, 5) === '\x7fFLAC' ? FLAC : null;
}

const OTHERS: readonly (readonly [string, string])[] = [
  ['Speex   ', 'Speex'],
  ['\x80theora', 'Theora video'],
  ['BBCD', 'Dirac video'],
  ['OVP80', 'VP8 video'],
];

/** An Ogg file without a supported audio stream. */
export function missingAudio(packets: readonly Uint8Array[]): AudioFault {
  const named = OTHERS.filter(([start]) =>
    packets.some((packet) => latin1(packet, 0, 8).startsWith(start)),
  );
  const held = named.length > 0 ? named.map(([, name]) => name).join(' and ') : 'an unknown codec';
  return new AudioFault(`is an Ogg file of ${held}; ${TAKEN}`);
}
