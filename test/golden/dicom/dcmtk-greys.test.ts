import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { DicomElement } from '../../../scripts/samples/dicom-file.js';
import { openDicom } from '../../../src/media/dicom/open-dicom.js';
import { type Changes, greyFile, words } from '../../unit/media/dicom/grey-file.js';
import { decompress, hasDcmtk, NO_DCMTK } from './dcmtk.js';

const SIDE = 64;
const VALUES = SIDE * SIDE;
const scratch = mkdtempSync(join(tmpdir(), 'wardbox-dcmtk-'));
afterAll(() => rmSync(scratch, { recursive: true }));

/** Every 12-bit value once, as stored. */
const ramp = (cell: (value: number) => number) =>
  words(...Array.from({ length: VALUES }, (_, value) => cell(value)));
const PLAIN = ramp((value) => value);
const NEGATIVE = ramp((value) => value - VALUES / 2);

const TWELVE_BITS: Changes = { '00280101': ['US', 12], '00280102': ['US', 11] };
const SIGNED: Changes = { '00280103': ['US', 1] };
const INVERTED: Changes = { '00280004': ['CS', 'MONOCHROME1'] };
const window = (centre: number, width: number, shape = 'LINEAR'): Changes => ({
  '00281050': ['DS', `${centre}`],
  '00281051': ['DS', `${width}`],
  '00281056': ['CS', shape],
});
const table = (
  count: number,
  first: number,
  bits: number,
  entry: (index: number) => number,
): DicomElement['value'] => [
  {
    items: [
      { tag: '00283002', vr: 'US', value: [count, first, bits] },
      { tag: '00283006', vr: 'OW', value: Array.from({ length: count }, (_, i) => entry(i)) },
    ],
  },
];
const SQUARES = table(4096, 0, 12, (i) => Math.round((i * i) / 4095));

interface Case {
  readonly name: string;
  readonly changes: Changes;
  readonly pixels?: Uint8Array;
  readonly ask: readonly string[];
  /** Levels of 65,535: 1 for the rounding of the last step. */
  readonly within?: number;
}

// DCMTK shifts what comes out of a VOI LUT up to 16 bits, where a scale keeps white white.
const SHIFTED_12 = 16;
const SHIFTED_8 = 256;
const WINDOW = ['+Wi', '1'];
const VOI_LUT = ['+Wl', '1'];

const CASES: readonly Case[] = [
  { name: 'a linear window', changes: window(2000, 1000), ask: WINDOW },
  { name: 'a sigmoid', changes: window(2000, 1000, 'SIGMOID'), ask: WINDOW },
  { name: 'MONOCHROME1', changes: { ...INVERTED, ...window(2000, 1000) }, ask: WINDOW },
  { name: 'no window', changes: {}, ask: ['+Wm'] },
  {
    name: 'rescaled values',
    changes: { '00281052': ['DS', '-1024'], '00281053': ['DS', '1'], ...window(40, 400) },
    ask: WINDOW,
  },
  {
    name: 'a Modality LUT',
    changes: {
      ...TWELVE_BITS,
      '00283000': ['SQ', table(4096, 0, 16, (i) => 65_535 - i * 16)],
      ...window(30_000, 20_000),
    },
    ask: WINDOW,
  },
  {
    name: 'signed values',
    changes: { ...SIGNED, ...window(40, 400) },
    pixels: NEGATIVE,
    ask: WINDOW,
  },
  {
    name: 'signed values below garbage',
    changes: { ...SIGNED, ...TWELVE_BITS, ...window(40, 400) },
    pixels: ramp((value) => ((value - 2048) & 0xfff) | ((value * 7919) & 0xf000)),
    ask: WINDOW,
  },
  {
    name: 'a high bit of 15 above garbage',
    changes: { ...TWELVE_BITS, '00280102': ['US', 15], ...window(2000, 1000) },
    pixels: ramp((value) => (value << 4) | (value & 15)),
    ask: WINDOW,
  },
  {
    name: 'a VOI LUT',
    changes: { ...TWELVE_BITS, '00283010': ['SQ', SQUARES] },
    ask: VOI_LUT,
    within: SHIFTED_12,
  },
  {
    name: 'a VOI LUT of part of the values',
    changes: { ...TWELVE_BITS, '00283010': ['SQ', table(1000, 500, 12, (i) => i * 4)] },
    ask: VOI_LUT,
    within: SHIFTED_12,
  },
  {
    name: 'a VOI LUT of 8 bits',
    changes: { ...TWELVE_BITS, '00283010': ['SQ', table(4096, 0, 8, (i) => i >> 4)] },
    ask: VOI_LUT,
    within: SHIFTED_8,
  },
  {
    name: 'a VOI LUT with MONOCHROME1',
    changes: { ...INVERTED, ...TWELVE_BITS, '00283010': ['SQ', SQUARES] },
    ask: VOI_LUT,
    within: SHIFTED_12,
  },
];

describe.skipIf(!hasDcmtk)(`DCMTK shows the same${hasDcmtk ? '' : `: ${NO_DCMTK}`}`, () => {
  it.each(CASES)('for $name', async ({ changes, pixels = PLAIN, ask, within = 1 }) => {
    const size: Changes = { '00280010': ['US', SIDE], '00280011': ['US', SIDE] };
    const file = greyFile({ ...size, ...changes }, { pixels });
    const folder = mkdtempSync(join(scratch, 'file-'));
    writeFileSync(join(folder, 'file.dcm'), file);
    const dicom = await openDicom(file, { megapixels: 1 });
    const shown = await dicom.display();
    if (shown.kind !== 'grey') throw new TypeError('no greys');
    const { uid } = dicom.transferSyntax;
    const reference = decompress(join(folder, 'file.dcm'), uid, folder).shown(1, '+opw', ...ask);
    expect(reference).toHaveLength(VALUES);
    // More than one grey, or the comparison would say little.
    expect(new Set(reference).size).toBeGreaterThan(200);
    const distances = Array.from(reference, (grey, i) => Math.abs(grey - shown.greys[i]!));
    expect(Math.max(...distances)).toBeLessThanOrEqual(within);
  });
});
