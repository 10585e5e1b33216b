import { createFindingReader } from '../../../../src/differential/evidence/named-findings.js';
import type { EvidenceReader } from '../../../../src/differential/evidence/read-evidence.js';
import { createFindingTree } from '../../../../src/differential/knowledge/finding-tree.js';
import type { FindingFacts } from '../../../../src/differential/knowledge/schema.js';
import { language } from '../../patient-record/language/language.js';

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
  tree,
  findings,
  language,
  measurable: FINDINGS,
  ranges: [],
};
