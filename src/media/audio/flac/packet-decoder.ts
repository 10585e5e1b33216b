import type { PacketDecoder } from '../pcm.js';
import { decodeFrame } from './frame.js';
import { readFrameHeader, type StreamInfo } from './frame-header.js';

/** FLAC whose frames a container delivers one by one. */
export function createFlacPacketDecoder(info: StreamInfo): PacketDecoder {
  return {
    codec: `FLAC ${info.bits} bit`,
    sampleRate: info.sampleRate,
    channels: info.channels,
    rate: info.sampleRate,
    preSkip: 0,
    granuleRate: info.sampleRate,
    samplesIn: (packet) => readFrameHeader(packet, 0, info)?.blockSize ?? 0,
    decode(packet) {
      const frame = decodeFrame(packet, info);
      return typeof frame === 'string' ? null : frame.block;
    },
    free: () => undefined,
  };
}
