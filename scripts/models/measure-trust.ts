/**
 * What the floors of confidence and the model of one voice do, on recordings that training left out:
 *
 *     npx tsx scripts/models/measure-trust.ts floors --data ../shared/data/speech [--clips 200]
 *     npx tsx scripts/models/measure-trust.ts voices --data ../shared/data/speech [--clips 200] [--crowds 10]
 *
 * `floors` counts medicines and values that were said and that were not, above each confidence: in the
 * invented dictations, read by synthetic voices with and without noise, and in general English, where
 * next to no medicine is said. `voices` counts what each kind of sound gives with and without the model
 * of one voice. Voices and clips are split in two halves: thresholds were chosen on the first, so
 * that only the second is a result.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { attackOf } from '../../src/dictation/recognition/activity/attack.js';
import { clarityOf } from '../../src/dictation/recognition/ctc/clarity.js';
import type { RejectionParameters } from '../../src/dictation/recognition/ctc/parameters.js';
import { rejectionOf } from '../../src/dictation/recognition/ctc/rejection.js';
import { verifyEntities } from '../../src/dictation/verify.js';
import { writeUp } from '../../src/dictation/written/write-up.js';
import { readDictations } from '../../test/support/dictations.js';
import { babble } from '../../test/support/many-voices.js';
import { openLanguage } from '../language/open-language.js';
import { readAloud, VOICES } from '../samples/audio/voices.js';
import { noisy, telephone } from './dictation/degrade-sound.js';
import { type HeardChunk, openListener, samplesOf } from './dictation/listen.js';
import { heldOutClips, type SpokenClip, sideOf } from './dictation/spoken-clips.js';
import { scoreWords } from './dictation/word-errors.js';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    data: { type: 'string', default: '../shared/data/speech' },
    clips: { type: 'string', default: '200' },
    crowds: { type: 'string', default: '10' },
  },
});

const MODEL = 'models/dictation-en';
const { decoding } = JSON.parse(readFileSync(join(MODEL, 'model.json'), 'utf8')) as {
  decoding: { rejection: RejectionParameters };
};
const listen = await openListener(MODEL);

type Rejection = RejectionParameters;

/** The stretches that keep their words. */
function kept(chunks: readonly HeardChunk[], rejection: Rejection): readonly HeardChunk[] {
  return chunks.filter((chunk) => {
    const sound = {
      seconds: chunk.end - chunk.start,
      clarity: clarityOf({ ...chunk, blank: 0 }),
      attack: attackOf(chunk.samples),
    };
    return rejectionOf(chunk.words, chunk.confidences, sound, rejection) === undefined;
  });
}

/** A recording, its transcript, and the half of the split that it belongs to. */
interface Recording {
  readonly kind: string;
  readonly side: 0 | 1;
  readonly said: readonly string[];
  readonly style: 'dictation' | 'specialty';
  samples(): Promise<Float32Array>;
}

async function spoken(sentences: readonly string[], voice: (typeof VOICES)[number]) {
  const file = join(tmpdir(), `wardbox-read-${process.pid}.wav`);
  writeFileSync(file, readAloud(sentences, voice));
  const samples = await samplesOf(file);
  rmSync(file);
  return samples;
}

/** Dictations by all voices in turn: two voices on either side. */
const dictations = (): Recording[] =>
  readDictations().flatMap(({ spoken: sentences }, index) => {
    const voice = VOICES[index % VOICES.length];
    if (voice === undefined) return [];
    const side = index % 2 === 0 ? 1 : 0;
    const said = sentences.flatMap((sentence) => sentence.split(' '));
    const samples = () => spoken(sentences, voice);
    const clean: Recording = { kind: 'dictation', side, said, style: 'specialty', samples };
    const worse = async () => noisy(await samples(), 8, index);
    return [clean, { ...clean, kind: 'dictation, noise of 8 dB', samples: worse }];
  });

function clips(): readonly SpokenClip[] {
  return heldOutClips(options.data).slice(0, Number(options.clips));
}

const general = (): Recording[] =>
  clips().map((clip) => ({
    kind: 'general English',
    side: sideOf(clip),
    said: clip.words,
    style: 'dictation',
    samples: () => samplesOf(clip.file),
  }));

function crowds(voices: number): Recording[] {
  return ([0, 1] as const).flatMap((side) =>
    Array.from({ length: Number(options.crowds) }, (_, seed): Recording => {
      const own = clips().filter((clip) => sideOf(clip) === side);
      const samples = () => babble(own, { voices, seconds: 10, seed: seed + 100 * side });
      return { kind: `${voices} voices at once`, side, said: [], style: 'dictation', samples };
    }),
  );
}

const changed = (kind: string, change: (samples: Float32Array) => Float32Array): Recording[] =>
  general().map((one) => ({
    ...one,
    kind,
    samples: async () => change(await one.samples()),
  }));

const segmentsOf = (chunks: readonly HeardChunk[]) =>
  chunks.map(({ start, end, words, confidences, frames }) => {
    const second = (frame: number) => start + ((end - start) * frame) / Math.max(1, frames);
    const placed = words.map(({ word, first, last }, index) => ({
      word,
      start: second(first),
      end: second(last),
      confidence: confidences[index] ?? 0,
    }));
    return { start, end, words: placed };
  });

interface Named {
  readonly what: string;
  readonly confidence: number;
  readonly right: boolean;
}

/** Medicines and values of a recording, each with its least word and whether all were said. */
async function namesIn(
  recording: Recording,
  language: Awaited<ReturnType<typeof openLanguage>>,
): Promise<Named[]> {
  const heard = await listen(await recording.samples(), recording.style);
  const segments = segmentsOf(kept(heard, decoding.rejection));
  const written = writeUp(segments, { locale: 'en-GB', mode: 'dictation' });
  const all = segments.flatMap(({ words }) => words.map(({ word }) => word));
  const { right } = scoreWords(recording.said, all);
  let at = 0;
  const places = written.words.map(({ spoken: said, ...word }) => {
    at += said.length;
    return { ...word, right: right.slice(at - said.length, at).every(Boolean) };
  });
  return language.read(written.text, { source: 'dictation' }).entities.flatMap((entity) => {
    if (entity.type !== 'medication' && entity.type !== 'measurement') return [];
    const under = places.filter(
      ({ start_offset: start, end_offset: end }) => start < entity.end && end > entity.start,
    );
    const sure = { ...entity, confidence: 1 };
    const { entities, unverified } = verifyEntities([sure], written);
    const confidence = entities[0]?.confidence ?? unverified[0]?.confidence ?? 0;
    const what = `${recording.kind}, ${entity.type}, half ${recording.side + 1}`;
    return [{ what, confidence, right: under.every((word) => word.right) }];
  });
}

async function floors(): Promise<void> {
  const language = await openLanguage('models');
  const found: Named[] = [];
  for (const one of [...dictations(), ...general()]) found.push(...(await namesIn(one, language)));
  for (const what of [...new Set(found.map((one) => one.what))].sort()) {
    const own = found.filter((one) => one.what === what);
    const counts = [0, 0.3, 0.5, 0.6, 0.7, 0.8, 0.9].map((floor) => {
      const above = own.filter(({ confidence }) => confidence >= floor);
      return `${floor}: ${above.filter(({ right }) => right).length}/${above.length}`;
    });
    console.log(`${what} (right/all from each confidence): ${counts.join('  ')}`);
  }
}

const wordsOf = (chunks: readonly HeardChunk[]): string[] =>
  chunks.flatMap(({ words }) => words.map(({ word }) => word));

async function voices(): Promise<void> {
  const sounds = [
    ...general(),
    ...changed('telephone', telephone),
    ...changed('noise of 15 dB', (samples) => noisy(samples, 15, 1)),
    ...changed('backwards', (samples) => samples.slice().reverse()).map((one) => ({
      ...one,
      said: [],
    })),
    ...[10, 16].flatMap(crowds),
  ];
  const { one_voice: _, ...without } = decoding.rejection;
  const sums = new Map<string, number[]>();
  for (const one of sounds) {
    const heard = await listen(await one.samples(), one.style);
    const counts = [without, decoding.rejection].flatMap((rejection) => {
      const words = wordsOf(kept(heard, rejection));
      const { substitutions, deletions, insertions } = scoreWords(one.said, words);
      return [words.length, substitutions + deletions + insertions, words.length > 0 ? 1 : 0];
    });
    const what = `${one.kind}, half ${one.side + 1}`;
    const before = sums.get(what) ?? [];
    const more = [1, one.said.length, ...counts];
    sums.set(
      what,
      more.map((value, index) => value + (before[index] ?? 0)),
    );
  }
  for (const [what, [n, said, ...counts]] of sums) {
    const [heard, errors, giving, heardNow, errorsNow, givingNow] = counts;
    console.log(
      `${what}: ${n} recordings of ${said} words; words ${heard} -> ${heardNow}, ` +
        `errors ${errors} -> ${errorsNow}, recordings with words ${giving} -> ${givingNow}`,
    );
  }
}

await (positionals[0] === 'voices' ? voices() : floors());
