import { OpusDecoder } from 'opus-decoder';
import { AudioFault } from './audio-fault.js';
import { opusSamples } from './opus-packet.js';
import type { PacketDecoder } from './pcm.js';

/** Opus counts in 48 kHz, and can decode to 16 kHz itself. */
const OPUS_RATE = 48_000;
const RATE = 16_000;

/** The identification header (RFC 7845 section 5.1). */
interface OpusHead {
  readonly channels: number;
  readonly preSkip: number;
  /** Factor, from the header's gain in dB. */
  readonly gain: number;
  readonly streams: number;
  readonly coupled: number;
  readonly mapping: readonly number[];
}

function mappingOf(
  bytes: Uint8Array,
  channels: number,
): Pick<OpusHead, 'streams' | 'coupled' | 'mapping'> {
  const family = bytes[18] ?? 0;
  if (family === 0) {
    if (channels > 2)
      throw new AudioFault('has an Opus header with more channels than its mapping');
    return { streams: 1, coupled: channels - 1, mapping: channels === 2 ? [0, 1] : [0] };
  }
  const mapping = [...bytes.subarray(21, 21 + channels)];
  const streams = bytes[19] ?? 0;
  const coupled = bytes[20] ?? 0;
  const possible = streams >= 1 && coupled <= streams && streams + coupled <= 255;
  const mapped =
    mapping.length === channels && mapping.every((at) => at === 255 || at < streams + coupled);
  if ((family !== 1 && family !== 255) || !possible || !mapped) {
    throw new AudioFault('has an Opus header whose channels cannot be mapped');
  }
  return { streams, coupled, mapping };
}

/** @throws AudioFault when the header is not valid. */
function readOpusHead(bytes: Uint8Array): OpusHead {
  if (bytes.length < 19 || ((bytes[8] ?? 0) & 0xf0) !== 0) {
    throw new AudioFault('has an Opus header that cannot be read');
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const channels = bytes[9] ?? 0;
  if (channels < 1 || channels > 32) {
    throw new AudioFault(`has an Opus header with ${channels} channels; 1 to 32 are supported`);
  }
  return {
    channels,
    preSkip: view.getUint16(10, true),
    gain: 10 ** (view.getInt16(16, true) / (20 * 256)),
    ...mappingOf(bytes, channels),
  };
}

/** Whether a packet is the identification header of Opus. */
export const isOpusHead = (packet: Uint8Array): boolean =>
  Buffer.from(packet.subarray(0, 8)).toString('latin1') === 'OpusHead';

/**
 * Opus (RFC 6716) by libopus in WebAssembly, at 16 kHz.
 * @param head the OpusHead packet.
 * @throws AudioFault when the header is not valid.
 */
export async function createOpusDecoder(head: Uint8Array): Promise<PacketDecoder> {
  const { channels, preSkip, gain, streams, coupled, mapping } = readOpusHead(head);
  const decoder = new OpusDecoder({
    sampleRate: RATE,
    // One channel is requested as two: the buffer for the longest packets needs the second.
    channels: Math.max(2, channels),
    streamCount: streams,
    coupledStreamCount: coupled,
    channelMappingTable: channels === 1 ? [mapping[0] ?? 0, 255] : [...mapping],
    preSkip: 0,
  });
  await decoder.ready;
  // Size of the decoder's buffer, see its source: 256 kbit/s a channel.
  const longest = 3840 * Math.max(2, channels);
  return {
    codec: 'Opus',
    sampleRate: OPUS_RATE,
    channels,
    rate: RATE,
    preSkip: Math.round((preSkip * RATE) / OPUS_RATE),
    granuleRate: OPUS_RATE,
    samplesIn: (packet) => opusSamples(packet, streams === 1) / (OPUS_RATE / RATE),
    decode(packet) {
      if (packet.length > longest || opusSamples(packet, streams === 1) === 0) return null;
      const { channelData, samplesDecoded } = decoder.decodeFrame(packet);
      if (samplesDecoded === 0) return null;
      const heard = channelData.slice(0, channels);
      if (gain === 1) return { rate: RATE, channels: heard };
      const amplified = heard.map((samples) => samples.map((value) => value * gain));
      return { rate: RATE, channels: amplified };
    },
    free: () => decoder.free(),
  };
}
