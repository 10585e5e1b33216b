import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type DicomElement,
  type DicomFile,
  EXPLICIT_LITTLE_ENDIAN,
  writeDicomFile,
} from '../../scripts/samples/dicom-file.js';
import { INVENTED_IDENTIFIERS, inventedPatient } from '../../scripts/samples/invented-patient.js';
import { errorEnvelope } from '../../src/http/schema.js';
import { type ImagingResult, imagingResult } from '../../src/imaging/schema.js';
import { startTestAppliance, type TestAppliance } from '../support/appliance.js';

const SIDE = 96;
const FRAMES = 5;
/** JPEG 2000 Part 2 multi-component: the standard knows it, no codec here does. */
const MULTI_COMPONENT = '1.2.840.10008.1.2.4.92';

let box: TestAppliance;
const answers: string[] = [];
beforeAll(async () => {
  box = await startTestAppliance();
});
afterAll(() => box.stop());

/** Five frames with waves that lie closer from one to the next. */
function waves(): Uint8Array {
  const frame = SIDE * SIDE;
  return Uint8Array.from({ length: FRAMES * frame }, (_, i) => {
    const closeness = 1 + Math.floor(i / frame);
    const [x, y] = [i % SIDE, Math.floor((i % frame) / SIDE)];
    return 128 + 100 * Math.sin((x * closeness) / 9) * Math.cos((y * closeness) / 11);
  });
}

/** A cine loop with an invented patient in its header; elements given replace its own. */
function cine(changed: readonly DicomElement[] = [], file: Partial<DicomFile> = {}): Buffer {
  const short = (tag: string, value: number): DicomElement => ({ tag, vr: 'US', value });
  const own: DicomElement[] = [
    ...inventedPatient(9),
    { tag: '00080060', vr: 'CS', value: 'DX' },
    { tag: '00280004', vr: 'CS', value: 'MONOCHROME2' },
    { tag: '00280008', vr: 'IS', value: String(FRAMES) },
    short('00280002', 1),
    short('00280010', SIDE),
    short('00280011', SIDE),
    short('00280100', 8),
    short('00280101', 8),
    short('00280102', 7),
    short('00280103', 0),
  ];
  const kept = own.filter(({ tag }) => changed.every((element) => element.tag !== tag));
  const elements = [...kept, ...changed];
  return writeDicomFile({ syntax: EXPLICIT_LITTLE_ENDIAN, elements, pixels: waves(), ...file });
}

async function post(file: Buffer, more: Record<string, unknown> = {}): Promise<Response> {
  const response = await box.post('/v1/imaging', {
    image_data: file.toString('base64'),
    image_type: 'test_pattern',
    modality: 'DX',
    analysis_options: { return_probabilities: true },
    ...more,
  });
  answers.push(await response.clone().text());
  return response;
}

async function read(file: Buffer, more: Record<string, unknown> = {}): Promise<ImagingResult> {
  const response = await post(file, more);
  const text = await response.text();
  expect(response.status, text).toBe(200);
  return imagingResult.parse(JSON.parse(text));
}

async function fault(file: Buffer, more: Record<string, unknown> = {}) {
  const response = await post(file, more);
  const text = await response.text();
  expect(response.status, text).toBe(400);
  const { code, details } = errorEnvelope.parse(JSON.parse(text)).error;
  expect(code).toBe('validation_error');
  return { field: details.field, issue: details.issue };
}

describe('a DICOM file of several frames', () => {
  it('is read by its middle frame, with a warning', async () => {
    const { image, warnings } = await read(cine());
    expect(image).toMatchObject({ frames: 5, frame: 3, width: SIDE, height: SIDE });
    expect(warnings).toContain('The file holds 5 frames; frame 3, the middle one, was read.');
  });

  it('is read by the requested frame only', async () => {
    const middle = await read(cine());
    const asked = await read(cine(), { frame: 3 });
    const last = await read(cine(), { frame: FRAMES });
    expect(last.image.frame).toBe(FRAMES);
    expect(asked.probabilities).toEqual(middle.probabilities);
    expect(last.probabilities).not.toEqual(middle.probabilities);
  });

  it.each([FRAMES + 1, 1_000_000])('has no frame %i', async (frame) => {
    const { issue } = await fault(cine(), { frame });
    expect(issue).toBe(`is ${frame}, but the file holds 5 frames`);
  });

  it.each([0, -1, 1.5, '2', null])('has no frame %j, whatever it holds', async (frame) => {
    expect((await fault(cine(), { frame })).field).toBe('frame');
  });
});

describe('a DICOM file that cannot be read', () => {
  const fits = (tag: string, value: number): DicomElement => ({ tag, vr: 'US', value });
  it.each<[string, () => Buffer, RegExp]>([
    ['is cut off in its pixels', () => cine().subarray(0, -SIDE * SIDE), /truncated file/],
    [
      'is cut off in its header',
      () => cine().subarray(0, 300),
      /ends or is damaged before its pixel data/,
    ],
    ['has no pixel data', () => cine([], { pixels: new Uint8Array(0) }), /pixel data/],
    ['holds no picture', () => reportWithoutPixels(), /is a DICOM object without pixel data/],
    ['has no rows', () => cine([fits('00280010', 0)]), /no usable Rows/],
    ['is 60,000 × 60,000', () => cine([side('00280010'), side('00280011')]), /100 megapixels/],
    ['is compressed as nobody reads', () => compressed(MULTI_COMPONENT), /which is not supported/],
    [
      'is compressed with noise',
      () => compressed('1.2.840.10008.1.2.4.90'),
      /does not start like JPEG 2000/,
    ],
    ['has 64 bits a sample', () => cine([fits('00280100', 64)]), /samples of 64 bits/],
  ])('because it %s is the fault of image_data', async (_, make, words) => {
    const { field, issue } = await fault(make());
    expect(field).toBe('image_data');
    expect(issue).toMatch(words);
    // The worker is none the worse for it.
    expect((await read(cine())).image.frame).toBe(3);
  });

  it('as the earlier image is the fault of prior_image_data', async () => {
    const { field } = await fault(cine(), {
      prior_image_data: cine()
        .subarray(0, -SIDE * SIDE)
        .toString('base64'),
      analysis_options: { compare_to_prior: true },
    });
    expect(field).toBe('prior_image_data');
  });
});

const side = (tag: string): DicomElement => ({ tag, vr: 'US', value: 60_000 });

function compressed(syntax: string): Buffer {
  const noise = Uint8Array.from({ length: 4_000 }, (_, i) => (i * 37 + (i >> 3)) % 251);
  const single: DicomElement = { tag: '00280008', vr: 'IS', value: '1' };
  return cine([single], { syntax, pixels: { fragments: [noise] } });
}

function reportWithoutPixels(): Buffer {
  const elements = [...inventedPatient(4), { tag: '00080060', vr: 'CS', value: 'SR' }];
  return writeDicomFile({ syntax: EXPLICIT_LITTLE_ENDIAN, elements });
}

describe('a DICOM header', () => {
  it.each(['CT', 'MR', 'US', 'NM'])('that says %s contradicts a DX', async (value) => {
    expect(await fault(cine([{ tag: '00080060', vr: 'CS', value }]))).toEqual({
      field: 'modality',
      issue: `is DX, but the file's header says ${value}`,
    });
  });

  // Some stations let people type where the standard wants a code.
  it.each([
    ['00080060', 'JANE DOE'],
    ['00080060', 'JANEDOE'],
    ['00180015', 'JANEDOE'],
    ['00185101', 'JANE_DOE'],
    ['00185101', 'JANEDOE'],
    ['00200062', 'JANEDOE'],
    ['00280004', 'JANEDOE'],
  ])('with a name in (%s) repeats none of it', async (tag, value) => {
    const response = await post(cine([{ tag, vr: 'CS', value }]));
    expect(await response.text()).not.toMatch(/JANE|DOE/);
  });

  it('leaves no name, number, date or UID in an answer, a record or a file', async () => {
    const { analysis_id } = await read(cine());
    await fault(cine().subarray(0, -10));
    await box.appliance.stop();
    const files = readdirSync(box.dataDir, { recursive: true, encoding: 'utf8' })
      .map((name) => join(box.dataDir, name))
      .filter((path) => statSync(path).isFile())
      .map((path) => readFileSync(path, 'latin1'));
    // What is searched is where the reading was in fact kept.
    expect(files.some((text) => text.includes(analysis_id))).toBe(true);
    const everything = [...answers, JSON.stringify(box.auditEvents()), ...files].join('\n');
    for (const text of INVENTED_IDENTIFIERS) expect(everything).not.toContain(text);
  });
});
