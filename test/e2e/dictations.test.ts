import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLanguage } from '../../scripts/language/open-language.js';
import { missingPrograms, readAloud, VOICES } from '../../scripts/samples/audio/voices.js';
import { type TranscribeResult, transcribeResult } from '../../src/dictation/schema.js';
import type { ClinicalLanguage } from '../../src/patient-record/language/create-clinical-language.js';
import { type Daemon, startDaemon } from '../support/daemon.js';
import { neverMismatches, readDictations, rightMismatches } from '../support/dictations.js';
import { audioForm } from '../support/recordings.js';
import { isLongRun } from '../support/rounds.js';
import { speechModels } from '../support/speech-models.js';

const missing = missingPrograms();
const reason = missing.length > 0 ? ` (skipped: no ${missing.join(', ')})` : '';
/** Of those that were written, one in so many is read aloud, by its own voice. */
const ONE_IN = isLongRun ? 1 : 4;
const DICTATIONS = readDictations()
  .map((dictation, index) => ({ ...dictation, voice: VOICES[index % VOICES.length] }))
  .filter((_, index) => index % ONE_IN === 0);

interface Filed {
  readonly resourceType: string;
  readonly code?: { readonly coding?: readonly { readonly code: string }[] };
  readonly verificationStatus?: { readonly coding: readonly { readonly code: string }[] };
}

describe.skipIf(missing.length > 0)(`dictations read aloud${reason}`, () => {
  const models = speechModels('dictation-en', 'clinical-language', 'medication-knowledge');
  let daemon: Daemon;
  let key: string;
  let language: ClinicalLanguage;
  const answers = new Map<string, { result: TranscribeResult; filed: readonly Filed[] }>();

  async function answerOf(sound: Uint8Array) {
    const file = await daemon.request('/v1/fhir/Patient', {
      key,
      json: { resourceType: 'Patient' },
    });
    expect(file.status, file.text).toBe(201);
    const subject = `Patient/${file.json<{ id: string }>().id}`;
    const body = audioForm(sound, {
      model: 'dictation-en',
      language: 'en-GB',
      specialty: 'internal_medicine',
      return_entities: 'true',
      subject,
    });
    const response = await daemon.request('/v1/transcribe', { key, body });
    expect(response.status, response.text.slice(0, 500)).toBe(200);
    const found = await daemon.request(`/v1/fhir/Condition?patient=${subject}&_count=100`, { key });
    const { entry = [] } = found.json<{ entry?: { resource: Filed }[] }>();
    return {
      result: transcribeResult.parse(response.json()),
      filed: entry.map(({ resource }) => resource),
    };
  }

  beforeAll(async () => {
    language = await openLanguage('models');
    daemon = await startDaemon({ config: { models_dir: models.dir } });
    key = await daemon.key({ rate: 1_000 });
    for (const { kind, id, spoken, voice } of DICTATIONS) {
      if (voice === undefined) throw new Error('there is no voice');
      answers.set(`${kind}/${id}`, await answerOf(readAloud(spoken, voice)));
    }
  });
  afterAll(async () => {
    await daemon.stop();
    models.remove();
  });

  /** All that is wrong, of all dictations, in one message. */
  function listed(mismatches: typeof neverMismatches): string {
    return DICTATIONS.flatMap((dictation) => {
      const name = `${dictation.kind}/${dictation.id}`;
      const answer = answers.get(name);
      if (answer === undefined) return [`${name}: no answer`];
      const codes = answer.filed.flatMap(({ code, verificationStatus }) => {
        const [what] = code?.coding ?? [];
        const [how] = verificationStatus?.coding ?? [];
        return what && how ? [[what.code, how.code] as const] : [];
      });
      const found = mismatches(answer.result, new Map(codes), dictation, language);
      return found.map((one) => `${name}: ${one}`);
    }).join('\n');
  }

  it('are all written down', () => {
    const texts = [...answers.values()].map(({ result }) => result.text);
    expect(texts).toHaveLength(40 / ONE_IN);
    for (const text of texts) expect(text.length).toBeGreaterThan(100);
  });

  it('never come to the opposite of what was said, another person or another medicine', () => {
    expect(listed(neverMismatches)).toBe('');
  });

  it('have what was heard rightly in the file, and among the medicines', () => {
    expect(listed(rightMismatches)).toBe('');
  });
});
