import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { collect } from '../../../../src/imaging/report/collect.js';
import { heartIsWide } from '../../../../src/imaging/report/measurements.js';
import { adviceFor } from '../../../../src/imaging/report/recommendations.js';
import { reportOf } from '../../../../src/imaging/report/report.js';
import { ruleOf, rulesFor } from '../../../../src/imaging/report/rules.js';
import { type ReportInput, rankOf } from '../../../../src/imaging/report/types.js';
import { urgencyOf } from '../../../../src/imaging/report/urgency.js';
import { rounds } from '../../../support/rounds.js';
import { BRAIN_LABELS, CHEST_LABELS, finding, input, TRIAGE_LABELS } from './input.js';

const LABELS: Record<string, string[]> = {
  chest_xray: [...CHEST_LABELS, ...TRIAGE_LABELS, 'scoliosis'],
  brain_mri: [...BRAIN_LABELS, 'haemorrhage', 'demyelination'],
  head_ct: ['haemorrhage', 'tumour', 'abnormal', 'hydrocephalus'],
  hip_xray: ['dislocation', 'abnormal'],
};
const SECRET = 'Zq7Mx';

const probability = fc.double({ min: 0, max: 1, noNaN: true });
const side = fc.constantFrom(undefined, 'left', 'right', 'both');
const severity = fc.constantFrom('none', 'mild', 'moderate', 'severe');

function inputs(imageType: string): fc.Arbitrary<ReportInput> {
  const label = fc.constantFrom(...LABELS[imageType]!).map((text) => ({ label: text, name: text }));
  const finding = fc
    .tuple(label, fc.record({ severity, probability, side, threshold: probability }))
    .map(([names, rest]) => ({ ...names, ...rest }));
  const unsure = fc
    .tuple(label, probability)
    .map(([names, value]) => ({ ...names, probability: value }));
  const measurement = fc.record({
    name: fc.constantFrom('cardiothoracic_ratio', 'midline_shift'),
    value: fc.double({ min: 0, max: 2 }),
    limit: fc.constantFrom(undefined, 0.5),
    quality: fc.constantFrom(undefined, 'good', 'limited'),
  });
  return fc.record({
    imageType: fc.constant(imageType),
    findings: fc.array(finding, { maxLength: 6 }),
    lookedFor: fc.array(label),
    unsure: fc.array(unsure, { maxLength: 3 }),
    measurements: fc.array(measurement, { maxLength: 2 }),
    patient: fc.record({
      age: fc.option(fc.integer({ min: 0, max: 130 }), { nil: undefined }),
      gender: fc.constantFrom(undefined, 'M', 'F', 'O', 'U'),
    }),
    clinicalQuestion: fc
      .constantFrom('stroke', 'pulmonary embolism', 'fracture', 'well')
      .map((topic) => `${SECRET} ${topic} ${SECRET}`),
    comparisonSentences: fc.subarray(['Unchanged.', 'The film of before is rotated']),
    warnings: fc.subarray(['w']),
    limited: fc.constantFrom(undefined, false, true),
  }) as fc.Arbitrary<ReportInput>;
}

const anyInput = fc.oneof(...Object.keys(LABELS).map(inputs));
const holds = (predicate: (input: ReportInput) => void) =>
  fc.assert(
    fc.property(anyInput, (input) => {
      predicate(input);
    }),
    { numRuns: rounds({ short: 60, long: 1_500 }) },
  );

const sentencesOf = (text: string) => text.split(/(?<=\.) /);
const NEGATIVE_END = / above the reporting threshold(?: in this slice)?\.$/;
const isNegative = (text: string) => text.startsWith('No ') && NEGATIVE_END.test(text);
/** What is said to be there or in doubt: without absences, measured values, and fixed sentences. */
const claimsOf = (text: string) =>
  sentencesOf(text)
    .filter((one) => !isNegative(one))
    .filter(
      (one) =>
        !/^(Cardiothoracic|Disease that|No abnormality was|This model|See the|Other slices|Absence of)/.test(
          one,
        ),
    )
    .join(' ')
    .replace(/COVID-19 pattern of pneumonia/g, 'COVID-19 pattern');

describe('any report', () => {
  it('has an impression without duplicates, gaps or exclamation', () => {
    holds((input) => {
      const { impression } = reportOf(input);
      const sentences = sentencesOf(impression);
      expect(impression).toMatch(/^\p{Lu}.*\.$/u);
      expect(impression).not.toMatch(/!| {2}|undefined|NaN|\.\./);
      expect(new Set(sentences).size).toBe(sentences.length);
    });
  });

  it('claims nothing that was not given', () => {
    holds((input) => {
      const claims = claimsOf(reportOf(input).impression).toLowerCase();
      const given = [...input.findings, ...input.unsure].map((one) => ruleOf(input.imageType, one));
      const others = rulesFor(input.imageType).filter((rule) => !given.includes(rule));
      const nouns = others.flatMap(({ noun, plural }) => [noun, plural ?? noun]);
      expect(nouns.filter((noun) => claims.includes(noun.toLowerCase()))).toEqual([]);
    });
  });

  it('speaks of heart failure only where two of its signs are at least possible', () => {
    holds((input) => {
      const { findings } = collect(input);
      const possible = findings.filter(({ probability }) => probability >= 0.4);
      const ids = new Set(possible.map(({ rule }) => rule.id));
      const signs = ['edema', 'effusion', 'cardiomegaly'].filter((id) => ids.has(id));
      const said = reportOf(input).impression.includes('heart failure:');
      if (said) expect(signs.length).toBeGreaterThan(1);
      if (ids.has('edema') && signs.length > 1) expect(said).toBe(true);
    });
  });

  it('of a chest film is never less urgent for one more finding', () => {
    const labels = [...CHEST_LABELS, ...TRIAGE_LABELS].filter((label) => label !== 'Pneumonia');
    const findings = fc
      .uniqueArray(fc.constantFrom(...labels), { minLength: 1, maxLength: 5 })
      .chain((chosen) =>
        fc.tuple(...chosen.map((label) => probability.map((value) => finding(label, value)))),
      );
    const rankWith = (some: ReportInput['findings']) => {
      const { urgency } = reportOf(input({ findings: some }));
      return urgency === undefined ? -1 : rankOf(urgency.level);
    };
    fc.assert(
      fc.property(findings, (all) => {
        expect(rankWith(all)).toBeGreaterThanOrEqual(rankWith(all.slice(1)));
      }),
      { numRuns: rounds({ short: 40, long: 1_000 }) },
    );
  });

  it('denies nothing on a film of limited quality, and speaks of one slice alone', () => {
    holds((input) => {
      const sentences = sentencesOf(reportOf(input).impression);
      if (input.limited) expect(sentences.filter(isNegative)).toEqual([]);
      const slice = ['brain_mri', 'head_ct'].includes(input.imageType);
      expect(sentences.includes('Other slices were not read.')).toBe(slice);
      for (const negative of sentences.filter(isNegative)) {
        expect(negative.endsWith(' in this slice.')).toBe(slice);
      }
    });
  });

  it('names every finding and every doubt, unless something specific takes its place', () => {
    holds((input) => {
      const claims = claimsOf(reportOf(input).impression).toLowerCase();
      const { findings, unsure } = collect(input);
      for (const { rule } of [...findings, ...unsure]) {
        const noun = rule.noun.toLowerCase().replace('covid-19 pattern of pneumonia', 'covid-19');
        expect(claims.includes(noun) || claims.includes(rule.plural ?? noun)).toBe(true);
      }
      if (input.findings.length > 0) expect(findings.length).toBeGreaterThan(0);
    });
  });

  it('denies nothing that is found or in doubt, and nothing that was not looked for', () => {
    holds((input) => {
      const negative = sentencesOf(reportOf(input).impression).find(isNegative) ?? '';
      const denied = negative
        .replace(/^No /, '')
        .replace(NEGATIVE_END, '')
        .split(/, | or /);
      const nounsOf = (labels: ReportInput['lookedFor']) =>
        labels.map((one) => ruleOf(input.imageType, one).noun);
      const present = nounsOf([...input.findings, ...input.unsure]);
      expect(denied.filter((noun) => present.includes(noun))).toEqual([]);
      const looked = [...nounsOf(input.lookedFor), '', 'abnormality', 'other abnormality'];
      looked.push('intracranial tumour', 'other intracranial tumour');
      expect(denied.filter((noun) => !looked.includes(noun))).toEqual([]);
    });
  });

  it('never repeats a word of the clinical question', () => {
    holds((input) => expect(JSON.stringify(reportOf(input))).not.toContain(SECRET));
  });

  it('puts its urgency in front, and recommends the most urgent first, each once', () => {
    holds((input) => {
      const { impression, recommendations, urgency } = reportOf(input);
      expect(new Set(recommendations).size).toBe(recommendations.length);
      expect(urgency !== undefined || input.findings.length === 0).toBe(true);
      for (const level of ['Immediate', 'Urgent']) {
        expect(impression.startsWith(`${level}: `)).toBe(urgency?.level === level.toLowerCase());
      }
      const head = {
        immediate: 'Immediate: ',
        urgent: 'Urgent: ',
        soon: 'Soon: ',
        routine: 'Have ',
      };
      expect(recommendations[0]?.startsWith(head[urgency?.level ?? 'routine'])).toBe(true);
      const collected = collect(input);
      const advice = adviceFor(collected, urgencyOf(collected), heartIsWide(input.measurements));
      const ranks = advice.slice(1).map(({ level }) => rankOf(level));
      expect(ranks).toEqual([...ranks].sort((a, b) => b - a));
    });
  });

  it('is the same for the same input', () => {
    holds((input) => expect(reportOf(structuredClone(input))).toEqual(reportOf(input)));
  });
});
