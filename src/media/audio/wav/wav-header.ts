import { AudioFault } from '../audio-fault.js';
import type { ByteReader } from '../byte-reader.js';
import { oddFormat } from '../pcm.js';
import { readable, type SampleCoding, type SampleFormat } from './samples.js';

/** Position and encoding of the samples of a WAV file. */
export interface WavHeader {
  readonly sampleRate: number;
  readonly channels: number;
  readonly format: SampleFormat;
  /** Offset of the first sample's first byte. */
  readonly start: number;
  /** Bytes of samples as stated in the header; null when the writer did not know. */
  readonly dataBytes: number | null;
}

const UNKNOWN_SIZE = 0xffff_ffff;
const EXTENSIBLE = 0xfffe;
/** Format tags, RFC 2361 and mmreg.h. */
const CODINGS: Readonly<Record<number, SampleCoding>> = {
  1: 'signed',
  3: 'float',
  6: 'a-law',
  7: 'mu-law',
};
const OTHER_TAGS: Readonly<Record<number, string>> = {
  2: 'Microsoft ADPCM',
  17: 'IMA ADPCM',
  34: 'TrueSpeech',
  49: 'GSM 6.10',
  80: 'MPEG Layer II',
  85: 'MP3 inside WAV',
  255: 'AAC',
};
/** 00000000-0000-0010-8000-00AA00389B71 after the two bytes of the tag. */
const SUBTYPE = [0, 0, 0, 0, 16, 0, 128, 0, 0, 170, 0, 56, 155, 113];
/** Chunks before the samples: more, or a longer format, is no recording's header. */
const MAX_CHUNKS = 4096;

const viewOf = (bytes: Uint8Array) =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');

function tagOf(fmt: Uint8Array): number {
  const tag = viewOf(fmt).getUint16(0, true);
  if (tag !== EXTENSIBLE) return tag;
  if (fmt.length < 40) throw new AudioFault('has a WAV header whose extended format is cut short');
  const isStandard = SUBTYPE.every((byte, index) => fmt[26 + index] === byte);
  return isStandard ? viewOf(fmt).getUint16(24, true) : EXTENSIBLE;
}

function sampleFormat(fmt: Uint8Array): SampleFormat {
  const tag = tagOf(fmt);
  const coding = CODINGS[tag];
  if (coding === undefined) {
    const name = OTHER_TAGS[tag] ?? `format ${tag}`;
    throw new AudioFault(
      `is a WAV file of ${name}; supported are PCM of 8 to 32 bits, float, A-law and mu-law`,
    );
  }
  const view = viewOf(fmt);
  const channels = view.getUint16(2, true);
  const aligned = view.getUint16(12, true) / channels;
  const bits = view.getUint16(14, true);
  const byBits = Math.ceil(bits / 8);
  // Samples of odd widths are padded to whole bytes, and in some files to wider ones.
  const width = Number.isInteger(aligned) && aligned >= byBits && aligned > 0 ? aligned : byBits;
  const format: SampleFormat = {
    coding: coding === 'signed' && width === 1 ? 'unsigned' : coding,
    width,
  };
  if (bits === 0 || !readable(format)) {
    throw new AudioFault(`is a WAV file with samples of ${bits} bits, which is not supported`);
  }
  return format;
}

function readFormat(fmt: Uint8Array): Omit<WavHeader, 'start' | 'dataBytes'> {
  if (fmt.length < 16) throw new AudioFault('has a WAV header that is cut short');
  const view = viewOf(fmt);
  const channels = view.getUint16(2, true);
  const sampleRate = view.getUint32(4, true);
  const odd = oddFormat(sampleRate, channels);
  if (odd !== null) throw new AudioFault(`has a WAV header that ${odd}`);
  return { sampleRate, channels, format: sampleFormat(fmt) };
}

/** Whether another chunk, and not sound, begins at the reader's position. */
async function standsChunk(reader: ByteReader): Promise<boolean> {
  const head = (await reader.peek(8)).slice();
  if (head.length < 8 || !/^[A-Za-z][A-Za-z0-9_ -]{3}$/.test(text(head.subarray(0, 4))))
    return false;
  return viewOf(head).getUint32(4, true) <= reader.size - reader.position - 8;
}

async function statedSize(reader: ByteReader, size: number, wide: number | null) {
  if (size === UNKNOWN_SIZE) return wide;
  // Streaming writers leave the size at zero; an empty recording may be followed by other chunks.
  if (size === 0 && reader.position < reader.size && !(await standsChunk(reader))) return null;
  return size;
}

/**
 * The header of a RIFF, RF64 or BW64 WAVE file, reader at its beginning.
 * @throws AudioFault when the format or the samples are missing, or the format is not supported.
 */
export async function readWavHeader(reader: ByteReader): Promise<WavHeader> {
  reader.skip(12);
  let format: Omit<WavHeader, 'start' | 'dataBytes'> | null = null;
  let wide: number | null = null;
  for (let chunk = 0; chunk < MAX_CHUNKS; chunk += 1) {
    const head = (await reader.take(8)).slice();
    if (head.length < 8) break;
    const size = viewOf(head).getUint32(4, true);
    const id = text(head.subarray(0, 4));
    if (id === 'data') {
      if (format === null) throw new AudioFault('has a WAV header without a format');
      return { ...format, start: reader.position, dataBytes: await statedSize(reader, size, wide) };
    }
    const body = id === 'fmt ' || id === 'ds64' ? await reader.peek(Math.min(size, 64)) : null;
    if (id === 'fmt ' && body !== null) format = readFormat(body);
    if (id === 'ds64' && body !== null && body.length >= 16) {
      wide = Number(viewOf(body).getBigUint64(8, true));
    }
    reader.skip(size + (size % 2));
  }
  throw new AudioFault('is a WAV file without audio samples (header only)');
}
