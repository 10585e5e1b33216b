import { readFileSync } from 'node:fs';
import { mustNotMiss } from '../../../src/differential/danger/must-not-miss.js';
import { readEvidence } from '../../../src/differential/evidence/read-evidence.js';
import { shownOf } from '../../../src/differential/explain.js';
import type { DiseaseKnowledge } from '../../../src/differential/knowledge/knowledge.js';
import type { DiseaseFacts } from '../../../src/differential/knowledge/schema.js';
import { readWords } from '../../../src/patient-record/written-patient.js';
import { chartOf } from './cases.js';
import { foldName } from './vignettes.js';

/** A presentation with its serious disorders. */
export interface ListedPresentation {
  readonly text: string;
  readonly age: number;
  readonly gender: 'M' | 'F';
  /** Each with all of its names. */
  readonly disorders: readonly (readonly string[])[];
}

/** Reads a list of presentations, see `must-not-miss.ts`. */
export function readList(file: string): ListedPresentation[] {
  const blocks = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .join('\n')
    .split(/^== /m)
    .filter((block) => block !== '');
  return blocks.map((block) => {
    const [head = '', ...lines] = block.trim().split('\n');
    const [text = '', age = '', sex = ''] = head.split('|').map((part) => part.trim());
    return {
      text,
      age: Number(age),
      gender: sex === 'female' ? 'F' : 'M',
      disorders: lines.map((line) => line.split('/').map((name) => name.trim())),
    };
  });
}

const wordsOf = (name: string): string[] => foldName(name).split(' ');

/** Whether one of the names of a disorder is part of a name of a disease. */
export function isNamed(disorder: readonly string[], { name, also = [] }: DiseaseFacts): boolean {
  const names = [name, ...also].map((one) => new Set(wordsOf(one)));
  return disorder.some((one) => {
    const words = wordsOf(one);
    return names.some((all) => words.every((word) => all.has(word)));
  });
}

/** The dangerous causes that are told for a presentation, and the diseases of the differential that are shown. */
export function answerTo(
  { reader, presentations, diagnostician }: DiseaseKnowledge,
  { text, age, gender }: ListedPresentation,
) {
  const chart = chartOf({ id: '', age, gender, symptoms: [], diagnosis: [] });
  const lines = [{ text, field: 'symptoms.0', kind: 'complaint' as const }];
  const read = readEvidence(reader, readWords(lines, chart, reader.language), 'any');
  const differential = diagnostician.diagnose(read);
  const dangers = mustNotMiss(presentations, reader.tree, read, differential);
  return {
    findings: [...read.present].map((n) => reader.tree.findings[n]?.id),
    dangers: dangers.map(({ disease }) => disease),
    shown: read.present.size === 0 ? [] : shownOf(differential).map(({ disease }) => disease),
  };
}
