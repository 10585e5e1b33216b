import { describe, expect, it } from 'vitest';
import {
  type DicomElement,
  EXPLICIT_LITTLE_ENDIAN,
  writeDicomFile,
} from '../../../../scripts/samples/dicom-file.js';
import { logitOf } from '../../../../src/inference/calibrate.js';
import { OPEN_GATE, openFixture, openSpotDetector } from '../../../support/open-fixture.js';
import { rejectionOf } from '../../../support/refusals.js';
import { assessed, refusedFor, run } from './reading.js';

const SIDE = 64;
/** A cell of the detector's input. */
const CELL = 8;

/** A CT slice in stored values of Hounsfield units + 1024, one value a cell of 8 × 8 pixels. */
function ctSlice(
  hounsfieldAt: (column: number, row: number) => number,
  elements: readonly DicomElement[] = [],
  frames = 1,
): Buffer {
  const samples = new Uint16Array(SIDE * SIDE * frames);
  for (let i = 0; i < samples.length; i += 1) {
    const [frame, pixel] = [Math.floor(i / (SIDE * SIDE)), i % (SIDE * SIDE)];
    const column = Math.floor((pixel % SIDE) / CELL);
    const row = Math.floor(pixel / SIDE / CELL);
    samples[i] = hounsfieldAt(column + frame, row) + 1_024;
  }
  const own = new Set(elements.map(({ tag }) => tag));
  const standard: DicomElement[] = [
    { tag: '00080016', vr: 'UI', value: '1.2.840.10008.5.1.4.1.1.2' },
    { tag: '00080060', vr: 'CS', value: 'CT' },
    { tag: '00100010', vr: 'PN', value: 'Roe^Jane' },
    { tag: '00280002', vr: 'US', value: 1 },
    { tag: '00280004', vr: 'CS', value: 'MONOCHROME2' },
    { tag: '00280008', vr: 'IS', value: String(frames) },
    { tag: '00280010', vr: 'US', value: SIDE },
    { tag: '00280011', vr: 'US', value: SIDE },
    { tag: '00280030', vr: 'DS', value: '0.5\\0.5' },
    { tag: '00280100', vr: 'US', value: 16 },
    { tag: '00280101', vr: 'US', value: 16 },
    { tag: '00280102', vr: 'US', value: 15 },
    { tag: '00280103', vr: 'US', value: 0 },
    { tag: '00281050', vr: 'DS', value: '300' },
    { tag: '00281051', vr: 'DS', value: '2000' },
    { tag: '00281052', vr: 'DS', value: '-1024' },
    { tag: '00281053', vr: 'DS', value: '1' },
  ];
  return writeDicomFile({
    syntax: EXPLICIT_LITTLE_ENDIAN,
    elements: [...standard.filter(({ tag }) => !own.has(tag)), ...elements],
    pixels: new Uint8Array(samples.buffer),
  });
}

const CT = { expected: { modality: 'CT' } };
/** Air, and one cell of some density. */
const oneCell = (hounsfield: number) => (column: number, row: number) =>
  column === 5 && row === 2 ? hounsfield : -1_000;
const element = (tag: string, vr: string, value: string): DicomElement => ({ tag, vr, value });

describe('a CT slice in DICOM', () => {
  it('is shown through the window of the manifest, not of the header', async () => {
    // Window 40/400: 100 HU is grey (100 + 160) ÷ 400 = 0.65; through 300/2000 it would be 0.4.
    const reader = await openSpotDetector();
    const { labels, image, warnings } = await assessed(ctSlice(oneCell(100)), { reader }, CT);
    const bright = labels.find(({ id }) => id === 'bright')!;
    // Resampling blurs the borders of the cell a little.
    const grey = 0.6 + logitOf(bright.probability) / 20;
    expect(Math.abs(grey - 0.65)).toBeLessThan(0.03);
    const [box] = bright.detections!;
    expect(box!.region.x).toBeCloseTo(5 / 8, 5);
    expect(box!.region.y).toBeCloseTo(2 / 8, 5);
    expect(box!.region.width).toBeCloseTo(1 / 8, 5);
    expect(image).toMatchObject({ width: SIDE, height: SIDE, format: 'dicom', orientation: 1 });
    expect(image.dicom).toMatchObject({ modality: 'CT', pixelSpacingMm: { rows: 0.5 } });
    expect(image.dicom!.window).toMatch(/40.*400/);
    expect(warnings).toEqual([]);
  });

  it('is white above the window and black below it', async () => {
    const reader = await openSpotDetector();
    const bone = await assessed(ctSlice(oneCell(1_500)), { reader }, CT);
    expect(bone.labels.find(({ id }) => id === 'white')!.detections).toHaveLength(1);
    const water = await assessed(
      ctSlice((column, row) => (column === 5 && row === 2 ? 60 : -150)),
      { reader },
      CT,
    );
    for (const { detections } of water.labels) expect(detections).toEqual([]);
  });

  it('is seen through the window of the header by a model that has none of its own', async () => {
    const { manifest } = await openSpotDetector();
    const { window: _, ...input } = manifest.input;
    const reader = await openSpotDetector({ input });
    const { labels, image } = await assessed(ctSlice(oneCell(100)), { reader }, CT);
    for (const { detections } of labels) expect(detections).toEqual([]);
    expect(image.dicom!.window).toMatch(/300.*2000/);
  });

  it('of several frames shows the requested one', async () => {
    const reader = await openSpotDetector();
    const bytes = ctSlice(oneCell(1_500), [], 3);
    for (const [frame, column] of [
      [1, 5],
      [3, 3],
    ] as const) {
      const { labels, image, warnings } = await assessed(bytes, { reader }, { ...CT, frame });
      expect(image).toMatchObject({ frames: 3, frame });
      expect(warnings).toEqual([expect.stringContaining(`frame ${frame}`)]);
      const [box] = labels.find(({ id }) => id === 'white')!.detections!;
      expect(box!.region.x).toBeCloseTo(column / 8, 5);
    }
    const error = await rejectionOf(run(bytes, { reader }, { ...CT, frame: 4 }));
    expect(error.issues).toEqual([{ field: 'frame', issue: 'is 4, but the file holds 3 frames' }]);
  });

  it('that does not say how it is rescaled is seen through its own window', async () => {
    const reader = await openSpotDetector();
    const bare = ctSlice(oneCell(100), [
      { tag: '00281052', vr: 'DS', value: '' },
      { tag: '00281053', vr: 'DS', value: '' },
    ]);
    const { image, warnings } = await assessed(bare, { reader }, CT);
    expect(image.dicom!.window).toMatch(/300.*2000/);
    expect(warnings).toEqual([expect.stringContaining('window of the model could not be applied')]);
  });

  it('leaves no name of a patient in the answer', async () => {
    const reader = await openSpotDetector();
    const output = await run(ctSlice(oneCell(100)), { reader }, CT);
    expect(JSON.stringify(output)).not.toMatch(/Roe|Jane/i);
  });
});

describe('a header that says otherwise', () => {
  it('of the modality is refused on that field, before the model runs', async () => {
    const reader = await openSpotDetector();
    const error = await rejectionOf(run(ctSlice(oneCell(100)), { reader }));
    expect(error).toMatchObject({ code: 'validation_error' });
    expect(error.issues).toEqual([
      { field: 'modality', issue: "is DX, but the file's header says CT" },
    ]);
    expect(reader.runs()).toBe(0);
  });

  it('of the body part is refused on the image type', async () => {
    const { manifest } = await openSpotDetector();
    const serves = { ...manifest.serves, body_parts: ['HEAD'] };
    const reader = await openSpotDetector({ serves });
    const part = (value: string) => ctSlice(oneCell(100), [element('00180015', 'CS', value)]);
    const error = await rejectionOf(run(part('KNEE'), { reader }, CT));
    expect(error.issues).toEqual([
      { field: 'image_type', issue: "contradicts the file's header, which says KNEE" },
    ]);
    expect(await run(part('BRAIN'), { reader }, CT)).toMatchObject({ assessed: true });
    expect(await run(part('ROE JANE'), { reader }, CT)).toMatchObject({ assessed: true });
  });

  it('of the view is not assessed, and says what is', async () => {
    const { manifest } = await openFixture('pattern-fp32', OPEN_GATE);
    const serves = { ...manifest.serves, views: ['PA', 'AP'] };
    const reader = await openFixture('pattern-fp32', { ...OPEN_GATE, serves });
    const film = (view?: string) =>
      ctSlice(oneCell(1_000), [
        element('00080060', 'CS', 'DX'),
        ...(view === undefined ? [] : [element('00185101', 'CS', view)]),
      ]);
    expect(await refusedFor(film('LL'), { reader })).toBe(
      'its header names an unsupported view; supported: PA, AP',
    );
    expect(await refusedFor(film('ROE JANE'), { reader })).not.toContain('ROE');
    const oblique = [{ items: [{ tag: '00080100', vr: 'SH', value: '399135007' }] }];
    const coded = ctSlice(oneCell(1_000), [
      element('00080060', 'CS', 'DX'),
      { tag: '00540220', vr: 'SQ', value: oblique },
    ]);
    expect(await refusedFor(coded, { reader })).toContain('names an unsupported view');
    expect(reader.runs()).toBe(0);
    for (const view of ['PA', 'AP', undefined]) {
      expect(await run(film(view), { reader })).toMatchObject({ assessed: true });
    }
  });
});

describe('Patient Orientation', () => {
  it('of a mirrored picture is a fact and a warning', async () => {
    const reader = await openSpotDetector();
    const film = (orientation: string) =>
      ctSlice(oneCell(100), [element('00200020', 'CS', orientation)]);
    const mirrored = await assessed(film('R\\F'), { reader }, CT);
    expect(mirrored.image.dicom).toMatchObject({ mirrored: true });
    expect(mirrored.warnings).toEqual([expect.stringContaining('mirrored')]);
    for (const orientation of ['L\\F', 'P\\F', '']) {
      const { image, warnings } = await assessed(film(orientation), { reader }, CT);
      expect(image.dicom).not.toHaveProperty('mirrored');
      expect(warnings).toEqual([]);
    }
  });
});
