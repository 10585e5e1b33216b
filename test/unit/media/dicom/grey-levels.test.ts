import { describe, expect, it } from 'vitest';
import type { DicomItem } from '../../../../scripts/samples/dicom-file.js';
import { type GreyWindow, openDicom } from '../../../../src/media/dicom/open-dicom.js';
import { type Changes, faultOf, greyFile, MEGAPIXELS, shown, words } from './grey-file.js';

const WHITE = 65_535;
const SIGNED: Changes = { '00280103': ['US', 1] };
const row = (...samples: number[]): [Changes, { pixels: Uint8Array }] => [
  { '00280010': ['US', 1], '00280011': ['US', samples.length] },
  { pixels: words(...samples) },
];
const fileOf = (samples: number[], changes: Changes) => {
  const [size, pixels] = row(...samples);
  return greyFile({ ...size, ...changes }, pixels);
};
const window = (centre: string, width: string, shape?: string): Changes => ({
  '00281050': ['DS', centre],
  '00281051': ['DS', width],
  ...(shape && { '00281056': ['CS', shape] }),
});
const table = (first: number, bits: number, ...entries: number[]): DicomItem => ({
  items: [
    { tag: '00283002', vr: 'US', value: [entries.length, first & 0xffff, bits] },
    { tag: '00283006', vr: 'OW', value: entries },
  ],
});
const usedOf = async (bytes: Buffer, asked?: GreyWindow) =>
  (await openDicom(bytes, { megapixels: MEGAPIXELS, ...(asked && { window: asked }) })).windowUsed;

describe('a window', () => {
  // The examples of PS3.3 C.11.2.1.2.1.
  it.each([
    ['2048', '4096', [0, 1, 4095], [0, WHITE / 4095, WHITE]],
    ['2048', '1', [2047, 2048], [0, WHITE]],
    ['0', '100', [-51, -50, 0, 49, 50], [0, 0, (WHITE * 50) / 99, WHITE, WHITE]],
    ['0', '1', [-1, 0], [0, WHITE]],
  ])('centre %s, width %s, is LINEAR', async (centre, width, samples, greys) => {
    const file = fileOf(samples, { ...SIGNED, ...window(centre, width) });
    expect(await shown(file)).toEqual(greys.map(Math.round));
  });

  it('is exact where the header says LINEAR_EXACT', async () => {
    const file = fileOf([0, 25, 50, 100, 120], window('50', '100', 'LINEAR_EXACT'));
    expect(await shown(file)).toEqual([0, WHITE / 4, WHITE / 2, WHITE, WHITE].map(Math.round));
    expect(await usedOf(file)).toBe('window 1 of 1 (centre 50, width 100, LINEAR_EXACT)');
  });

  it('is a sigmoid where the header says SIGMOID', async () => {
    const greys = await shown(fileOf([0, 50, 75], window('50', '100', 'SIGMOID')));
    const part = (x: number) => Math.round(WHITE / (1 + Math.exp((-4 * (x - 50)) / 100)));
    expect(greys).toEqual([part(0), part(50), part(75)]);
    expect(greys[1]).toBe(32_768);
  });

  it('narrower than 1 keeps its slope, for units of fractions', async () => {
    const changes = { ...window('0.5', '0.5'), '00281053': ['DS', '0.001'] } as const;
    const greys = await shown(fileOf([250, 500, 625, 750], changes));
    expect(greys).toEqual([0, WHITE / 2, WHITE * 0.75, WHITE].map(Math.round));
  });

  it('is the first of several that can be used', async () => {
    const several = window('40\\50\\60', '80\\350\\2000');
    expect(await usedOf(fileOf([1, 2], several))).toBe('window 1 of 3 (centre 40, width 80)');
    const broken = window('x\\50', '80\\350');
    expect(await usedOf(fileOf([1, 2], broken))).toBe('window 2 of 2 (centre 50, width 350)');
  });

  it.each([
    ['0', '0'],
    ['1', '-5'],
    ['one', 'two'],
    ['', '400'],
    ['1e999', '1'],
  ])('centre "%s", width "%s", is left out with a warning', async (centre, width) => {
    const file = fileOf([0, 10], window(centre, width));
    const dicom = await openDicom(file, { megapixels: MEGAPIXELS });
    expect(dicom.windowUsed).toBe('full range');
    expect(dicom.warnings.join()).toContain('grey window of the header is unusable');
    expect(await shown(file)).toEqual([0, WHITE]);
  });

  const CT: Changes = {
    '00080060': ['CS', 'CT'],
    '00281052': ['DS', '0'],
    '00281053': ['DS', '1'],
  };
  const REQUESTED = { centre: 40.5, width: 81 };

  it('that is requested goes before all others', async () => {
    const file = fileOf([0, 40, 80], { ...CT, ...window('1000', '1') });
    expect(await usedOf(file, REQUESTED)).toBe('requested window (centre 40.5, width 81)');
    const dicom = await openDicom(file, { megapixels: MEGAPIXELS, window: REQUESTED });
    expect(dicom.warnings).toEqual([]);
    expect(await dicom.display()).toMatchObject({ greys: Uint16Array.of(0, 32_768, WHITE) });
  });

  it('that is requested is applied to Hounsfield units of a table or of a frame', async () => {
    const { '00281052': _, '00281053': __, ...bare } = CT;
    const tabled: Changes = { ...bare, '00283000': ['SQ', [table(0, 16, 0, 40, 80)]] };
    expect(await usedOf(fileOf([0, 1, 2], tabled), REQUESTED)).toMatch(/^requested/);
    const items = [
      { tag: '00281052', vr: 'DS', value: '-1024' },
      { tag: '00281053', vr: 'DS', value: '1' },
    ];
    const group = { tag: '00289145', vr: 'SQ', value: [{ items }] };
    const shared: Changes = { ...bare, '52009229': ['SQ', [{ items: [group] }]] };
    expect(await usedOf(fileOf([0, 1, 2], shared), REQUESTED)).toMatch(/^requested/);
  });

  it.each([
    ['of another modality', { '00080060': ['CS', 'MR'] }],
    ['of no modality', { '00080060': undefined }],
    ['without a slope', { '00281053': undefined }],
    ['without an intercept', { '00281052': undefined }],
  ] as const)('that is requested of a file %s is left out with a warning', async (_, changes) => {
    const file = fileOf([0, 40, 80], { ...CT, ...window('100', '50'), ...changes });
    const dicom = await openDicom(file, { megapixels: MEGAPIXELS, window: REQUESTED });
    expect(dicom.windowUsed).toBe('window 1 of 1 (centre 100, width 50)');
    expect(dicom.warnings).toEqual([
      'The grey window of the model could not be applied: the file does not state that its values ' +
        'are Hounsfield units.',
    ]);
    expect((await openDicom(file, { megapixels: MEGAPIXELS })).warnings).toEqual([]);
  });
});

describe('rescaling', () => {
  it('comes before the window', async () => {
    const changes = {
      ...window('0.5', '201'),
      '00281052': ['DS', '-1024'],
      '00281053': ['DS', '2'],
    } as const;
    expect(await shown(fileOf([462, 512, 562], changes))).toEqual([0, 32_768, WHITE]);
  });

  it('may be a table, whose ends go on', async () => {
    const changes = { '00283000': ['SQ', [table(10, 16, 0, 100, 1000)]] } as const;
    expect(await shown(fileOf([9, 10, 11, 12, 500], changes))).toEqual([0, 0, 6554, WHITE, WHITE]);
  });

  it('by a table that is cut short is refused', async () => {
    const short: DicomItem = {
      items: [
        { tag: '00283002', vr: 'US', value: [100, 0, 16] },
        { tag: '00283006', vr: 'OW', value: [1, 2] },
      ],
    };
    const changes = { '00283000': ['SQ', [short]] } as const;
    expect(await faultOf(fileOf([1, 2], changes))).toBe('has a Modality LUT that is damaged');
  });

  it('turns greys round with a negative slope', async () => {
    expect(await shown(fileOf([0, 100], { '00281053': ['DS', '-1'] }))).toEqual([WHITE, 0]);
  });
});

describe('a VOI LUT', () => {
  it('goes before windows, the first one first', async () => {
    const luts = [table(0, 12, 0, 4095, 1024), table(0, 12, 0, 0, 0)];
    const file = fileOf([0, 1, 2], { ...window('1', '1'), '00283010': ['SQ', luts] });
    expect(await shown(file)).toEqual([0, WHITE, Math.round((1024 * WHITE) / 4095)]);
    expect(await usedOf(file)).toBe('VOI LUT 1 of 2');
  });

  it('may start below zero', async () => {
    const changes = { ...SIGNED, '00283010': ['SQ', [table(-1, 8, 0, 128, 255)]] } as const;
    expect(await shown(fileOf([-5, -1, 0, 1], changes))).toEqual([0, 0, 32_896, WHITE]);
  });

  it('has as many bits as its entries need, whatever it says', async () => {
    const changes = { '00283010': ['SQ', [table(0, 8, 0, 2048, 4095)]] } as const;
    expect(await shown(fileOf([0, 1, 2], changes))).toEqual([0, 32_776, WHITE]);
  });

  it('that is damaged is left out for the next, or with a warning', async () => {
    const short: DicomItem = { items: [{ tag: '00283002', vr: 'US', value: [9, 0, 16] }] };
    const good = table(0, 8, 255, 0);
    expect(await usedOf(fileOf([0, 1], { '00283010': ['SQ', [short, good]] }))).toBe(
      'VOI LUT 2 of 2',
    );
    const bad = fileOf([0, 1], { '00283010': ['SQ', [short]] });
    const { windowUsed, warnings } = await openDicom(bad, { megapixels: MEGAPIXELS });
    expect(windowUsed).toBe('full range');
    expect(warnings).toHaveLength(1);
  });
});

describe('without a window', () => {
  it('the full range of the frame is shown', async () => {
    expect(await shown(fileOf([100, 150, 200], {}))).toEqual([0, 32_768, WHITE]);
  });

  it('padding is left out of the range and shown black', async () => {
    const changes = { ...SIGNED, '00280120': ['SS', -2000] } as const;
    expect(await shown(fileOf([-2000, 0, 50, 100], changes))).toEqual([0, 0, 32_768, WHITE]);
    const range = { ...changes, '00280121': ['SS', -1000] } as const;
    expect(await shown(fileOf([-1500, -999, 1], range))).toEqual([0, 0, WHITE]);
  });

  it('padding alone, or one grey alone, is black', async () => {
    expect(await shown(fileOf([7, 7], { '00280120': ['US', 7] }))).toEqual([0, 0]);
    expect(await shown(fileOf([7, 7], {}))).toEqual([0, 0]);
  });
});

describe('MONOCHROME1', () => {
  const INVERTED: Changes = { '00280004': ['CS', 'MONOCHROME1'] };

  it('is inverted', async () => {
    expect(await shown(fileOf([0, 25, 100], INVERTED))).toEqual([WHITE, 49_151, 0]);
    const windowed = { ...INVERTED, ...window('50.5', '101') };
    expect(await shown(fileOf([0, 50, 100], windowed))).toEqual([WHITE, 32_768, 0]);
  });

  it('has black padding all the same', async () => {
    const changes = { ...INVERTED, '00280120': ['US', 0] } as const;
    expect(await shown(fileOf([0, 10, 20], changes))).toEqual([0, WHITE, 0]);
  });
});
