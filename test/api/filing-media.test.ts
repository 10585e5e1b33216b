import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { transcribeResult } from '../../src/dictation/schema.js';
import { imagingResult } from '../../src/imaging/schema.js';
import { startTestAppliance, type TestAppliance } from '../support/appliance.js';
import { type PatientFiles, patientFiles } from '../support/filing.js';
import type { ModelsFolder } from '../support/knowledge-models.js';
import { base64Of, greyPicture } from '../support/pictures.js';
import { audioForm, recording, silence } from '../support/recordings.js';
import { speechModels } from '../support/speech-models.js';

interface Box {
  readonly box: TestAppliance;
  readonly files: PatientFiles;
}

async function start(models?: ModelsFolder): Promise<Box> {
  const box = await startTestAppliance(models ? { models_dir: models.dir } : {});
  return { box, files: patientFiles(box) };
}

const newPatient = async (files: PatientFiles) =>
  `Patient/${await files.store({ resourceType: 'Patient' })}`;

describe('a reading of an image with a subject', () => {
  let it1: Box;
  beforeAll(async () => {
    it1 = await start();
  });
  afterAll(() => it1.box.stop());

  async function ask(more: object) {
    const image_data = await base64Of(greyPicture(300, 200).png());
    const body = { image_data, image_type: 'test_pattern', modality: 'DX', ...more };
    return it1.box.post('/v1/imaging', body);
  }

  it('is filed as a report that names an Observation for each finding', async () => {
    const { files } = it1;
    const subject = await newPatient(files);
    const response = await ask({ subject });
    expect(response.status).toBe(200);
    const { filed = [], findings, impression, models } = imagingResult.parse(await response.json());
    expect(findings.length).toBeGreaterThan(0);
    const [report] = await files.search(`DiagnosticReport?patient=${subject}&category=RAD`);
    expect(report).toMatchObject({
      id: filed[0]?.split('/')[1],
      conclusion: expect.stringContaining(impression),
      code: { coding: [{ system: 'http://loinc.org', code: '18748-4' }] },
    });
    const observations = await files.search(`Observation?patient=${subject}&category=imaging`);
    expect(observations.map(({ code }) => code.text)).toEqual(
      findings.map(({ finding }) => finding),
    );
    expect(report.result).toEqual(
      observations.map(({ id }) => ({ reference: `Observation/${id}` })),
    );
    expect(observations[0]).toMatchObject({
      valueCodeableConcept: { coding: [{ code: 'LA9633-4' }] },
      component: [{ valueQuantity: { value: findings[0]?.probability, code: '1' } }, {}],
    });
    const provenance = await files.read(filed.at(-1) ?? '');
    expect(provenance.contained[1].version).toEqual([{ value: models[0]?.version }]);
    expect(provenance.entity).toHaveLength(1);
  });

  it('is refused before the image is decoded when the patient does not exist', async () => {
    const response = await ask({ subject: 'Patient/nobody', image_data: 'no image at all' });
    expect(response.status).toBe(400);
    const { error } = (await response.json()) as { error: { details: { field: string } } };
    expect(error.details.field).toBe('subject');
  });
});

describe('a transcript with a subject', () => {
  let it2: Box;
  let models: ModelsFolder;
  beforeAll(async () => {
    models = speechModels('clinical-language');
    it2 = await start(models);
  });
  afterAll(async () => {
    await it2.box.stop();
    models.remove();
  });

  async function transcribe(audio: Buffer, fields: Record<string, string>) {
    const response = await it2.box.upload('/v1/transcribe', audioForm(audio, fields));
    expect(response.status).toBe(200);
    return transcribeResult.parse(await response.json());
  }

  it('is filed as a document that holds the text', async () => {
    const { files } = it2;
    const subject = await newPatient(files);
    const file = 'digits/digits.json';
    const [first] = JSON.parse(recording(file).toString('utf8')) as { file: string }[];
    const audio = recording(`digits/${first?.file}`);
    const { filed = [], text, transcription_id } = await transcribe(audio, { subject });
    expect(text.length).toBeGreaterThan(5);
    const [document] = await files.search(`DocumentReference?patient=${subject}`);
    expect(document).toMatchObject({
      id: filed[0]?.split('/')[1],
      docStatus: 'preliminary',
      identifier: [{ value: transcription_id }],
      content: [{ attachment: { contentType: 'text/plain', language: 'en-US' } }],
    });
    const { data, size, hash } = document.content[0].attachment;
    expect(hash).toBe(createHash('sha1').update(text).digest('base64'));
    expect(Buffer.from(data, 'base64').toString('utf8')).toBe(text);
    expect(size).toBe(Buffer.byteLength(text));
    expect(filed).toHaveLength(2);
  });

  it('of silence is filed too, without words', async () => {
    const { files } = it2;
    const subject = await newPatient(files);
    const { filed = [], text } = await transcribe(silence(2), { subject });
    expect(text).toBe('');
    const document = await files.read(filed[0] ?? '');
    expect(document.content[0].attachment).toMatchObject({ size: 0 });
    expect(document.content[0].attachment).not.toHaveProperty('data');
  });

  it('of no known patient is refused', async () => {
    const form = audioForm(silence(1), { subject: 'Patient/nobody' });
    expect((await it2.box.upload('/v1/transcribe', form)).status).toBe(400);
  });
});
