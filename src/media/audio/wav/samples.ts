/** Encoding of one sample. */
export type SampleCoding = 'unsigned' | 'signed' | 'float' | 'a-law' | 'mu-law';

export interface SampleFormat {
  readonly coding: SampleCoding;
  /** Bytes of one sample of one channel. */
  readonly width: number;
  readonly bigEndian?: boolean;
}

/** ITU-T G.711 A-law, 13 bits: even bits are inverted, three of exponent, four of mantissa. */
function aLaw(code: number): number {
  const bits = code ^ 0x55;
  const exponent = (bits >> 4) & 7;
  const mantissa = (bits & 15) * 2 + 1;
  const size = exponent === 0 ? mantissa : (mantissa + 32) << (exponent - 1);
  return ((bits & 0x80) === 0 ? -size : size) / 4096;
}

/** ITU-T G.711 mu-law, 14 bits: all bits are inverted, the bias is 33. */
function muLaw(code: number): number {
  const bits = ~code & 0xff;
  const size = (((bits & 15) * 2 + 33) << ((bits >> 4) & 7)) - 33;
  return ((bits & 0x80) === 0 ? size : -size) / 8192;
}

const A_LAW = Float32Array.from({ length: 256 }, (_, code) => aLaw(code));
const MU_LAW = Float32Array.from({ length: 256 }, (_, code) => muLaw(code));

type Reader = (view: DataView, offset: number) => number;

function int24(view: DataView, offset: number, little: boolean): number {
  const low = little ? view.getUint16(offset, true) : view.getUint16(offset + 1);
  return view.getInt8(little ? offset + 2 : offset) * 65_536 + low;
}

function readerOf({ coding, width, bigEndian }: SampleFormat): Reader | null {
  const little = bigEndian !== true;
  if (coding === 'float') {
    if (width === 4) return (view, offset) => view.getFloat32(offset, little);
    return width === 8 ? (view, offset) => view.getFloat64(offset, little) : null;
  }
  if (coding === 'a-law') return width === 1 ? byTable(A_LAW) : null;
  if (coding === 'mu-law') return width === 1 ? byTable(MU_LAW) : null;
  if (coding === 'unsigned') {
    return width === 1 ? (view, offset) => (view.getUint8(offset) - 128) / 128 : null;
  }
  if (width === 1) return (view, offset) => view.getInt8(offset) / 128;
  if (width === 2) return (view, offset) => view.getInt16(offset, little) / 32_768;
  if (width === 3) return (view, offset) => int24(view, offset, little) / 8_388_608;
  return width === 4 ? (view, offset) => view.getInt32(offset, little) / 2_147_483_648 : null;
}

function byTable(table: Float32Array): Reader {
  return (view, offset) => table[view.getUint8(offset)] as number;
}

/** Whether samples of this kind can be read. */
export const readable = (format: SampleFormat): boolean => readerOf(format) !== null;

/**
 * Interleaved samples into one array per channel, integers scaled to -1..1, floats as they are. An
 * incomplete frame at the end is dropped.
 * @throws RangeError for a width that the coding does not have; see `readable`.
 */
export function deinterleave(
  bytes: Uint8Array,
  format: SampleFormat,
  channels: number,
): Float32Array[] {
  const read = readerOf(format);
  if (read === null) throw new RangeError(`${format.coding} samples are not ${format.width} bytes`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const stride = format.width * channels;
  const frames = Math.floor(bytes.length / stride);
  return Array.from({ length: channels }, (_, channel) => {
    const samples = new Float32Array(frames);
    for (let i = 0; i < frames; i += 1)
      samples[i] = read(view, i * stride + channel * format.width);
    return samples;
  });
}
