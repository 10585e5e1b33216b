import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Draft, draft, type WireRequest } from '../fuzz/draft.js';
import { encode } from '../fuzz/encode.js';
import { makeRequest, type Sources } from '../fuzz/make.js';

const TESTS = join(import.meta.dirname, '..', '..', 'test');
const GOLDEN_SCORES = join(TESTS, 'golden', 'scores');
const SEED = 22;

/** The number of requests of each kind in the corpus. */
export interface CorpusSize {
  readonly vignettes: number;
  readonly lines: number;
  readonly damaged: number;
}

const linesOf = (...path: string[]) =>
  readFileSync(join(TESTS, ...path), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));

/** `max` of the entries, spread evenly over all of them. */
function spread<T>(entries: readonly T[], max: number): readonly T[] {
  const step = Math.max(1, entries.length / max);
  return entries.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step));
}

/** The names of requests that have to be answered with success. */
export const MUST_SUCCEED = 'well-formed';

const post = (path: string, value: unknown): Draft =>
  draft(MUST_SUCCEED, 'POST', path, { content: { kind: 'json', value } });

/** Each vignette, complaint and history line as its capability gets it. */
function written({ vignettes, lines }: CorpusSize): Draft[] {
  const analyses = spread(linesOf('vignettes', 'building.jsonl'), vignettes).map((line) => {
    const { age, gender, medical_history, symptoms, vitals, lab_results } = JSON.parse(line);
    const demographics = { age, gender, medical_history };
    return post('/analyze', {
      patient_data: { demographics, symptoms, vitals, lab_results },
    });
  });
  const complaints = spread(linesOf('complaints', 'building.txt'), lines).map((line) => {
    const [complaint = ''] = line.split(' | ');
    return post('/analyze', {
      patient_data: { demographics: { age: 48, gender: 'F' }, symptoms: [complaint] },
      specialty: 'emergency',
    });
  });
  const history: readonly { line: string }[] = JSON.parse(
    readFileSync(join(TESTS, 'golden', 'history-lines.json'), 'utf8'),
  );
  const fromHistory = spread(history, lines).flatMap(({ line }) => [
    post('/entities', { text: line }),
    post('/medications', {
      medications: ['ibuprofen 400 mg', 'metformin 500 mg'],
      patient: { age: 70, gender: 'F' },
      conditions: [line],
    }),
    post('/risk', {
      scores: ['cha2ds2_vasc', 'charlson', 'curb_65'],
      patient_data: { demographics: { age: 70, gender: 'F', medical_history: [line] } },
    }),
  ]);
  return [...analyses, ...complaints, ...fromHistory];
}

/** The first vector of each score with published figures. */
function scores(): Draft[] {
  return readdirSync(GOLDEN_SCORES).flatMap((group) =>
    readdirSync(join(GOLDEN_SCORES, group)).map((file) => {
      const text = readFileSync(join(GOLDEN_SCORES, group, file), 'utf8');
      const { score, vectors } = JSON.parse(text) as {
        score: string;
        vectors: readonly { inputs: unknown }[];
      };
      return post('/risk', { score, inputs: vectors[0]?.inputs });
    }),
  );
}

/** Without a key, with a wrong one, and with one that lacks the scope. */
const KEYLESS: readonly Readonly<Record<string, string>>[] = [
  {},
  { authorization: 'Bearer sk_test_wrong' },
  { authorization: 'Basic eDp5' },
];

function refused(samples: readonly Draft[]): WireRequest[] {
  return samples.flatMap((sample) =>
    KEYLESS.map((headers) =>
      encode({ ...sample, headers: { ...sample.headers, ...headers } }, '/v1'),
    ),
  );
}

/**
 * Requests over all operations, always the same and in the same order: the good samples of each, the texts and
 * vectors that the tests hold, requests without a right, and damaged ones. All are of invented people. `KEY-N` stands
 * for a key of a daemon.
 */
export function makeCorpus(described: Sources, size: CorpusSize): readonly WireRequest[] {
  const sources: Sources = { ...described, keys: ['KEY-0', 'KEY-1', 'KEY-2', 'KEY-3'] };
  const authorized = (one: Draft): WireRequest =>
    encode(
      { ...one, headers: { ...one.headers, authorization: `Bearer ${sources.keys[0]}` } },
      /^\/(healthz|readyz)$/.test(one.path) ? '' : '/v1',
    );
  const good = [...sources.samples, ...scores(), ...written(size)].map(authorized);
  const damaged = Array.from({ length: size.damaged }, (_, at) => makeRequest(SEED, at, sources));
  return [...good, ...refused(sources.samples), ...damaged];
}
