import { describe, expect, it } from 'vitest';
import {
  DEFLATED_EXPLICIT_LITTLE_ENDIAN,
  EXPLICIT_LITTLE_ENDIAN,
} from '../../../../scripts/samples/dicom-file.js';
import { type Changes, greyFile, shown, words } from './grey-file.js';

const WHITE = 65_535;
const frames = (bits: number, stored: number): Changes => ({
  '00280008': ['IS', '2'],
  '00280010': ['US', 1],
  '00280011': ['US', 4],
  '00280100': ['US', bits],
  '00280101': ['US', stored],
  '00280102': ['US', stored - 1],
});
/** Two frames of four greys, with garbage above their 12 bits. */
const DEEP = words(0x7000, 0x1400, 0x0800, 0xffff, 0x1001, 0x2401, 0x0801, 0xf001);
const deep = (syntax: string) => greyFile(frames(16, 12), { syntax, pixels: DEEP });
const GREYS = [0, 1024 / 4095, 2048 / 4095, 1].map((part) => Math.round(part * WHITE));

/** The same bytes so far behind a border of eight. */
function shifted(file: Buffer, by: number): Buffer {
  const room = Buffer.from(new ArrayBuffer(file.length + 8));
  file.copy(room, by);
  return room.subarray(by, by + file.length);
}

describe('the memory of a frame', () => {
  it.each([
    ['16 bits of 12', () => deep(EXPLICIT_LITTLE_ENDIAN)],
    ['deflated', () => deep(DEFLATED_EXPLICIT_LITTLE_ENDIAN)],
    ['8 bits', () => greyFile(frames(8, 8), { pixels: Uint8Array.of(9, 8, 7, 6, 5, 4, 3, 2) })],
  ])('is none of the file’s where greys are made: %s', async (_name, make) => {
    const file = make();
    const before = Buffer.from(file);
    const first = await shown(file, { frame: 1 });
    expect(file.equals(before)).toBe(true);
    expect(await shown(file, { frame: 1 })).toEqual(first);
  });

  it('is its own in a deflated file too', async () => {
    for (const syntax of [EXPLICIT_LITTLE_ENDIAN, DEFLATED_EXPLICIT_LITTLE_ENDIAN]) {
      expect(await shown(deep(syntax), { frame: 1 })).toEqual(GREYS);
      expect(await shown(deep(syntax), { frame: 2 })).toEqual([0, 32_768, WHITE, 0]);
    }
  });

  it.each([8, 16, 32])('may start anywhere: %i bits', async (bits) => {
    const cells = Uint32Array.of(5, 700, 80_000, 9, 1, 2, 3, 4);
    const kinds = { 8: Uint8Array, 16: Uint16Array, 32: Uint32Array } as const;
    const pixels = new Uint8Array(kinds[bits as 8 | 16 | 32].from(cells).buffer);
    const file = greyFile(frames(bits, bits), { pixels });
    const greys = await shown(file, { frame: 1 });
    expect(new Set(greys).size).toBeGreaterThan(2);
    for (let by = 1; by < 8; by += 1) {
      expect(await shown(shifted(file, by), { frame: 1 })).toEqual(greys);
    }
  });
});
