import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ImagingResult, imagingResult } from '../../src/imaging/schema.js';
import { openDatabase } from '../../src/store/open.js';
import { type Daemon, startDaemon } from '../support/daemon.js';
import { pictureModels } from '../support/knowledge-models.js';
import { enhancedHead, headSeries } from '../support/pacs/head-series.js';
import { film, holdObject } from '../support/pacs/hold-object.js';

const ABOUT = { image_type: 'head_ct', modality: 'CT' };
const STUDY = '2.25.100';
const COUNT = 26;
const BLEEDING = [11, 12, 13, 14];

const models = pictureModels();
let daemon: Daemon;
let key: string;

beforeAll(async () => {
  daemon = await startDaemon({
    config: { models_dir: models.dir, rate_limits: { per_minute: 10_000 } },
  });
  key = await daemon.key();
});
afterAll(async () => {
  await daemon.stop();
  models.remove();
});

const resultOf = ({ status, text }: { status: number; text: string }): ImagingResult => {
  expect(status, text).toBe(200);
  return imagingResult.parse(JSON.parse(text));
};

/** Sends files as a form. */
async function send(files: readonly Buffer[], more: Record<string, string> = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...ABOUT, ...more })) form.append(name, value);
  for (const file of files) form.append('image', new Blob([new Uint8Array(file)]), 'slice.dcm');
  return daemon.request('/v1/imaging', { key, body: form });
}

async function hold(files: readonly Buffer[]): Promise<void> {
  const dataDir = daemon.dataDir;
  const database = openDatabase(dataDir);
  for (const file of files) await holdObject({ dataDir, database }, file);
  database.close();
}

const ask = (json: Record<string, unknown>) =>
  daemon.request('/v1/imaging', { key, json: { ...ABOUT, ...json } });

/** All but what differs between two readings of the same images. */
const comparable = ({ analysis_id: _, created_at: __, ...rest }: ImagingResult) => rest;

describe('a head CT that is sent as its files', () => {
  it('is read slice by slice, in whatever order they are sent', async () => {
    const files = headSeries({
      study: STUDY,
      series: '2.25.101',
      count: COUNT,
      bleeding: BLEEDING,
    });
    const result = resultOf(await send(files));
    const { series } = result;
    expect(series).toMatchObject({
      images: COUNT,
      slices: COUNT,
      study_instance_uid: STUDY,
      series_instance_uid: '2.25.101',
      orientation: 'axial',
      spacing_mm: 5,
    });
    expect(series?.positions_mm).toEqual(Array.from({ length: COUNT }, (_, at) => at * 5));
    const strip = series?.probabilities.haemorrhage ?? [];
    expect(strip).toHaveLength(COUNT);
    const [key] = series?.key_images ?? [];
    expect(BLEEDING.map((at) => at + 1)).toContain(key?.slice);
    expect(key?.sop_instance_uid).toBe(`2.25.101.${key?.slice}`);
    expect(result.findings).toMatchObject([{ label: 'haemorrhage', slice: key?.slice }]);
    expect(result.impression).toContain(`most on slice ${key?.slice} of ${COUNT}`);
    expect(result.impression).not.toContain('Other slices were not read');
    expect(result.urgency?.level).toBe('immediate');
    expect(result.warnings.join(' ')).toContain('never measured on series of patients');
    expect(JSON.stringify(result)).not.toContain('MARKER');
    const turned = resultOf(await send([...files].reverse()));
    expect(comparable(turned)).toEqual(comparable(result));
  });

  it('says what is missing, and relies on no absence', async () => {
    const files = headSeries({ study: STUDY, series: '2.25.102', count: COUNT });
    const damaged = files[3]!.subarray(0, 400);
    const sent = [...files.slice(0, 3), damaged, ...files.slice(4, 10), ...files.slice(12)];
    const result = resultOf(await send(sent));
    expect(result.series).toMatchObject({ images: 24, slices: 23 });
    const reasons = result.not_assessed.filter(({ what }) => what === 'series');
    expect(reasons.map(({ reason }) => reason)).toEqual([
      expect.stringMatching(/^between slice 3 and 4 lie 10 mm: 1 slice seems/),
      expect.stringMatching(/^between slice 9 and 10 lie 15 mm: 2 slices seem/),
      expect.stringMatching(/^1 image .* could not be read$/),
    ]);
  });

  it('is refused where it is no series of images, by its field', async () => {
    const [one, two] = headSeries({ study: STUDY, series: '2.25.103', count: 2 });
    const zip = Buffer.from('PK\x03\x04 and so on'.padEnd(200, '.'), 'latin1');
    for (const [files, issue] of [
      [[one!, zip], /ZIP archive/],
      [[Buffer.from('text'), Buffer.from('more')], /not a DICOM file/],
    ] as const) {
      const { status, text } = await send(files);
      expect(status).toBe(400);
      expect(JSON.parse(text).error.details).toMatchObject({
        field: 'image',
        issue: expect.stringMatching(issue),
      });
    }
    const framed = await send([one!, two!], { frame: '1' });
    expect(JSON.parse(framed.text).error.details.field).toBe('frame');
  });
});

describe('a head CT that is held', () => {
  it('is read by the UID of its series, also as one object of many frames', async () => {
    const options = { study: '2.25.200', count: COUNT, bleeding: BLEEDING };
    await hold(headSeries({ ...options, series: '2.25.201' }));
    const enhanced = enhancedHead({ ...options, series: '2.25.202', number: 2 });
    await hold([enhanced]);
    const single = resultOf(await ask({ series_instance_uid: '2.25.201' }));
    const many = resultOf(await ask({ series_instance_uid: '2.25.202' }));
    const alone = resultOf(await ask({ sop_instance_uid: '2.25.202.1' }));
    expect(alone.series).toEqual(many.series);
    expect(alone.findings).toEqual(many.findings);
    const sent = resultOf(await send([enhanced]));
    expect(comparable(sent).findings).toEqual(many.findings);
    expect(sent.series?.probabilities).toEqual(many.series?.probabilities);
    const image_data = enhanced.toString('base64');
    const encoded = await ask({ image_data });
    expect([encoded.status, encoded.json()]).toMatchObject([
      400,
      {
        error: {
          details: { field: 'image_data', issue: expect.stringMatching(/^has \d+ frames/) },
        },
      },
    ]);
    expect(resultOf(await ask({ image_data, frame: 2 })).image).toMatchObject({ frame: 2 });
    const frame = resultOf(await ask({ sop_instance_uid: '2.25.202.1', frame: 2 }));
    expect(frame.series).toBeUndefined();
    expect(frame.image).toMatchObject({ frames: COUNT, frame: 2 });
    expect(many.series).toMatchObject({ images: COUNT, slices: COUNT, orientation: 'axial' });
    expect(many.series?.probabilities).toEqual(single.series?.probabilities);
    expect(many.series?.key_images[0]).toMatchObject({
      slice: single.series?.key_images[0]?.slice,
      sop_instance_uid: '2.25.202.1',
      frame: expect.any(Number),
    });
  });

  it('of several series the one that suits is read, with reasons', async () => {
    const study = '2.25.300';
    const kernel = { tag: '00181210', vr: 'SH', value: 'H70h' };
    const localizer = { tag: '00080008', vr: 'CS', value: 'ORIGINAL\\PRIMARY\\LOCALIZER' };
    await hold(headSeries({ study, series: '2.25.301', count: 2, more: [localizer] }));
    await hold(headSeries({ study, series: '2.25.302', count: COUNT, number: 2, more: [kernel] }));
    await hold(headSeries({ study, series: '2.25.303', count: COUNT, number: 3 }));
    const { series } = resultOf(await ask({ study_instance_uid: study }));
    expect(series?.series_instance_uid).toBe('2.25.303');
    expect(series?.reasons).toEqual([
      'Series 3 was read: axial, soft-tissue kernel, 26 slices, 5 mm apart.',
      'Series 2 was not read: sharp (bone) kernel, not soft-tissue kernel.',
    ]);
  });

  it('is not there for a key of live data, or by another UID', async () => {
    const live = await daemon.key({ mode: 'live' });
    const json = { ...ABOUT, series_instance_uid: '2.25.201' };
    expect((await daemon.request('/v1/imaging', { key: live, json })).status).toBe(400);
    const { text } = await ask({ study_instance_uid: '2.25.999' });
    expect(JSON.parse(text).error.details.field).toBe('study_instance_uid');
  });
});

it('of a chest study the frontal film is read', async () => {
  const study = '2.25.400';
  const view = (value: string) => ({ tag: '00185101', vr: 'CS', value });
  await hold([
    Buffer.from(film({ study, series: '2.25.401', instance: '2.25.402', more: [view('LL')] })),
    Buffer.from(film({ study, series: '2.25.401', instance: '2.25.403', more: [view('PA')] })),
  ]);
  const json = { image_type: 'chest_xray', modality: 'CR', study_instance_uid: study };
  const result = resultOf(await daemon.request('/v1/imaging', { key, json }));
  expect(result.image.view).toBe('PA');
  expect(result.series?.reasons[0]).toBe('Of 2 films one was read, which is PA.');
});

it('the folder of uploads is empty afterwards', () => {
  expect(readdirSync(join(daemon.dataDir, 'tmp'))).toEqual([]);
});
