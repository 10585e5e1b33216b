/** Properties of a recording by its header. */
export interface AudioInfo {
  readonly format: 'WAV' | 'FLAC' | 'MP3' | 'Ogg' | 'WebM';
  readonly codec: string;
  /** Hz of the recording as it was made, 4,000..384,000. */
  readonly sampleRate: number;
  readonly channels: number;
}

/** A stretch of decoded sound. Rate and number of channels may change from one to the next. */
export interface PcmBlock {
  /** Hz. */
  readonly rate: number;
  /** One array for each channel, all of one length, nominally in -1..1. */
  readonly channels: readonly Float32Array[];
}

/** A recording whose header has been read, ready to be decoded once from the beginning. */
export interface PcmSource {
  readonly info: AudioInfo;
  blocks(): AsyncGenerator<PcmBlock, void, void>;
}

/** Decodes the packets of a codec that a container carries. */
export interface PacketDecoder {
  readonly codec: string;
  /** Hz of the recording as it was made. */
  readonly sampleRate: number;
  readonly channels: number;
  /** Hz of the decoded blocks. */
  readonly rate: number;
  /** Decoded samples (at `rate`) before the recording begins. */
  readonly preSkip: number;
  /** Ticks of the container's granule position per second. */
  readonly granuleRate: number;
  /** Samples (at `rate`) in a packet, null when only decoding shows it. */
  samplesIn(packet: Uint8Array): number | null;
  /** Null when the packet is damaged. */
  decode(packet: Uint8Array): PcmBlock | null;
  /** Frees memory outside the JavaScript heap. */
  free(): void;
}

const LOWEST_RATE = 4000;
const HIGHEST_RATE = 384_000;
const MAX_CHANNELS = 32;

/** Why a header is not plausible; null when it is. */
export function oddFormat(sampleRate: number, channels: number): string | null {
  if (!(sampleRate >= LOWEST_RATE && sampleRate <= HIGHEST_RATE)) {
    return `states ${sampleRate} samples per second; ${LOWEST_RATE} to ${HIGHEST_RATE} are supported`;
  }
  if (!(channels >= 1 && channels <= MAX_CHANNELS)) {
    return `states ${channels} channels; 1 to ${MAX_CHANNELS} are supported`;
  }
  return null;
}

/** Channels of silence. */
export function silentBlock(rate: number, channels: number, frames: number): PcmBlock {
  return { rate, channels: Array.from({ length: channels }, () => new Float32Array(frames)) };
}

/** Part of a block. */
export function slicedBlock(block: PcmBlock, from: number, to: number): PcmBlock {
  const channels = block.channels.map((samples) => samples.subarray(from, to));
  return { rate: block.rate, channels };
}

/** Samples per channel. */
export const framesOf = (block: PcmBlock): number => block.channels[0]?.length ?? 0;
