import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import dicomParser from 'dicom-parser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeDicom, type FilmFileOptions } from '../../scripts/samples/chest-film/dicom.js';
import { createFilm, type Film } from '../../scripts/samples/chest-film/film.js';
import { resize } from '../../scripts/samples/chest-film/plane.js';
import { EXPLICIT_LITTLE_ENDIAN } from '../../scripts/samples/dicom-file.js';
import { createBrainSlice } from '../../scripts/samples/head/brain-mri.js';
import { encodeSliceDicom } from '../../scripts/samples/head/encode.js';
import { createHeadCtSlice } from '../../scripts/samples/head/head-ct.js';
import { INVENTED_IDENTIFIERS } from '../../scripts/samples/invented-patient.js';
import { errorEnvelope } from '../../src/http/schema.js';
import { type ImagingResult, imagingResult } from '../../src/imaging/schema.js';
import { type Daemon, startDaemon } from '../support/daemon.js';
import { pictureModels } from '../support/knowledge-models.js';
import { greyPicture } from '../support/pictures.js';

const ROOT = join(import.meta.dirname, '..', '..');
const REAL = join(ROOT, '..', 'shared', 'data', 'dicom');
const shipped = (id: string) => existsSync(join(ROOT, 'models', id, 'model.json'));
const noFiles = existsSync(REAL) ? '' : ' (skipped: the reference files are not on this machine)';

const models = pictureModels();
let daemon: Daemon;
let key: string;
let film: Film;
/** Everything that was answered, to be searched for what must not be there. */
const answers: string[] = [];

beforeAll(async () => {
  film = createFilm({ kind: 'normal', seed: 44, size: 1024 });
  daemon = await startDaemon({
    config: { models_dir: models.dir, rate_limits: { per_minute: 10_000 } },
  });
  key = await daemon.key();
});
afterAll(async () => {
  await daemon.stop();
  models.remove();
});

async function post(file: Buffer, more: Record<string, unknown> = {}) {
  const response = await daemon.request('/v1/imaging', {
    key,
    json: {
      image_data: file.toString('base64'),
      image_type: 'chest_xray',
      modality: 'DX',
      analysis_options: { measure_structures: true, return_probabilities: true },
      ...more,
    },
  });
  answers.push(response.text, JSON.stringify(response.headers));
  return response;
}

async function read(file: Buffer, more: Record<string, unknown> = {}): Promise<ImagingResult> {
  const response = await post(file, more);
  expect(response.status, response.text).toBe(200);
  return imagingResult.parse(response.json());
}

/** The field and the words of a refusal. */
async function fault(file: Buffer, more: Record<string, unknown> = {}) {
  const response = await post(file, more);
  expect(response.status, response.text).toBe(400);
  const { code, details } = errorEnvelope.parse(response.json()).error;
  expect(code).toBe('validation_error');
  return { field: details.field, issue: details.issue };
}

const plain = () => dicom({ syntax: EXPLICIT_LITTLE_ENDIAN });
const dicom = (options: FilmFileOptions = {}) => encodeDicom(film, options);
const real = (...path: string[]) => readFileSync(join(REAL, ...path));

/** No part of it in any answer, in the log or in the audit records. */
async function expectNowhere(secrets: readonly string[]): Promise<void> {
  const audit = await daemon.cli('audit', 'tail', '--json', '-n', '1000');
  const everything = [...answers, JSON.stringify(await daemon.allLogs()), audit].join('\n');
  expect(everything).toContain('chest-xray-triage');
  for (const secret of secrets) expect(everything).not.toContain(secret);
}

/** Twice as large: the size that detectors give. */
const enlarged = (): Film => ({ ...film, size: 2048, greys: resize(film.greys, 2048) });

describe('a chest film of 12 bits as DICOM over HTTPS', () => {
  it('is read alike whichever way its greys are stored', async () => {
    const light = await read(dicom());
    const dark = await read(dicom({ photometric: 'MONOCHROME1' }));
    expect(dark.image.photometric).toBe('MONOCHROME1');
    expect(dark.measurements).toEqual(light.measurements);
    expect(dark.probabilities).toEqual(light.probabilities);
  });

  it('of 2048 × 2048 pixels tells what its header says of the picture', async () => {
    const { image } = await read(encodeDicom(enlarged(), { syntax: EXPLICIT_LITTLE_ENDIAN }));
    expect(image).toMatchObject({
      width: 2048,
      height: 2048,
      format: 'dicom',
      bits_per_sample: 12,
      frames: 1,
      frame: 1,
      modality: 'DX',
      view: 'PA',
      transfer_syntax: EXPLICIT_LITTLE_ENDIAN,
      window: 'window 1 of 1 (centre 2048, width 4096)',
    });
    expect(image.pixel_spacing_mm?.columns).toBeCloseTo(410 / 2048, 5);
  });

  it('is outlined where it was measured', async () => {
    const analysis_options = { measure_structures: true, return_outlines: true };
    const { outlines = [], measurements = [], image } = await read(dicom(), { analysis_options });
    expect(outlines.map(({ structure }) => structure)).toEqual(
      expect.arrayContaining(['heart', 'left_lung', 'right_lung']),
    );
    const points = (structure: string) =>
      outlines.find((one) => one.structure === structure)?.rings.flat() ?? [];
    const across = points('heart').map(([x]) => x);
    const borders = measurements
      .find(({ name }) => name === 'cardiac_diameter')
      ?.landmarks.map(({ x }) => x)
      .sort((a, b) => a - b);
    expect(borders).toHaveLength(2);
    expect(Math.min(...across)).toBeCloseTo(borders?.[0] ?? 0, -1);
    expect(Math.max(...across)).toBeCloseTo(borders?.[1] ?? 0, -1);
    // The patient's left is on the right of the picture.
    const middle = (structure: string) =>
      points(structure).reduce((sum, [x]) => sum + x, 0) / points(structure).length;
    expect(middle('left_lung')).toBeGreaterThan(middle('right_lung'));
    for (const [x, y] of outlines.flatMap(({ rings }) => rings.flat())) {
      expect(Math.min(x, y, image.width - x, image.height - y)).toBeGreaterThanOrEqual(0);
    }
    expect(JSON.stringify(outlines).length).toBeLessThan(40_000);
  });

  it('is measured in millimetres, as wide as it was drawn', async () => {
    const { measurements = [], image } = await read(dicom());
    const named = (name: string) => measurements.find((one) => one.name === name);
    const ratio = named('cardiothoracic_ratio');
    expect(ratio?.landmarks).toHaveLength(4);
    for (const { x, y } of ratio?.landmarks ?? []) {
      expect(x).toBeGreaterThan(0);
      expect(y).toBeGreaterThan(0);
      expect(Math.max(x - image.width, y - image.height)).toBeLessThan(0);
    }
    expect(Math.abs((ratio?.value ?? 0) - film.heart.ratio)).toBeLessThan(0.04);
    const thorax = named('thoracic_diameter');
    expect(thorax?.unit).toBe('mm');
    const drawn = film.heart.thorax * 10 * film.patient.width;
    expect(Math.abs((thorax?.value ?? 0) / drawn - 1)).toBeLessThan(0.04);
    const [from, to] = thorax?.landmarks ?? [];
    const pixels = Math.abs((to?.x ?? 0) - (from?.x ?? 0));
    expect(pixels * (image.pixel_spacing_mm?.columns ?? 0)).toBeCloseTo(thorax?.value ?? 0, 0);
  });

  it('seen from the side is not assessed', async () => {
    const result = await read(dicom({ view: 'LL' }));
    expect(result.findings).toEqual([]);
    expect(result.probabilities).toBeUndefined();
    expect(result.measurements).toBeUndefined();
    expect(result.not_assessed[0]?.what).toBe('chest_xray');
  });

  it('whose header contradicts the request is refused with what contradicts', async () => {
    expect((await fault(dicom(), { modality: 'CT' })).field).toBe('modality');
    expect(await fault(dicom({ bodyPart: 'FOOT' }))).toEqual({
      field: 'image_type',
      issue: "contradicts the file's header, which says FOOT",
    });
  });

  it('leaves nothing of its header behind', async () => {
    const file = plain();
    await read(file);
    await fault(file.subarray(0, file.length / 2));
    expect(INVENTED_IDENTIFIERS.filter((text) => !file.includes(text))).toEqual([]);
    await expectNowhere(INVENTED_IDENTIFIERS);
  });
});

describe('a DICOM file that holds no picture to be read', () => {
  const broken: ReadonlyArray<readonly [string, () => Buffer, string]> = [
    ['ends too early', () => plain().subarray(0, 1_000_000), 'truncated file'],
    ['is a video', () => dicom({ syntax: '1.2.840.10008.1.2.4.102' }), 'which is not supported'],
    ['claims 60,000 × 60,000 pixels', () => claiming(60_000), 'more than 100 megapixels'],
    ['claims more than it holds', () => claiming(9_000), 'where its header requires 162000000'],
  ];
  it.each(broken)('that %s is the fault of image_data', async (_, make, words) => {
    const { field, issue } = await fault(make());
    expect(field).toBe('image_data');
    expect(issue).toContain(words);
    expect((await read(dicom())).probabilities).toBeDefined();
  });
});

/** The film with other Rows and Columns than it has. */
function claiming(side: number): Buffer {
  const file = plain();
  for (const element of [0x10, 0x11]) {
    const head = Buffer.from([0x28, 0, element, 0, 0x55, 0x53, 2, 0]);
    file.writeUInt16LE(side, file.indexOf(head) + head.length);
  }
  return file;
}

it('answers for a picture of 100 megapixels and for the next one', async () => {
  const large = await greyPicture(500, 500).resize(10_000, 10_000).png().toBuffer();
  const result = await read(large);
  expect(result.image).toMatchObject({ width: 10_000, height: 10_000 });
  expect(result.not_assessed[0]?.what).toBe('chest_xray');
  expect((await read(dicom())).probabilities).toBeDefined();
  const logs = await daemon.allLogs();
  expect(logs.filter(({ msg }) => msg === 'worker ready')).toHaveLength(1);
});

describe.skipIf(noFiles !== '')(`real DICOM files over HTTPS${noFiles}`, () => {
  const CT = ['cornerstoneWADOImageLoader', 'CTImage.dcm'];
  const FRAMES = ['dicomParser', 'encapsulated', 'multi-frame'];
  const CT_FRAMES = [...FRAMES, 'CT0012.not_fragmented_bot_rle.dcm'];
  const MR = ['pydicom', 'MR_small.dcm'];

  it.each([
    ['a CT', CT, 'CT'],
    ['an MR picture', MR, 'MR'],
  ])('%s is no chest film', async (_, path, said) => {
    const { field, issue } = await fault(real(...path));
    expect([field, issue]).toEqual(['modality', `is DX, but the file's header says ${said}`]);
  });

  it.skipIf(!shipped('brain-mri-tumour'))('of the abdomen are no brain', async () => {
    const asked = { image_type: 'brain_mri', modality: 'MR' };
    const { field, issue } = await fault(real('pydicom', 'examples_overlay.dcm'), asked);
    expect([field, issue]).toEqual(['image_type', expect.stringContaining('says ABDOMEN')]);
  });

  it('leave no name, number, date or identifier behind', async () => {
    const files = [CT, CT_FRAMES, MR, ['pydicom', 'examples_overlay.dcm']];
    for (const path of files) {
      for (const image_type of ['chest_xray', 'head_ct', 'brain_mri']) {
        for (const modality of ['DX', 'CT', 'MR']) {
          await post(real(...path), { image_type, modality });
        }
      }
    }
    const secrets = files.flatMap((path) => identifiersOf(real(...path)));
    expect(secrets.length).toBeGreaterThan(30);
    await expectNowhere(secrets);
  });
});

/** Texts of a header long enough not to turn up by chance: names, numbers, dates, UIDs. */
function identifiersOf(file: Buffer): string[] {
  const header = dicomParser.parseDicom(file, { untilTag: 'x7fe00010' });
  const tags = 'x00080018 x00080020 x00080030 x00080050 x00080080 x00080081 x00080090 x00081010';
  const more = 'x00081030 x0008103e x00081050 x00081090 x00100010 x00100020 x00100030 x0020000d';
  const texts = `${tags} ${more} x0020000e x00200052`.split(' ').map((tag) => header.string(tag));
  return texts.filter((text) => text !== undefined && text.length >= 6) as string[];
}

describe.each([
  ['brain-mri-tumour', 'brain_mri', 'MR', createBrainSlice, 256],
  ['head-ct-haemorrhage', 'head_ct', 'CT', createHeadCtSlice, 512],
] as const)('%s over HTTPS', (id, image_type, modality, create, size) => {
  it.skipIf(!shipped(id))(
    'answers for a drawn slice, with a score or the reason why not',
    async () => {
      for (const lesion of [false, true]) {
        const file = encodeSliceDicom(create({ seed: 3, size, lesion }));
        const result = await read(file, { image_type, modality });
        expect(result.image).toMatchObject({ width: size, height: size, modality });
        expect(result.models.map((model) => model.id)).toContain(id);
        const refused = result.not_assessed.some(({ what }) => what === image_type);
        expect(refused).toBe(result.probabilities === undefined);
      }
      await expectNowhere(INVENTED_IDENTIFIERS);
    },
  );

  it.skipIf(!shipped(id))('names what a chest film contradicts', async () => {
    expect((await fault(dicom(), { image_type, modality })).field).toBe('modality');
    expect((await fault(dicom(), { image_type, modality: 'DX' })).field).toBe('modality');
  });
});
