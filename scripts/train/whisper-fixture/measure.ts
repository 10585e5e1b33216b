import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { argv } from 'node:process';
import {
  openWhisperParts,
  readClip,
  recogniseSamples,
} from '../../../test/support/whisper-fixture.js';

// measure.ts PACKAGE EXAM: digit errors and errors of time of the fixture on clips of `clips.py exam`.

interface Phrase {
  words: string[];
  start: number;
  end: number;
  spans: [number, number][] | null;
}

/** Fewest insertions, deletions and replacements. */
function distance(a: readonly string[], b: readonly string[]): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (const [i, word] of a.entries()) {
    const next = [i + 1];
    for (const [j, other] of b.entries()) {
      const replaced = (row[j] ?? 0) + (word === other ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1];

const [folder = '', exam = ''] = argv.slice(2);
const parts = await openWhisperParts(folder);
const truths: { file: string; voice: string; phrases: Phrase[] }[] = JSON.parse(
  await readFile(join(exam, 'truth.json'), 'utf8'),
);
const byVoice = new Map<string, { errors: number; words: number }>();
const wordErrors: number[] = [];
const phraseErrors: number[] = [];
let rejected = 0;
const began = performance.now();
let seconds = 0;
for (const { file, voice, phrases } of truths) {
  const samples = await readClip(join(exam, file));
  seconds += samples.length / 16_000;
  const segments = await recogniseSamples(parts, samples);
  rejected += segments.filter((segment) => segment.rejected !== undefined).length;
  const heard = segments.flatMap(({ words }) => words);
  const said = phrases.flatMap(({ words }) => words);
  const errors = distance(said, heard.map(({ word }) => word));
  const sum = byVoice.get(voice) ?? { errors: 0, words: 0 };
  byVoice.set(voice, { errors: sum.errors + errors, words: sum.words + said.length });
  if (errors > 0) continue;
  const spans = phrases.flatMap((p) => p.spans ?? p.words.map(() => undefined));
  for (const [i, span] of spans.entries()) {
    const word = heard[i];
    if (span && word) wordErrors.push(Math.abs(word.start - span[0]), Math.abs(word.end - span[1]));
  }
  if (segments.length !== phrases.length) continue;
  for (const [i, { start, end }] of segments.entries()) {
    const phrase = phrases[i];
    if (phrase) phraseErrors.push(Math.abs(start - phrase.start), Math.abs(end - phrase.end));
  }
}
for (const [voice, { errors, words }] of byVoice) {
  console.log(voice.padEnd(36), `${errors}/${words}`, ((100 * errors) / words).toFixed(1));
}
const all = [...byVoice.values()];
const errors = all.reduce((sum, one) => sum + one.errors, 0);
const words = all.reduce((sum, one) => sum + one.words, 0);
console.log(`digit error rate ${((100 * errors) / words).toFixed(1)} % of ${words}, rejected ${rejected}`);
console.log(`edges of words: median error ${median(wordErrors)?.toFixed(3)} s, n ${wordErrors.length}`);
console.log(`edges of phrases: median ${median(phraseErrors)?.toFixed(3)} s, n ${phraseErrors.length}`);
console.log(`${(seconds / ((performance.now() - began) / 1_000)).toFixed(1)} × real time`);
