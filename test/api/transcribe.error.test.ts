import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorEnvelope } from '../../src/http/schema.js';
import { startTestAppliance, type TestAppliance } from '../support/appliance.js';
import type { ModelsFolder } from '../support/knowledge-models.js';
import { audioForm, recording, silence } from '../support/recordings.js';
import { speechModels } from '../support/speech-models.js';

let box: TestAppliance;
let models: ModelsFolder;
beforeAll(async () => {
  models = speechModels();
  box = await startTestAppliance({
    models_dir: models.dir,
    limits: { audio_seconds: 20, audio_body_bytes: 2_000_000, spool_bytes: 4_000_000 },
  });
});
afterAll(async () => {
  await box.stop();
  models.remove();
});

async function refused(audio: Uint8Array | undefined, fields: Record<string, string> = {}) {
  const response = await box.upload('/v1/transcribe', audioForm(audio, fields));
  const { code, details } = errorEnvelope.parse(await response.json()).error;
  return { status: response.status, code, field: details.field, issue: details.issue };
}

const SPEECH = recording('digits/slt.wav');

describe('a field that cannot be', () => {
  it.each<[string, Record<string, string>, string, RegExp]>([
    ['a language that nobody speaks', { language: 'tlh-KX' }, 'language', /supported: .*en-US/],
    ['no language at all', { language: 'English' }, 'language', /locale such as en-US/],
    ['an unknown specialty', { specialty: 'astrology' }, 'specialty', /cardiology/],
    ['an unknown mode', { mode: 'song' }, 'mode', /dictation or conversation/],
    ['a flag that is none', { return_entities: 'maybe' }, 'return_entities', /true or false/],
    ['a vocabulary that is no JSON', { vocabulary: 'aspirin' }, 'vocabulary', /JSON array/],
    ['a vocabulary of numbers', { vocabulary: '[1]' }, 'vocabulary.0', /phrase/],
    ['an object for a vocabulary', { vocabulary: '{"a": 1}' }, 'vocabulary', /JSON array/],
    [
      'too many phrases',
      { vocabulary: JSON.stringify(Array(1_001).fill('a')) },
      'vocabulary',
      /1000/,
    ],
    ['a model that is not there', { model: 'whisper-huge' }, 'model', /installed: whisper-digits/],
    ['a field that is none', { lang: 'en-US' }, 'lang', /not known/],
  ])('%s is refused by its name', async (_, fields, field, issue) => {
    expect(await refused(SPEECH, fields)).toMatchObject({
      status: 400,
      code: 'validation_error',
      field,
      issue: expect.stringMatching(issue),
    });
  });
});

describe('a file that cannot be heard', () => {
  const bytes = (text: string) => Buffer.from(text, 'latin1');
  it.each<[string, Buffer, RegExp]>([
    ['nothing', Buffer.alloc(0), /empty|no recording/],
    ['text', bytes('The patient was seen today.'), /WAV/],
    ['a picture', bytes('\x89PNG\r\n\x1a\n and more'.padEnd(200)), /WAV/],
    ['a header and no more', SPEECH.subarray(0, 44), /without audio samples|empty|no sound/],
    ['an MP4 file', bytes('\0\0\0\x20ftypM4A \0\0\0\0'.padEnd(400)), /MP4|AAC/],
  ])('%s is refused, and it is said what is taken', async (_, audio, issue) => {
    expect(await refused(audio)).toMatchObject({
      status: 400,
      code: 'validation_error',
      field: 'audio',
      issue: expect.stringMatching(issue),
    });
  });

  it('is refused when it is too long', async () => {
    expect(await refused(silence(21))).toMatchObject({
      field: 'audio',
      issue: expect.stringMatching(/longer than 20 seconds/),
    });
  });

  it('is refused when it is missing', async () => {
    expect(await refused(undefined)).toMatchObject({ field: 'audio', issue: 'is required' });
  });

  it('is refused when it is too large', async () => {
    expect(await refused(Buffer.alloc(2_100_000))).toMatchObject({ status: 413 });
  });
});

it('transcribes the existing part of a truncated file, with a warning', async () => {
  const cut = SPEECH.subarray(0, Math.floor(SPEECH.length * 0.7));
  const response = await box.upload('/v1/transcribe', audioForm(cut));
  expect(response.status).toBe(200);
  const { warnings } = (await response.json()) as { warnings: string[] };
  expect(warnings.join()).toMatch(/truncated/);
});

it('says that clinical language is missing, and still writes the words down', async () => {
  const response = await box.upload(
    '/v1/transcribe',
    audioForm(SPEECH, { return_entities: 'true' }),
  );
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({
    medical_entities: [],
    not_assessed: [{ what: 'medical_entities' }],
  });
  expect((await box.post('/v1/entities', { text: 'cough' })).status).toBe(503);
});

it.each<[string, unknown, string]>([
  ['no text', {}, 'text'],
  ['text that is none', { text: 7 }, 'text'],
  ['an unknown source', { text: 'a', source: 'dream' }, 'source'],
  ['text over the limit', { text: 'é'.repeat(600_000) }, 'text'],
])('refuses entities of %s', async (_, body, field) => {
  const response = await box.post('/v1/entities', body);
  expect(response.status).toBe(400);
  expect(errorEnvelope.parse(await response.json()).error.details.field).toBe(field);
});
