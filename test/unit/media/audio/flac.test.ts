import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { crc8, crc16, oggChecksum } from '../../../../src/media/audio/checksums.js';
import {
  cursorOver,
  OutOfBits,
  readBits,
  readRice,
  readSigned,
  readUnary,
} from '../../../../src/media/audio/flac/bit-cursor.js';
import { decodeFrame } from '../../../../src/media/audio/flac/frame.js';
import { readStreamInfo } from '../../../../src/media/audio/flac/frame-header.js';

/** The first file of RFC 9639 appendix D.1: one frame of one stereo sample. */
const FILE = Buffer.from(
  '664c61438000002210001000' +
    '00000f00000f' +
    '0ac442f0' +
    '00000001' +
    '3e84b41807dc690307587a3dad1a2e0f' +
    'fff86918' +
    '0000bf0358fd0312' +
    '8baa9a',
  'hex',
);

/** Bits as text, the cheapest writer there is. */
const packed = (bits: string) =>
  Uint8Array.from(bits.padEnd(Math.ceil(bits.length / 8) * 8, '0').match(/.{8}/g) ?? [], (byte) =>
    Number.parseInt(byte, 2),
  );

describe('FLAC', () => {
  it('decodes the first example of RFC 9639', () => {
    const info = readStreamInfo(FILE.subarray(8, 42));
    expect(info).toMatchObject({
      sampleRate: 44_100,
      channels: 2,
      bits: 16,
      total: 1,
      largestBlock: 4096,
    });
    const frame = decodeFrame(FILE.subarray(42), info!);
    expect(frame).not.toBeTypeOf('string');
    if (typeof frame === 'string') return;
    expect(frame.length).toBe(15);
    expect(frame.block.channels.map((samples) => samples[0]! * 32_768)).toEqual([25_588, 10_416]);
  });

  it('believes no frame whose checksum is wrong, and asks for more where it is cut', () => {
    const info = readStreamInfo(FILE.subarray(8, 42))!;
    for (let at = 42; at < FILE.length; at += 1) {
      const damaged = Uint8Array.from(FILE.subarray(42));
      damaged[at - 42]! ^= 0x10;
      expect(['bad', 'short']).toContain(decodeFrame(damaged, info));
    }
    expect(decodeFrame(FILE.subarray(42, 54), info)).toBe('short');
  });

  it('reads back what Rice coding wrote, whatever the parameter', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 14 }),
        fc.array(fc.integer({ min: -3000, max: 3000 }), { minLength: 1 }),
        (k, values) => {
          const bits = values
            .map((value) => (value < 0 ? -2 * value - 1 : 2 * value))
            .map(
              (folded) =>
                '0'.repeat(folded >> k) +
                '1' +
                (k === 0 ? '' : (folded & (2 ** k - 1)).toString(2).padStart(k, '0')),
            )
            .join('');
          const out = new Int32Array(values.length);
          const cursor = cursorOver(packed(bits));
          readRice(cursor, k, out, 0, values.length);
          expect([...out]).toEqual(values);
          expect(cursor.bit).toBe(bits.length);
        },
      ),
    );
  });

  it('reads numbers of any width at any place, and none beyond the end', () => {
    fc.assert(
      fc.property(
        fc.nat(20),
        fc.integer({ min: 1, max: 32 }),
        fc.nat(2 ** 31 - 1),
        (offset, width, seed) => {
          const value = seed % 2 ** width;
          const cursor = cursorOver(
            packed('1'.repeat(offset) + value.toString(2).padStart(width, '0')),
          );
          cursor.bit = offset;
          expect(readBits(cursor, width)).toBe(value);
          cursor.bit = offset;
          expect(readSigned(cursor, width)).toBe(
            value >= 2 ** (width - 1) ? value - 2 ** width : value,
          );
        },
      ),
    );
    expect(() => readBits(cursorOver(packed('1111')), 9)).toThrow(OutOfBits);
    expect(() => readUnary(cursorOver(packed('0'.repeat(64))))).toThrow(OutOfBits);
    expect(readSigned(cursorOver(packed(`1${'0'.repeat(32)}`)), 33)).toBe(-(2 ** 32));
  });

  it('sums as the catalogue of CRCs checks them', () => {
    const check = Buffer.from('123456789');
    expect(crc8(check, 0, 9)).toBe(0xf4);
    expect(crc16(check, 0, 9)).toBe(0xfee8);
    expect(oggChecksum(check)).toBe(0x89a1897f);
  });
});
