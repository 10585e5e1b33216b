import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scoreWords } from '../../scripts/models/dictation/word-errors.js';
import { type TranscribeResult, transcribeResult } from '../../src/dictation/schema.js';
import { type Daemon, startDaemon } from '../support/daemon.js';
import { babble, backwards, clipsOf } from '../support/many-voices.js';
import { NO_SPEECH } from '../support/no-speech.js';
import { audioForm, wav } from '../support/recordings.js';
import { speechModels } from '../support/speech-models.js';

const ROOT = join(import.meta.dirname, '..', '..');
const SPEECH = join(ROOT, '..', 'shared', 'data', 'speech');
const SAMPLE = readFileSync(join(ROOT, 'scripts', 'samples', 'dictations', 'ward-round.opus'));

/** What the sample says; `scripts/samples/make-dictations.sh` has it read aloud. */
const SAID =
  'this is a sixty seven year old man with crushing chest pain for two hours the pain radiates to ' +
  'the left arm he denies fever and cough past medical history hypertension and type two diabetes ' +
  'medications metformin five hundred milligrams twice daily and lisinopril ten milligrams once ' +
  'daily on examination blood pressure is one forty over ninety heart rate one hundred and ten ' +
  'oxygen saturation ninety four percent on room air impression possible acute coronary syndrome ' +
  'plan aspirin three hundred milligrams now an ecg and troponin';

let daemon: Daemon;
let key: string;
const models = speechModels('dictation-en', 'clinical-language', 'medication-knowledge');
beforeAll(async () => {
  daemon = await startDaemon({ config: { models_dir: models.dir } });
  key = await daemon.key();
});
afterAll(async () => {
  await daemon.stop();
  models.remove();
});

async function transcribed(
  audio: Uint8Array,
  fields: Record<string, string> = {},
): Promise<TranscribeResult> {
  const body = audioForm(audio, { model: 'dictation-en', ...fields });
  const response = await daemon.request('/v1/transcribe', { key, body });
  expect(response.status, response.text.slice(0, 500)).toBe(200);
  return transcribeResult.parse(response.json());
}

const spokenOf = ({ words }: TranscribeResult) =>
  words.flatMap(({ spoken }) => spoken.split(' ').filter((word) => word !== ''));

/** Word errors, all kinds, as a share of what was said. */
function errorRate(said: readonly string[], heard: readonly string[]): number {
  const { words, substitutions, deletions, insertions } = scoreWords(said, heard);
  return (substitutions + deletions + insertions) / words;
}

describe('a dictation over HTTPS', () => {
  it('comes back as clinical text, with entities and every second accounted for', async () => {
    const result = await transcribed(SAMPLE, { return_entities: 'true' });
    expect(errorRate(SAID.split(' '), spokenOf(result))).toBeLessThan(0.3);
    expect(result.text).toContain('140/90');
    const { transcribed: heard, silence, rejected } = result.audio_accounting;
    expect(heard + silence + rejected).toBeCloseTo(result.duration, 3);
    expect(heard).toBeGreaterThan(30);
    const found = result.medical_entities.map(({ normalized, text }) => normalized?.name ?? text);
    expect(found).toEqual(expect.arrayContaining([expect.stringMatching(/chest pain/i)]));
    for (const { text, start, end } of result.medical_entities) {
      expect(result.text.slice(start, end)).toBe(text);
    }
    expect(result.models.map(({ id }) => id)).toEqual(['dictation-en', 'clinical-language']);
  });

  it('has every word in its place, none over another', async () => {
    const { words, duration } = await transcribed(SAMPLE);
    words.forEach(({ start, end, confidence }, at) => {
      expect(start).toBeGreaterThanOrEqual(words[at - 1]?.end ?? 0);
      expect(end).toBeGreaterThan(start);
      expect(end).toBeLessThanOrEqual(duration);
      expect(confidence).toBeGreaterThan(0);
      expect(confidence).toBeLessThanOrEqual(1);
    });
  });

  it('is the same each time, apart from its name and its time', async () => {
    const bare = ({ transcription_id: _, created_at: __, ...rest }: TranscribeResult) => rest;
    expect(bare(await transcribed(SAMPLE))).toEqual(bare(await transcribed(SAMPLE)));
  });

  it('lets the vocabulary say how a name is heard', async () => {
    const plain = spokenOf(await transcribed(SAMPLE));
    const favoured = await transcribed(SAMPLE, {
      vocabulary: JSON.stringify([
        'metformin',
        'lisinopril',
        'troponin',
        'acute coronary syndrome',
      ]),
    });
    const right = (heard: readonly string[]) => 1 - errorRate(SAID.split(' '), heard);
    expect(right(spokenOf(favoured))).toBeGreaterThanOrEqual(right(plain) - 0.02);
    expect(spokenOf(favoured)).toContain('lisinopril');
  });

  it('stops when its client goes away, and the next one is served', async () => {
    const controller = new AbortController();
    const long = wav(new Float32Array(16_000 * 120).map((_, i) => Math.sin(i / 20) / 4));
    const body = audioForm(long, { model: 'dictation-en' });
    const gone = daemon.request('/v1/transcribe', { key, body, signal: controller.signal });
    setTimeout(() => controller.abort(), 300);
    await expect(gone).rejects.toThrow();
    expect((await transcribed(SAMPLE)).text).not.toBe('');
  });
});

describe.each(['dictation-en', 'whisper-digits'])('no words by %s', (model) => {
  it.each(NO_SPEECH.map(({ name, make }) => [name, make] as const))(
    'come from %s',
    async (_, make) => {
      const result = await transcribed(wav(make(8)), { model });
      expect(result.text).toBe('');
      expect(result.words).toEqual([]);
      expect(result.audio_accounting.transcribed).toBe(0);
    },
  );
});

const without = existsSync(SPEECH) ? '' : ' (skipped: the speech data are not here)';
describe.skipIf(without !== '')(`a reader that training never heard${without}`, () => {
  it('is written down with fewer than six of ten words wrong', async () => {
    const rows = readFileSync(join(SPEECH, 'clips.tsv'), 'utf8')
      .split('\n')
      .map((line) => line.split('\t'))
      .filter(([, source, , seconds]) => source === 'dc_tts_selfread' && Number(seconds) > 3)
      .slice(0, 20);
    expect(rows.length).toBe(20);
    let wrong = 0;
    let said = 0;
    for (const [clip = '', , , , text = ''] of rows) {
      const words = text
        .toLowerCase()
        .split(/[^a-z']+/)
        .filter((word) => word !== '');
      const heard = spokenOf(await transcribed(readFileSync(join(SPEECH, clip))));
      wrong += errorRate(words, heard) * words.length;
      said += words.length;
    }
    expect(wrong / said).toBeLessThan(0.6);
  });
});

describe.skipIf(without !== '')(`what is not one voice${without}`, () => {
  // Neither these readers nor these sentences chose the threshold.
  const clips = () => clipsOf(SPEECH).filter(({ source }) => source === 'ljspeech');

  it.each([10, 16])('gives no words: %d people at once', async (voices) => {
    for (const seed of [1, 2, 3]) {
      const sound = await babble(clips(), { voices, seconds: 8, seed });
      expect((await transcribed(wav(sound))).text).toBe('');
    }
  });

  it('gives no words: speech that runs backwards', async () => {
    for (const clip of clips().slice(0, 8)) {
      expect((await transcribed(wav(await backwards(clip)))).text).toBe('');
    }
  });

  it('while each reader alone gives some', async () => {
    for (const { file } of clips().slice(0, 8)) {
      expect((await transcribed(readFileSync(file))).text).not.toBe('');
    }
  });
});
