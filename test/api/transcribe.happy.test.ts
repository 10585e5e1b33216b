import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scoreWords } from '../../scripts/models/dictation/word-errors.js';
import { entitiesResult, transcribeResult } from '../../src/dictation/schema.js';
import { startTestAppliance, type TestAppliance } from '../support/appliance.js';
import type { ModelsFolder } from '../support/knowledge-models.js';
import { audioForm, RECORDINGS, recording, silence } from '../support/recordings.js';
import { speechModels } from '../support/speech-models.js';

let box: TestAppliance;
let models: ModelsFolder;
beforeAll(async () => {
  models = speechModels('clinical-language');
  box = await startTestAppliance({ models_dir: models.dir });
});
afterAll(async () => {
  await box.stop();
  models.remove();
});

interface Told {
  readonly file: string;
  readonly phrases: readonly { readonly words: readonly string[] }[];
}
const TOLD: readonly Told[] = JSON.parse(
  readFileSync(join(RECORDINGS, 'digits', 'digits.json'), 'utf8'),
);

async function transcribed(audio: Buffer, fields: Record<string, string> = {}) {
  const response = await box.upload('/v1/transcribe', audioForm(audio, fields));
  expect(response.status).toBe(200);
  return transcribeResult.parse(await response.json());
}

/** Seconds of each kind must come to the whole. */
function expectAccounted({
  duration,
  audio_accounting: parts,
}: {
  duration: number;
  audio_accounting: { transcribed: number; silence: number; rejected: number };
}) {
  expect(parts.transcribed + parts.silence + parts.rejected).toBeCloseTo(duration, 3);
}

describe('a recording of spoken digits', () => {
  it.each(TOLD)('$file is transcribed, every word with its time', async ({ file, phrases }) => {
    const result = await transcribed(recording(`digits/${file}`));
    const said = phrases.flatMap(({ words }) => words);
    const { substitutions, deletions, insertions } = scoreWords(
      said,
      result.text.toLowerCase().match(/[a-z]+/g) ?? [],
    );
    // A tiny network and voices that it never heard: one digit in ten is wrong.
    expect(substitutions + deletions + insertions).toBeLessThanOrEqual(said.length / 3);
    let before = 0;
    for (const { start, end, confidence } of result.words) {
      expect(start).toBeGreaterThanOrEqual(before);
      expect(end).toBeGreaterThanOrEqual(start);
      expect(end).toBeLessThanOrEqual(result.duration + 1e-6);
      expect(confidence).toBeGreaterThan(0);
      before = start;
    }
    expectAccounted(result);
    expect(result.audio_accounting.transcribed).toBeGreaterThan(0.5);
    expect(result.medical_entities).toEqual([]);
    expect(result.models).toMatchObject([{ id: 'whisper-digits', backend: 'cpu' }]);
    expect(result.transcription_id).toMatch(/^tr_/);
  });

  it('is answered under both prefixes alike', async () => {
    const form = audioForm(recording('digits/slt.wav'));
    const response = await box.upload('/api/v1/transcribe', form);
    expect(response.status).toBe(200);
  });
});

describe('a recording without speech', () => {
  it('returns no words, with a warning', async () => {
    const result = await transcribed(silence(3), { return_entities: 'true' });
    expect(result).toMatchObject({ text: '', words: [], segments: [], duration: 3 });
    expect(result.confidence_score).toBe(0);
    expect(result.audio_accounting).toEqual({ transcribed: 0, silence: 3, rejected: 0 });
    expect(result.warnings.join()).toContain('no words');
  });
});

describe('text that is written already', () => {
  it('is read for entities with their places and assertions', async () => {
    const text =
      'Denies chest pain. Started amoxicillin 500 mg for pneumonia. Father had a stroke.';
    const response = await box.post('/v1/entities', { text });
    expect(response.status).toBe(200);
    const { entities } = entitiesResult.parse(await response.json());
    for (const { text: found, start, end } of entities) expect(text.slice(start, end)).toBe(found);
    const of = (found: string) => entities.find((one) => one.text.toLowerCase() === found);
    expect(of('chest pain')).toMatchObject({ type: 'symptom', assertion: 'absent' });
    expect(of('pneumonia')).toMatchObject({ type: 'condition', assertion: 'present' });
    expect(of('stroke')).toMatchObject({ assertion: 'family' });
  });

  it('may be empty', async () => {
    const response = await box.post('/v1/entities', { text: '' });
    expect(await response.json()).toMatchObject({ entities: [], sections: [] });
  });
});

it('lists what listens, and in which languages', async () => {
  const { models: listed } = (await (await box.get('/v1/models')).json()) as {
    models: { id: string; kind: string; languages?: string[] }[];
  };
  expect(listed).toContainEqual(
    expect.objectContaining({ id: 'whisper-digits', languages: expect.arrayContaining(['en-US']) }),
  );
  expect(listed.map(({ id }) => id)).toContain('clinical-language');
});
