import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import {
  DEFLATED_EXPLICIT_LITTLE_ENDIAN,
  EXPLICIT_LITTLE_ENDIAN,
  IMPLICIT_LITTLE_ENDIAN,
} from '../../../../scripts/samples/dicom-file.js';
import { faultOf, greyFile, shown } from './grey-file.js';

const MEBIBYTE = 2 ** 20;
/** Preamble and file meta information alone. */
function metaOf(syntax: string): Buffer {
  const file = greyFile({}, { syntax, pixels: undefined });
  // (0002,0000) says how many bytes follow it.
  return file.subarray(0, 144 + file.readUInt32LE(140));
}
const fileOf = (syntax: string, body: Uint8Array) => Buffer.concat([metaOf(syntax), body]);
const repeat = (hex: string, times: number) => {
  const unit = Buffer.from(hex.replaceAll(' ', ''), 'hex');
  return Buffer.alloc(unit.length * times, unit);
};

describe('a file made to do harm', () => {
  it.each([
    ['explicit', EXPLICIT_LITTLE_ENDIAN, '0800 4011 5351 0000 ffffffff feff00e0 ffffffff'],
    ['implicit', IMPLICIT_LITTLE_ENDIAN, '0800 4011 ffffffff feff00e0 ffffffff'],
  ])('with sequences in sequences, %s, is refused', async (_, syntax, nest) => {
    expect(await faultOf(fileOf(syntax, repeat(nest, 500_000)))).toMatch(
      /^(ends or is damaged before its pixel data|has more elements)/,
    );
  });

  it('of nothing but empty elements is refused before they fill the memory', async () => {
    const elements = Buffer.alloc(8 * 500_001, Buffer.from('090000004c4f0000', 'hex'));
    for (let i = 0; i < 500_001; i += 1) {
      elements.writeUInt16LE(9 + 2 * (i >> 16), i * 8);
      elements.writeUInt16LE(i & 0xffff, i * 8 + 2);
    }
    expect(await faultOf(fileOf(EXPLICIT_LITTLE_ENDIAN, elements))).toBe(
      'has too many data elements',
    );
  });

  it('of nothing but empty items is refused likewise', async () => {
    const body = Buffer.concat([
      repeat('0800 4011 5351 0000 ffffffff', 1),
      repeat('feff00e0 00000000', 500_001),
    ]);
    expect(await faultOf(fileOf(EXPLICIT_LITTLE_ENDIAN, body))).toBe('has too many data elements');
  });

  it('of nothing but empty fragments is refused likewise', async () => {
    const file = greyFile({}, { syntax: '1.2.840.10008.1.2.5', pixels: { fragments: [] } });
    const head = file.subarray(0, -8);
    const bomb = Buffer.concat([head, repeat('feff00e0 00000000', 500_001)]);
    expect(await faultOf(bomb)).toBe('has too many data elements');
  });

  it('that unpacks to an excessive size is refused', async () => {
    const bomb = deflateRawSync(Buffer.alloc(300 * MEBIBYTE));
    expect(bomb.length).toBeLessThan(MEBIBYTE);
    expect(await faultOf(fileOf(DEFLATED_EXPLICIT_LITTLE_ENDIAN, bomb))).toBe(
      'unpacks to more than 256 MiB',
    );
  });

  it('that is deflated badly is refused', async () => {
    const file = greyFile({}, { syntax: DEFLATED_EXPLICIT_LITTLE_ENDIAN });
    expect(await faultOf(file.subarray(0, -4))).toBe(
      'ends inside its deflated data set (truncated file)',
    );
    const junk = Buffer.from('ffffffffffff', 'hex');
    expect(await faultOf(fileOf(DEFLATED_EXPLICIT_LITTLE_ENDIAN, junk))).toBe(
      'has a deflated data set that is damaged',
    );
  });

  it('with a length of four gigabytes is refused', async () => {
    const file = greyFile();
    const at = file.indexOf(Buffer.from('e07f10004f570000', 'hex'));
    file.writeUInt32LE(0xff_ff_ff_fe, at + 8);
    // The picture is all there; what is behind it is not looked at.
    expect(await shown(file)).toHaveLength(8);
    file.writeUInt32LE(0xff_ff_ff_fe, at + 8);
    expect(await faultOf(file.subarray(0, -2))).toBe('ends inside the pixel data (truncated file)');
  });

  it('never has its patient named', async () => {
    const whole = greyFile({ '00280010': ['US', 3] });
    for (let end = 0; end < whole.length; end += 1) {
      expect(await faultOf(whole.subarray(0, end))).not.toMatch(/SECRET|NAME/);
    }
  });
});
