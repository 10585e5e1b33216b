import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const FOLDER = join(import.meta.dirname, '..', '..', 'scripts', 'train', 'dictation');
const hasPython = spawnSync('python3', ['--version']).status === 0;
const reason = hasPython ? '' : ' (skipped: no python3)';

const SAY = `
import json, sys
from verbalise import verbalise
asked = json.load(sys.stdin)
json.dump([[' '.join(words) for words in verbalise(text, marks=asked['marks'])] for text in asked['texts']], sys.stdout)`;

const GRAMMAR = `
import json, random, sys
from pathlib import Path
from sentence_parts.drugs import read_drugs
from sentence_parts.grammar import fill, read_grammar
from verbalise import verbalise
grammar = read_grammar(read_drugs(Path('../../../models/medication-knowledge')))
draw = random.Random(int(sys.argv[1]))
templates = [line for lines in grammar.templates.values() for line in lines]
texts = [fill(line, grammar, draw) for line in templates]
json.dump([[line, text, [w for words in verbalise(text, draw) for w in words]] for line, text in zip(templates, texts)], sys.stdout)`;

import { rounds } from '../support/rounds.js';

function python(script: string, input: unknown, ...args: string[]): unknown {
  const options = { cwd: FOLDER, input: JSON.stringify(input), encoding: 'utf8' } as const;
  const run = spawnSync('python3', ['-B', '-c', script, ...args], {
    ...options,
    maxBuffer: 2 ** 26,
  });
  if (run.status !== 0) throw new Error(run.stderr);
  return JSON.parse(run.stdout);
}

/** The sentences of each text, as spoken words with spaces between. */
function say(texts: string[], marks = false): string[][] {
  return python(SAY, { texts, marks }) as string[][];
}

describe.skipIf(!hasPython)(`spoken words of written clinical text${reason}`, () => {
  it('says numbers, units and frequencies', () => {
    expect(
      say([
        'Temperature 38.2°C on a 2% cream.',
        'Potassium 4.5 mmol/L.',
        'Give 2 mg/kg/day q6h.',
        'Doses of 5-10 mL.',
        'A 50-year-old with 3 x 4 cm lesions at L5.',
        'On the 22nd of May 1998.',
      ]),
    ).toEqual([
      ['temperature thirty eight point two degrees celsius on a two percent cream'],
      ['potassium four point five millimoles per liter'],
      ['give two milligrams per kilogram per day every six hours'],
      ['doses of five to ten milliliters'],
      ['a fifty year old with three by four centimeter lesions at l five'],
      ['on the twenty second of may nineteen ninety eight'],
    ]);
  });

  it('says a blood pressure in a way that clinicians do', () => {
    const ways = ['one forty', 'one hundred forty', 'one hundred and forty'];
    const texts = Array.from({ length: 30 }, (_, index) => `Visit ${index}: 140/90.`);
    const heard = say(texts).map(([first]) =>
      first?.replace(/^visit .*?(?=one (hundred|forty))/, ''),
    );
    expect(new Set(heard).size).toBeGreaterThan(1);
    for (const words of heard) expect(ways.map((way) => `${way} over ninety`)).toContain(words);
  });

  it('keeps a short form one word, and expands what is said in full', () => {
    expect(
      say([
        'The ECG and CT were normal.',
        'h/o COPD, s/p CABG.',
        'HTN, SOB.',
        'The patient is OK.',
      ]),
    ).toEqual([
      ['the ecg and ct were normal'],
      ['history of copd status post cabg'],
      ['hypertension shortness of breath'],
      ['the patient is okay'],
    ]);
  });

  it('parts sentences, but not at the full stop of a title', () => {
    expect(say(['Dr. Adams saw him. He slept.\nNo pain'])).toEqual([
      ['doctor adams saw him', 'he slept', 'no pain'],
    ]);
  });

  it('says punctuation where asked to, and leaves out what cannot be said', () => {
    expect(say(['Allergies: none, (mild)'], true)).toEqual([
      ['allergies colon none comma open bracket mild close bracket'],
    ]);
    expect(say(['The QZX was high. He is well.', '☃'])).toEqual([['he is well'], []]);
  });

  it('gives only spoken words, whatever the text', () => {
    const piece = fc.oneof(
      fc.string({ maxLength: 12 }),
      fc.constantFrom(
        '5 mg',
        '140/90',
        'q4-6h',
        '1/1/2020',
        'BID',
        "don't",
        '12:30 pm',
        'x3',
        '1,000',
      ),
      fc.constantFrom(
        '%',
        '°C',
        '.',
        '\n',
        ' - ',
        '99999999999',
        '0.',
        '.5',
        '31/31/99',
        'T4',
        '½',
      ),
    );
    const texts = fc.sample(
      fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(' ')),
      { numRuns: rounds({ short: 80, long: 2_000 }), seed: 5 },
    );
    for (const sentence of say(texts).flat()) {
      expect(sentence).toMatch(/^[a-z']+( [a-z']+)*$/);
      expect(sentence).toMatch(/[a-z]/);
    }
  });

  it.each(['3', '8'])('says every template of dictation (seed %s)', (seed) => {
    const said = python(GRAMMAR, null, seed) as [string, string, string[]][];
    expect(said.length).toBeGreaterThan(400);
    const empty = said.filter(([, , words]) => words.length === 0);
    expect(empty.map(([template, text]) => `${template} -> ${text}`)).toEqual([]);
  });
});
