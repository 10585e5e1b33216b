import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { TranscribeResult } from '../../src/dictation/schema.js';
import { fromTranscript } from '../../src/operations/filing/from-transcript.js';
import type { ClinicalLanguage } from '../../src/patient-record/language/create-clinical-language.js';
import type { Entity } from '../../src/patient-record/language/entity.js';

const FOLDER = join(import.meta.dirname, '..', 'golden', 'dictations');

const verification = z.enum(['provisional', 'unconfirmed', 'refuted']);
export type Verification = z.output<typeof verification>;

const dictation = z.strictObject({
  id: z.string(),
  /** Sentences and headings as they are said, without a mark. */
  spoken: z.array(z.string().regex(/^[a-z' ]+$/)).min(1),
  expect: z.strictObject({
    /** What has to be filed, and how. */
    conditions: z.record(z.string(), verification),
    /** Conditions of the past medical history: found, and never filed as refuted or in doubt. */
    past: z.array(z.string()),
    /** Diseases of relatives alone: never filed. */
    family: z.array(z.string()),
    /** What may be filed in these ways, or not at all. */
    loose: z.record(z.string(), z.array(verification)),
    /** What the patient takes or is given, with the dose where one is said. */
    medications: z.record(z.string(), z.string().nullable()),
    /** Said, but not judged: allergies, what is stopped. */
    looseMedications: z.array(z.string()),
    measurements: z.record(z.string(), z.union([z.number(), z.string()])),
  }),
});
export interface Dictation extends z.output<typeof dictation> {
  readonly kind: string;
}

/** The invented dictations, each with what it has to come to. */
export function readDictations(): Dictation[] {
  return readdirSync(FOLDER)
    .sort()
    .flatMap((file) =>
      z
        .array(dictation)
        .parse(JSON.parse(readFileSync(join(FOLDER, file), 'utf8')))
        .map((one) => ({ ...one, kind: file.replace('.json', '') })),
    );
}

type Reader = Pick<ClinicalLanguage, 'read'>;

interface Named {
  readonly text: string;
  readonly normalized?:
    | {
        readonly name?: string | undefined;
        readonly coding?: readonly { system: string; code: string }[] | undefined;
      }
    | undefined;
}

/** The concept of an entity: its code where it has one, its usual name otherwise. */
const conceptOf = ({ text, normalized }: Named): string =>
  normalized?.coding?.find(({ system }) => system === 'ICD-10')?.code ??
  (normalized?.name ?? text).toLowerCase();

/** The concept that a name means when it stands alone. */
function meaningOf(name: string, type: Entity['type'], reader: Reader): string {
  const { entities } = reader.read(name, { source: 'note' });
  const found = entities.find((one) => one.type === type) ?? entities[0];
  return found === undefined ? name : conceptOf(found);
}

const FILE = { subject: 'Patient/invented', observations: [], version: '0.1.0', newId: () => 'id' };

/** Conditions as they are filed: codes with their verification status. */
export function filedIn(result: TranscribeResult): Map<string, Verification> {
  const resources = z
    .array(
      z.looseObject({
        resourceType: z.string(),
        code: z.looseObject({ coding: z.array(z.looseObject({ code: z.string() })) }).optional(),
        verificationStatus: z
          .looseObject({ coding: z.array(z.looseObject({ code: verification })) })
          .optional(),
      }),
    )
    .parse(JSON.parse(JSON.stringify(fromTranscript(result, FILE))));
  return new Map(
    resources.flatMap(({ code, verificationStatus }) => {
      const [name] = code?.coding ?? [];
      const [status] = verificationStatus?.coding ?? [];
      return name && status ? [[name.code, status.code] as const] : [];
    }),
  );
}

const VERDICTS: Readonly<Record<string, Verification>> = {
  present: 'provisional',
  possible: 'unconfirmed',
  absent: 'refuted',
};

/** Conditions without a code cannot be filed: their assertion is compared instead. */
function verdictsIn(result: TranscribeResult): Map<string, Verification> {
  const verdicts = filedIn(result);
  for (const entity of result.medical_entities) {
    const verdict = VERDICTS[entity.assertion];
    const concept = conceptOf(entity);
    const coded = entity.normalized?.coding?.some(({ system }) => system === 'ICD-10');
    if (entity.type === 'condition' && !coded && verdict) verdicts.set(concept, verdict);
  }
  return verdicts;
}

type Mismatch = string;

/** Conditions that are filed otherwise than they were said. */
export function conditionMismatches(
  result: TranscribeResult,
  { expect: expected }: Dictation,
  reader: Reader,
): Mismatch[] {
  const verdicts = verdictsIn(result);
  const meaning = (name: string) => meaningOf(name, 'condition', reader);
  const found: Mismatch[] = [];
  const allowed = new Map<string, readonly Verification[]>();
  for (const [name, ways] of Object.entries(expected.loose)) allowed.set(meaning(name), ways);
  for (const name of expected.past) allowed.set(meaning(name), ['provisional']);
  for (const [name, way] of Object.entries(expected.conditions)) {
    const concept = meaning(name);
    allowed.set(concept, [way]);
    const filed = verdicts.get(concept);
    if (filed !== way) found.push(`${name}: ${filed ?? 'nothing'} instead of ${way}`);
  }
  for (const name of expected.past) {
    const mentions = result.medical_entities.filter((one) => conceptOf(one) === meaning(name));
    const past = mentions.some(({ assertion }) => /^(historical|present)$/.test(assertion));
    const said = mentions.map(({ assertion }) => assertion).join(', ') || 'not found';
    if (!past) found.push(`${name}: ${said} instead of historical`);
  }
  for (const [concept, way] of verdicts) {
    const ways = allowed.get(concept);
    const expectedAlready = Object.keys(expected.conditions).some((n) => meaning(n) === concept);
    if (expectedAlready || ways?.includes(way)) continue;
    found.push(`${concept}: ${way}, which was not said`);
  }
  return found;
}

/** Medicines and values that are not those that were said. */
export function valueMismatches(
  result: TranscribeResult,
  { expect: expected }: Dictation,
  reader: Reader,
): Mismatch[] {
  const found: Mismatch[] = [];
  const meaning = (name: string) => meaningOf(name, 'medication', reader);
  const taken = result.medical_entities.filter(
    ({ type, assertion }) => type === 'medication' && assertion === 'present',
  );
  for (const [name, dose] of Object.entries(expected.medications)) {
    const mentions = taken.filter((one) => conceptOf(one) === meaning(name));
    const doses = mentions.map(({ normalized }) => normalized?.dose ?? null);
    if (mentions.length === 0) found.push(`${name}: not among the medicines`);
    else if (dose !== null && !doses.includes(dose)) found.push(`${name}: ${doses} not ${dose}`);
  }
  const known = [...Object.keys(expected.medications), ...expected.looseMedications].map(meaning);
  for (const one of taken) {
    if (!known.includes(conceptOf(one))) found.push(`${one.text}: a medicine that is not taken`);
  }
  for (const [name, value] of Object.entries(expected.measurements)) {
    const read = result.medical_entities.filter(({ normalized }) => normalized?.name === name);
    const values = read.map(({ normalized }) => normalized?.value);
    if (!values.includes(value)) found.push(`${name}: ${values.join() || 'nothing'} not ${value}`);
  }
  return found;
}

/** A transcript as the service would give it for words that were heard. */
export const transcriptOf = (
  text: string,
  read: Pick<TranscribeResult, 'medical_entities' | 'unverified' | 'sections'>,
): TranscribeResult => ({
  transcription_id: 'tr_invented',
  text,
  ...read,
  confidence_score: 1,
  duration: 1,
  created_at: '2026-11-22T03:04:05.006Z',
  language: 'en-GB',
  words: [],
  segments: [],
  audio_accounting: { transcribed: 1, silence: 0, rejected: 0 },
  audio: { format: 'wav', codec: 'pcm', sample_rate: 16_000, channels: 1 },
  not_assessed: [],
  warnings: [],
  models: [],
});

/** What is never to come of a recording, however badly it was heard. */
export function neverMismatches(
  result: TranscribeResult,
  filed: ReadonlyMap<string, string>,
  { spoken, expect: expected }: Dictation,
  reader: Reader,
): Mismatch[] {
  const found: Mismatch[] = [];
  const meaning = (name: string) => meaningOf(name, 'condition', reader);
  const never = (name: string, ways: readonly string[]) => {
    const way = filed.get(meaning(name));
    if (way !== undefined && ways.includes(way)) found.push(`${name}: filed as ${way}`);
  };
  for (const [name, way] of Object.entries(expected.conditions)) {
    never(name, way === 'refuted' ? ['provisional'] : ['refuted']);
  }
  for (const name of expected.past) never(name, ['refuted']);
  const own = [...Object.keys(expected.conditions), ...expected.past].map(meaning);
  for (const name of [...expected.family, ...Object.keys(expected.loose)]) {
    const ways = expected.loose[name] ?? [];
    if (own.includes(meaning(name))) continue;
    never(
      name,
      verification.options.filter((way) => !ways.includes(way)),
    );
  }
  const truth = reader.read(`${spoken.join('. ')}.`, { source: 'dictation' }).entities;
  const named = new Set(truth.filter(({ type }) => type === 'medication').map(conceptOf));
  for (const one of result.medical_entities) {
    if (one.type !== 'medication' || named.has(conceptOf(one))) continue;
    found.push(`${one.text}: a medicine that was not said (${one.confidence.toFixed(2)})`);
  }
  return found;
}

/** Surer than this, a word that was heard rightly has to count. */
const SURE = 0.7;

/** Sentences of a dictation whose words were all recognised with confidence. */
function heardSentences(result: TranscribeResult, { spoken }: Dictation): string[] {
  const words = result.words.flatMap(({ spoken: said, confidence }) =>
    said.split(' ').map((word) => (confidence >= SURE ? word : '?')),
  );
  const heard = ` ${words.join(' ')} `;
  return spoken.filter((sentence) => heard.includes(` ${sentence} `));
}

/** What is missing or wrong although its words were heard rightly. */
export function rightMismatches(
  result: TranscribeResult,
  filed: ReadonlyMap<string, string>,
  dictation: Dictation,
  reader: Reader,
): Mismatch[] {
  const found: Mismatch[] = [];
  const all = dictation.spoken.filter(Boolean);
  const sentences = heardSentences(result, dictation);
  for (const [name, way] of Object.entries(dictation.expect.conditions)) {
    const concept = meaningOf(name, 'condition', reader);
    const mentions = (sentence: string) =>
      reader.read(sentence).entities.some((one) => conceptOf(one) === concept);
    const said = all.filter(mentions);
    const coded = /^[A-Z]\d/.test(concept);
    if (!coded || said.length === 0 || !said.every((one) => sentences.includes(one))) continue;
    const status = filed.get(concept);
    if (status !== way) found.push(`${name}: ${status ?? 'nothing'} filed instead of ${way}`);
  }
  for (const [name, dose] of Object.entries(dictation.expect.medications)) {
    const said = all.filter((sentence) => sentence.includes(name));
    if (said.length === 0 || !said.every((one) => sentences.includes(one))) continue;
    const concept = meaningOf(name, 'medication', reader);
    const mentions = result.medical_entities.filter((one) => conceptOf(one) === concept);
    if (mentions.length === 0) found.push(`${name}: not among the medicines`);
    else if (dose !== null && !mentions.some(({ normalized }) => normalized?.dose === dose))
      found.push(`${name}: without its dose of ${dose}`);
  }
  return found;
}
