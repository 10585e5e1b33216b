import { PictureFault } from '../picture-fault.js';
import type { Attributes } from './attributes.js';
import { entriesOf, readDescriptor, type TableDescriptor } from './lookup-table.js';
import type { Samples } from './stored-values.js';

interface Channel {
  readonly first: number;
  /** 0..255. */
  readonly entries: Uint8Array;
}

const CHANNELS = [
  { descriptor: 'x00281101', data: 'x00281201', segmented: 'x00281221' },
  { descriptor: 'x00281102', data: 'x00281202', segmented: 'x00281222' },
  { descriptor: 'x00281103', data: 'x00281203', segmented: 'x00281223' },
] as const;

const DISCRETE = 0;
const LINEAR = 1;
const INDIRECT = 2;

const damaged = () => new PictureFault('has a palette that is damaged');

/** Segments are of bytes where entries have 8 bits, of words where they have 16. */
function bytesOfWords(words: Uint16Array): Uint16Array {
  return Uint16Array.from({ length: words.length * 2 }, (_, i) =>
    i % 2 === 0 ? (words[i >> 1] ?? 0) & 255 : (words[i >> 1] ?? 0) >> 8,
  );
}

/** Fills a table from its segments (PS3.3 C.7.9.2). */
class SegmentReader {
  readonly #values: Uint16Array;
  readonly #entryBytes: number;
  readonly entries: Uint16Array;
  #filled = 0;

  constructor(values: Uint16Array, { count, bits }: TableDescriptor) {
    this.#values = values;
    this.#entryBytes = bits === 8 ? 1 : 2;
    this.entries = new Uint16Array(count);
  }

  /** Reads segments from a position until the table is full, or up to the given number. */
  read(position: number, maxEntries: number, nested: boolean): void {
    let at = position;
    for (let i = 0; i < maxEntries && this.#filled < this.entries.length; i += 1) {
      const [code, length] = this.#values.subarray(at, at + 2);
      // Segments that add nothing could repeat without end.
      if (code === undefined || length === undefined || length === 0) throw damaged();
      at = this.#segment(code, length, at + 2, nested);
    }
  }

  #segment(code: number, length: number, at: number, nested: boolean): number {
    if (code === DISCRETE) {
      const part = this.#values.subarray(at, at + length);
      if (part.length < length) throw damaged();
      for (const value of part) this.#put(value);
      return at + length;
    }
    if (code === LINEAR) {
      const end = this.#values[at];
      const from = this.entries[this.#filled - 1];
      if (end === undefined || from === undefined) throw damaged();
      for (let i = 1; i <= length; i += 1) this.#put(from + ((end - from) * i) / length);
      return at + 1;
    }
    // Copied segments must not copy others.
    if (code !== INDIRECT || nested) throw damaged();
    const fields = 4 / this.#entryBytes;
    const parts = this.#values.subarray(at, at + fields);
    if (parts.length < fields) throw damaged();
    const radix = 2 ** (8 * this.#entryBytes);
    const offset = parts.reduceRight((sum, part) => sum * radix + part, 0);
    this.read(Math.floor(offset / this.#entryBytes), length, true);
    return at + fields;
  }

  #put(value: number): void {
    if (this.#filled >= this.entries.length) throw damaged();
    this.entries[this.#filled] = Math.round(value);
    this.#filled += 1;
  }
}

function fromSegments(words: Uint16Array, descriptor: TableDescriptor): Uint16Array {
  const values = descriptor.bits === 8 ? bytesOfWords(words) : words;
  const reader = new SegmentReader(values, descriptor);
  reader.read(0, Number.POSITIVE_INFINITY, false);
  return reader.entries;
}

function readChannel(
  attributes: Attributes,
  tags: (typeof CHANNELS)[number],
  signed: boolean,
): Channel {
  const descriptor = readDescriptor(attributes, tags.descriptor, signed);
  if (descriptor === undefined) throw new PictureFault('is PALETTE COLOR, but has no palette');
  const { count, first, bits } = descriptor;
  if (bits !== 8 && bits !== 16) throw damaged();
  const entries = attributes.has(tags.data)
    ? entriesOf(attributes.words(tags.data), count)
    : fromSegments(attributes.words(tags.segmented), descriptor);
  if (entries === undefined) throw damaged();
  return {
    first,
    entries: Uint8Array.from(entries, (entry) => (bits === 16 ? entry >> 8 : entry)),
  };
}

/**
 * Colours of a PALETTE COLOR frame (PS3.3 C.7.6.3.1.5 and C.7.9), tables in full or in segments.
 *
 * @param values one stored value a pixel
 * @returns red, green and blue of one pixel after the other, 0..255
 * @throws PictureFault
 */
export function paletteColours(
  attributes: Attributes,
  values: Samples,
  signed: boolean,
): Uint8Array {
  const rgb = new Uint8Array(values.length * 3);
  for (const [channel, tags] of CHANNELS.entries()) {
    const { first, entries } = readChannel(attributes, tags, signed);
    const last = entries.length - 1;
    for (let i = 0; i < values.length; i += 1) {
      const index = Math.min(Math.max((values[i] ?? 0) - first, 0), last);
      rgb[i * 3 + channel] = entries[index] ?? 0;
    }
  }
  return rgb;
}
