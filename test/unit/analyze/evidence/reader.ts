import type { EvidenceReader } from '../../../../src/analyze/evidence/read-evidence.js';
import { createFindingReader } from '../../../../src/analyze/evidence/said.js';
import { createFindingTree } from '../../../../src/analyze/knowledge/finding-tree.js';
import type { FindingFacts } from '../../../../src/analyze/knowledge/schema.js';
import { language } from '../../language/language.js';

const finding = (id: string, more: Partial<FindingFacts>): FindingFacts => ({
  id,
  name: id,
  kind: 'symptom',
  leak: 0.05,
  ...more,
});

const FINDINGS: readonly FindingFacts[] = [
  finding('pain', { say: ['{pain}'] }),
  finding('chest_pain', { in: ['pain'], say: ['{pain} chest'], unless: ['infection'] }),
  finding('fever', {
    say: ['fever', 'feverish', '"temperature of"'],
    measure: [{ variable: 'temperature', is: '>=', value: 38 }],
  }),
  finding('high_fever', {
    in: ['fever'],
    measure: [{ variable: 'temperature', is: '>=', value: 39 }],
  }),
  finding('vomiting', { say: ['vomit*'] }),
  finding('missed_period', { kind: 'history', say: ['"missed period"'] }),
  finding('hx_stroke', { kind: 'history', say: ['stroke'] }),
  finding('family_stroke', { kind: 'family', say: ['stroke'] }),
  finding('anticoagulant', { kind: 'drug', say: ['warfarin'] }),
];

export const WORDS = { pain: ['pain', 'ache'] };
export const tree = createFindingTree(FINDINGS);
export const findings = createFindingReader({ findings: [...FINDINGS], words: WORDS });

/** A reader of a few findings, with the language that ships. */
export const reader: EvidenceReader = {
  ...{ tree, findings, language },
  measurable: FINDINGS,
  ranges: [],
};
