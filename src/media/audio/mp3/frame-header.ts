/** Header of an MPEG audio frame, Layer III (ISO/IEC 11172-3 2.4.1.3, 13818-3 2.4.2.3). */
export interface Mp3Header {
  readonly version: '1' | '2' | '2.5';
  readonly sampleRate: number;
  readonly channels: 1 | 2;
  /** Bytes of the frame, header included. */
  readonly length: number;
  /** Samples per channel. */
  readonly samples: number;
  /** Bytes of the side information behind the header. */
  readonly sideInfo: number;
  readonly protectedByCrc: boolean;
}

const KBPS_1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const KBPS_2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const RATES = [44_100, 48_000, 32_000];
const VERSIONS = ['2.5', null, '2', '1'] as const;

export type MpegLayer = 1 | 2 | 3;

/** Layer of the MPEG audio frame at a position; null when there is none. */
export function layerAt(bytes: Uint8Array, at: number): MpegLayer | null {
  const second = bytes[at + 1] ?? 0;
  if (bytes[at] !== 0xff || (second & 0xe0) !== 0xe0) return null;
  const third = bytes[at + 2] ?? 0xff;
  const isSupported =
    VERSIONS[(second >> 3) & 3] !== null && third >> 4 !== 15 && ((third >> 2) & 3) !== 3;
  const layer = [null, 3, 2, 1] as const;
  return isSupported ? (layer[(second >> 1) & 3] ?? null) : null;
}

/** The Layer III header at a position; null when there is none or its bit rate is free. */
export function readMp3Header(bytes: Uint8Array, at: number): Mp3Header | null {
  if (at + 4 > bytes.length || layerAt(bytes, at) !== 3) return null;
  const second = bytes[at + 1] as number;
  const third = bytes[at + 2] as number;
  const version = VERSIONS[(second >> 3) & 3] ?? '1';
  const kbps = (version === '1' ? KBPS_1 : KBPS_2)[third >> 4] ?? 0;
  const base = RATES[(third >> 2) & 3] ?? 0;
  if (kbps === 0 || base === 0) return null;
  const sampleRate = version === '1' ? base : version === '2' ? base / 2 : base / 4;
  const samples = version === '1' ? 1152 : 576;
  const padding = (third >> 1) & 1;
  const channels = (bytes[at + 3] as number) >> 6 === 3 ? 1 : 2;
  const wide = version === '1' ? 32 : 17;
  return {
    version,
    sampleRate,
    channels,
    length: Math.floor((samples * 125 * kbps) / sampleRate) + padding,
    samples,
    sideInfo: channels === 2 ? wide : version === '1' ? 17 : 9,
    protectedByCrc: (second & 1) === 0,
  };
}

/** Whether two frames can follow one another in a stream. */
export const alike = (a: Mp3Header, b: Mp3Header): boolean =>
  a.version === b.version && a.sampleRate === b.sampleRate;
