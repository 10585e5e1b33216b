import type { Element } from 'dicom-parser';

/** Maximum length of texts; the attributes read here are much shorter. */
const LONGEST_TEXT = 16_384;
/** Maximum number of words: twice the entries of the largest table. */
const MAX_WORDS = 2 ** 17;
/** PS3.5 table 6.2-1; hexadecimal and other JavaScript number formats are not valid. */
const DECIMAL = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;

/**
 * Guarded reading of one data set or sequence item: a value that is missing, truncated or not a
 * number is undefined; bytes beyond the value are never read.
 *
 * Tags are written `x` and eight lower-case hexadecimal digits, as dicom-parser does.
 */
export class Attributes {
  readonly #elements: Readonly<Record<string, Element>>;
  readonly #bytes: Uint8Array;
  readonly #bigEndian: boolean;

  constructor(elements: Readonly<Record<string, Element>>, bytes: Uint8Array, bigEndian: boolean) {
    this.#elements = elements;
    this.#bytes = bytes;
    this.#bigEndian = bigEndian;
  }

  has(tag: string): boolean {
    return this.#elements[tag] !== undefined;
  }

  vr(tag: string): string | undefined {
    return this.#elements[tag]?.vr;
  }

  /** The value's bytes as stored, undefined when the attribute is missing, empty or cut off. */
  bytes(tag: string): Uint8Array | undefined {
    const element = this.#elements[tag];
    if (element === undefined || !(element.length > 0)) return undefined;
    const end = element.dataOffset + element.length;
    return end <= this.#bytes.length ? this.#bytes.subarray(element.dataOffset, end) : undefined;
  }

  /** All values of a text attribute, without padding; the character set is ignored. */
  texts(tag: string): string[] {
    const bytes = this.bytes(tag);
    if (bytes === undefined || bytes.length > LONGEST_TEXT) return [];
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
    return text.split('\\').map((value) => value.replaceAll('\0', '').trim());
  }

  text(tag: string): string | undefined {
    return this.texts(tag)[0] || undefined;
  }

  /** All values of a DS or IS attribute; NaN where text is no number. */
  decimals(tag: string): number[] {
    return this.texts(tag).map((text) => (DECIMAL.test(text) ? Number(text) : Number.NaN));
  }

  decimal(tag: string): number | undefined {
    const value = this.decimals(tag)[0];
    return value !== undefined && Number.isFinite(value) ? value : undefined;
  }

  /** Values of a US or OW attribute, in the byte order of the data set. */
  words(tag: string): Uint16Array {
    const bytes = this.bytes(tag)?.subarray(0, MAX_WORDS * 2);
    if (bytes === undefined) return new Uint16Array(0);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    const little = !this.#bigEndian;
    return Uint16Array.from({ length: bytes.length >> 1 }, (_, i) => view.getUint16(i * 2, little));
  }

  word(tag: string): number | undefined {
    const bytes = this.bytes(tag);
    if (bytes === undefined || bytes.length < 2) return undefined;
    const view = new DataView(bytes.buffer, bytes.byteOffset, 2);
    return view.getUint16(0, !this.#bigEndian);
  }

  /** The first value of a UL attribute, in the byte order of the data set. */
  longWord(tag: string): number | undefined {
    const bytes = this.bytes(tag);
    if (bytes === undefined || bytes.length < 4) return undefined;
    const view = new DataView(bytes.buffer, bytes.byteOffset, 4);
    return view.getUint32(0, !this.#bigEndian);
  }

  /** Values of an OV attribute, always little endian (only encapsulated syntaxes have them). */
  longs(tag: string): number[] | undefined {
    const bytes = this.bytes(tag);
    if (bytes === undefined || bytes.length % 8 !== 0) return undefined;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    return Array.from({ length: bytes.length / 8 }, (_, i) =>
      Number(view.getBigUint64(i * 8, true)),
    );
  }

  /** The items of a sequence. */
  items(tag: string): Attributes[] {
    return (this.#elements[tag]?.items ?? []).flatMap(({ dataSet }) =>
      dataSet === undefined ? [] : [this.#child(dataSet.elements)],
    );
  }

  item(tag: string, index = 0): Attributes | undefined {
    const elements = this.#elements[tag]?.items?.[index]?.dataSet?.elements;
    return elements === undefined ? undefined : this.#child(elements);
  }

  #child(elements: Readonly<Record<string, Element>>): Attributes {
    return new Attributes(elements, this.#bytes, this.#bigEndian);
  }
}
