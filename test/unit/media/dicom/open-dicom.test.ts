import { describe, expect, it } from 'vitest';
import {
  DEFLATED_EXPLICIT_LITTLE_ENDIAN,
  EXPLICIT_BIG_ENDIAN,
  EXPLICIT_LITTLE_ENDIAN,
  IMPLICIT_LITTLE_ENDIAN,
} from '../../../../scripts/samples/dicom-file.js';
import { openDicom } from '../../../../src/media/dicom/open-dicom.js';
import { faultOf, greyFile, MEGAPIXELS, RAMP, shown, words } from './grey-file.js';

const open = (bytes: Buffer, frame?: number) =>
  openDicom(bytes, { megapixels: MEGAPIXELS, ...(frame !== undefined && { frame }) });
const FULL_RAMP = [0, 9362, 18_724, 28_086, 37_449, 46_811, 56_173, 65_535];

describe('openDicom', () => {
  it('measures a picture and says how it was taken', async () => {
    const file = greyFile({
      '00080060': ['CS', 'DX'],
      '00180015': ['CS', 'CHEST'],
      '00181164': ['DS', '0.143\\0.139'],
      '00185101': ['CS', 'pa'],
      '00200062': ['CS', 'U'],
      '00280101': ['US', 14],
      '00280102': ['US', 13],
    });
    const dicom = await open(file);
    expect(dicom).toMatchObject({
      width: 4,
      height: 2,
      bitsPerSample: 14,
      frames: 1,
      frame: 1,
      photometric: 'MONOCHROME2',
      modality: 'DX',
      view: 'PA',
      laterality: 'U',
      bodyPart: 'CHEST',
      pixelSpacingMm: { rows: 0.143, columns: 0.139, from: 'ImagerPixelSpacing' },
      transferSyntax: { uid: EXPLICIT_LITTLE_ENDIAN, lossy: false },
      windowUsed: 'full range',
      warnings: [],
    });
  });

  it('resamples a frame to greys of 0..255', async () => {
    const pixels = words(...Array.from({ length: 64 * 32 }, (_, i) => (i % 64) * 1000));
    const file = greyFile({ '00280010': ['US', 32], '00280011': ['US', 64] }, { pixels });
    const { greys, chroma } = await (await open(file)).sample(32, 16);
    expect(greys).toHaveLength(32 * 16);
    expect(chroma).toBe(0);
    expect(greys[0]).toBeLessThan(4);
    expect(greys[15]).toBeCloseTo(30.5 * (255 / 63), 0);
    expect(greys[31]).toBeGreaterThan(251);
  });

  it.each([
    ['implicit little endian', IMPLICIT_LITTLE_ENDIAN],
    ['explicit little endian', EXPLICIT_LITTLE_ENDIAN],
    ['explicit big endian', EXPLICIT_BIG_ENDIAN],
    ['deflated', DEFLATED_EXPLICIT_LITTLE_ENDIAN],
  ])('reads the same pixels from %s', async (_, syntax) => {
    expect(await shown(greyFile({}, { syntax }))).toEqual(FULL_RAMP);
    expect(await shown(greyFile({}, { syntax, undefinedLengths: true }))).toEqual(FULL_RAMP);
  });

  it.each([
    ['implicit little endian', IMPLICIT_LITTLE_ENDIAN],
    ['explicit little endian', EXPLICIT_LITTLE_ENDIAN],
    ['explicit big endian', EXPLICIT_BIG_ENDIAN],
  ])('reads %s without preamble and meta information', async (_, syntax) => {
    const dicom = await open(greyFile({}, { syntax, meta: false }));
    expect(dicom.transferSyntax.uid).toBe(syntax);
  });

  it('believes the bytes where the meta information names the wrong value encoding', async () => {
    const implicit = greyFile({}, { syntax: IMPLICIT_LITTLE_ENDIAN, meta: false });
    const explicit = greyFile();
    const meta = explicit.subarray(0, explicit.indexOf('0800160055', 0, 'hex'));
    expect(await shown(Buffer.concat([meta, implicit]))).toEqual(FULL_RAMP);
  });

  it('reads past pixel data that something is appended to', async () => {
    const junk = Buffer.from('not an element at all, but what a copy programme left behind');
    expect(await shown(Buffer.concat([greyFile(), junk]))).toEqual(FULL_RAMP);
  });

  it('leaves out what is no code, because it may be a name', async () => {
    const dicom = await open(
      greyFile({
        '00080060': ['CS', 'Mr. Smith, John'],
        '00180015': ['CS', 'Knee of Mr. Smith'],
        '00185101': ['CS', 'Smith?'],
        '00200062': ['CS', 'LEFT'],
        '00280030': ['DS', 'a\\b'],
      }),
    );
    for (const fact of ['modality', 'view', 'laterality', 'bodyPart', 'pixelSpacingMm']) {
      expect(dicom).not.toHaveProperty(fact);
    }
  });

  it('warns of unprocessed detector data', async () => {
    const raw = await open(greyFile({ '00080068': ['CS', 'FOR PROCESSING'] }));
    expect(raw.warnings.join()).toContain('raw detector data');
    const ready = await open(greyFile({ '00080068': ['CS', 'FOR PRESENTATION'] }));
    expect(ready.warnings).toEqual([]);
  });

  it('warns of burned-in text and of loss', async () => {
    const { warnings } = await open(
      greyFile({ '00280301': ['CS', 'YES'], '00282110': ['CS', '01'] }),
    );
    expect(warnings.join(' ')).toMatch(/burned-in annotation/);
    expect(warnings.join(' ')).toMatch(/compressed with loss/);
    expect(await open(greyFile({ '00280301': ['CS', 'NO'] }))).toMatchObject({ warnings: [] });
  });
});

describe('frames', () => {
  const three = (count: string) =>
    greyFile(
      { '00280008': ['IS', count], '00280010': ['US', 1], '00280011': ['US', 2] },
      { pixels: words(1, 2, 30, 40, 500, 400) },
    );

  it('reads the middle one, and says so', async () => {
    const dicom = await open(three('3'));
    expect(dicom).toMatchObject({ frames: 3, frame: 2 });
    expect(dicom.frameNote).toBe('The file holds 3 frames; frame 2, the middle one, was read.');
    expect(dicom.warnings).toEqual([]);
    expect(await open(three('2'))).toMatchObject({ frame: 1 });
  });

  it('reads the requested one', async () => {
    expect(await shown(three('3'), { frame: 1 })).toEqual([0, 65_535]);
    expect(await shown(three('3'), { frame: 3 })).toEqual([65_535, 0]);
    expect((await open(three('3'), 3)).frameNote).toContain('frame 3, as requested');
  });

  it.each([0, 4, 1.5, Number.NaN])('has no frame %d', async (frame) => {
    expect(await faultOf(three('3'), { frame })).toBe(`is ${frame}, but the file holds 3 frames`);
  });

  it.each(['x', '-1', '1e99', '2.5'])('refuses %s of them', async (count) => {
    expect(await faultOf(three(count))).toBe('has no usable Number of Frames (0028,0008)');
  });

  it('takes facts of a frame from functional groups before those of all', async () => {
    const transform = (slope: string, intercept: string) => ({
      tag: '00289145',
      vr: 'SQ',
      value: [
        {
          items: [
            { tag: '00281052', vr: 'DS', value: intercept },
            { tag: '00281053', vr: 'DS', value: slope },
          ],
        },
      ],
    });
    const window = (centre: string) => ({
      tag: '00289132',
      vr: 'SQ',
      value: [
        {
          items: [
            { tag: '00281050', vr: 'DS', value: centre },
            { tag: '00281051', vr: 'DS', value: '201' },
          ],
        },
      ],
    });
    const measures = {
      tag: '00289110',
      vr: 'SQ',
      value: [{ items: [{ tag: '00280030', vr: 'DS', value: '0.5\\0.6' }] }],
    };
    const file = greyFile(
      {
        '00280008': ['IS', '2'],
        '00280010': ['US', 1],
        '00281050': ['DS', '9999'],
        '00281051': ['DS', '1'],
        '52009229': ['SQ', [{ items: [measures, transform('1', '0')] }]],
        '52009230': [
          'SQ',
          [{ items: [window('100.5')] }, { items: [window('0.5'), transform('2', '-100')] }],
        ],
      },
      { pixels: words(0, 50, 100, 200, 0, 50, 75, 100) },
    );
    expect(await shown(file, { frame: 1 })).toEqual([0, 16_384, 32_768, 65_535]);
    expect(await shown(file, { frame: 2 })).toEqual([0, 32_768, 49_151, 65_535]);
    expect(await open(file, 2)).toMatchObject({
      pixelSpacingMm: { rows: 0.5, columns: 0.6, from: 'PixelSpacing' },
      windowUsed: 'window 1 of 1 (centre 0.5, width 201)',
    });
  });
});

describe('a file that is refused', () => {
  it.each([
    ['no rows', { '00280010': undefined }, 'has no usable Rows (0028,0010)'],
    ['zero columns', { '00280011': ['US', 0] }, 'has no usable Columns (0028,0011)'],
    ['text for rows', { '00280010': ['LO', 'many'] }, 'has no usable Rows (0028,0010)'],
    ['empty rows', { '00280010': ['US', ''] }, 'has no usable Rows (0028,0010)'],
    ['too many pixels', { '00280010': ['US', 60_000], '00280011': ['US', 60_000] }, /megapixels/],
    ['no photometric', { '00280004': undefined }, /no usable Photometric Interpretation/],
    ['strange photometric', { '00280004': ['CS', 'CMYK'] }, /is CMYK, a photometric/],
    ['two samples', { '00280002': ['US', 2] }, 'has 2 samples per pixel, but is MONOCHROME2'],
    [
      '12 bits packed',
      { '00280100': ['US', 12] },
      'has samples of 12 bits; 1, 8, 16, 32 bits are supported',
    ],
    ['64 bits', { '00280100': ['US', 64] }, /has samples of 64 bits/],
    ['more bits than fit', { '00280101': ['US', 17] }, 'has no usable Bits Stored (0028,0101)'],
    ['strange sign', { '00280103': ['US', 2] }, /no usable Pixel Representation/],
    [
      'wordy slope',
      { '00281053': ['DS', 'one'] },
      'has a Rescale Slope (0028,1053) that is not a number',
    ],
    ['slope of nought', { '00281053': ['DS', '0'] }, 'has a Rescale Slope (0028,1053) of 0'],
    [
      'rows that are not there',
      { '00280010': ['US', 3] },
      'has 16 bytes of pixel data where its header requires 24',
    ],
    [
      'frames that are not there',
      { '00280008': ['IS', '2147483647'] },
      /has 16 bytes of pixel data/,
    ],
  ] as const)('%s', async (_, changes, message) => {
    const fault = await faultOf(greyFile(changes));
    if (typeof message === 'string') expect(fault).toBe(message);
    else expect(fault).toMatch(message);
  });

  it('ends inside the pixel data', async () => {
    expect(await faultOf(greyFile().subarray(0, -2))).toBe(
      'ends inside the pixel data (truncated file)',
    );
  });

  it('ends before the pixel data', async () => {
    const whole = greyFile();
    const cut = whole.subarray(0, whole.indexOf('SECRET^NAME') + 3);
    expect(await faultOf(cut)).toBe('ends or is damaged before its pixel data');
  });

  it('holds no picture', async () => {
    const report = greyFile({ '00080060': ['CS', 'SR'] }, { pixels: undefined });
    expect(await faultOf(report)).toBe('is a DICOM object without pixel data');
    const index = greyFile({ '00041220': ['SQ', []] }, { pixels: undefined });
    expect(await faultOf(index)).toMatch(/^is a DICOMDIR/);
    const floats = greyFile({ '7fe00008': ['OF', RAMP] }, { pixels: undefined });
    expect(await faultOf(floats)).toMatch(/^has floating-point pixel data/);
  });

  it('has an unknown transfer syntax, or pixels that do not fit its own', async () => {
    expect(await faultOf(greyFile({}, { syntax: '1.2.3.4' }))).toBe(
      'is stored in an unknown transfer syntax (1.2.3.4)',
    );
    expect(await faultOf(greyFile({}, { syntax: 'SECRET' }))).not.toContain('SECRET');
    const fragments = { fragments: [RAMP] };
    expect(await faultOf(greyFile({}, { pixels: fragments }))).toMatch(/pixel data in fragments/);
  });

  it('holds nothing at all', async () => {
    expect(await faultOf(Buffer.alloc(0))).toBe('ends before its header (truncated file)');
    expect(await faultOf(greyFile().subarray(0, 132))).toMatch(/^ends before its header/);
  });
});
