import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  confidenceScore,
  findingOf,
  positiveLabels,
  type Reading,
} from '../../../src/imaging/findings.js';
import { severityOf } from '../../../src/imaging/severity.js';
import { label } from '../../support/imaging-model.js';

const IMAGE = { width: 1_000, height: 500 };
const labels = [label('pneumonia'), label('tuberculosis', { threshold: 0.8 }), label('abnormal')];
const readings = (...probabilities: number[]): Reading[] =>
  labels.map(({ id }, index) => ({ id, probability: probabilities[index] ?? 0 }));
const idsOf = (...probabilities: number[]) =>
  positiveLabels(labels, readings(...probabilities)).map(({ facts }) => facts.id);

describe('positiveLabels', () => {
  it('takes each label from its own threshold on, the threshold included', () => {
    expect(idsOf(0.5, 0.79)).toEqual(['pneumonia']);
    expect(idsOf(0.49, 0.8)).toEqual(['tuberculosis']);
    expect(idsOf(0.4999, 0.7999, 0.4999)).toEqual([]);
  });

  it('puts the most probable first', () => {
    expect(idsOf(0.81, 0.82)).toEqual(['tuberculosis', 'pneumonia']);
    expect(idsOf(0.82, 0.81)).toEqual(['pneumonia', 'tuberculosis']);
  });

  it('says that something is wrong only when no label says what', () => {
    expect(idsOf(0.6, 0, 0.99)).toEqual(['pneumonia']);
    expect(idsOf(0.1, 0.1, 0.99)).toEqual(['abnormal']);
  });

  it('never takes a label that is not reported, or one without a reading', () => {
    const hidden = [label('covid19', { reported: false }), label('pneumonia')];
    expect(positiveLabels(hidden, [{ id: 'covid19', probability: 1 }])).toEqual([]);
    expect(positiveLabels(labels, [{ id: 'nodule', probability: 1 }])).toEqual([]);
  });

  it('takes no probability that is none', () => {
    expect(idsOf(Number.NaN, Number.NaN, Number.NaN)).toEqual([]);
  });
});

describe('findingOf', () => {
  const activation = { rows: 2, columns: 2, values: [1, -1, -1, 3] };

  it('places a finding where the evidence is, strongest first', () => {
    const reading = { id: 'pneumonia', probability: 0.123456, activation };
    expect(findingOf({ facts: label('pneumonia'), reading }, IMAGE)).toEqual({
      finding: 'Pneumonia',
      location: { x: 500, y: 250, width: 500, height: 250 },
      locations: [
        { x: 500, y: 250, width: 500, height: 250 },
        { x: 0, y: 0, width: 500, height: 250 },
      ],
      confidence: 0.1235,
      probability: 0.1235,
      threshold: 0.5,
      severity: 'severe',
    });
  });

  it('gives the whole picture where the model gives no place', () => {
    const whole = { x: 0, y: 0, width: 1_000, height: 500 };
    const mapless = { id: 'pneumonia', probability: 0.9 };
    const blind = { ...activation, values: [Number.NaN, Number.NaN, Number.NaN, Number.NaN] };
    const facts = label('pneumonia');
    const { box: _, ...boxless } = facts;
    for (const positive of [
      { facts, reading: mapless },
      { facts: boxless, reading: { ...mapless, activation } },
      { facts, reading: { ...mapless, activation: blind } },
    ]) {
      const finding = findingOf(positive, IMAGE);
      expect(finding.location).toEqual(whole);
      expect(finding.locations).toEqual([whole]);
      expect(finding.severity).toBe('mild');
    }
  });

  it('carries a code when the manifest has one', () => {
    const code = { system: 'http://radlex.org', code: 'RID5350', display: 'pneumonia' };
    const reading = { id: 'pneumonia', probability: 0.9 };
    expect(findingOf({ facts: label('pneumonia', { code }), reading }, IMAGE).code).toEqual(code);
    expect(findingOf({ facts: label('pneumonia'), reading }, IMAGE)).not.toHaveProperty('code');
  });
});

describe('confidenceScore', () => {
  const scoreOf = (...probabilities: number[]) => {
    const read = readings(...probabilities);
    return confidenceScore(positiveLabels(labels, read), labels, read);
  };

  it('is that of the strongest finding', () => {
    expect(scoreOf(0.7, 0.9)).toBe(0.9);
  });

  it('is that of there being nothing, without a finding', () => {
    expect(scoreOf(0.1, 0.3, 0.2)).toBe(0.7);
    expect(scoreOf(0, 0, 0)).toBe(1);
  });

  it('leaves out labels that are not reported, and is 0 when nothing was looked for', () => {
    const mixed = [label('pneumonia'), label('covid19', { reported: false })];
    const read = [
      { id: 'pneumonia', probability: 0.2 },
      { id: 'covid19', probability: 0.9 },
    ];
    expect(confidenceScore([], mixed, read)).toBe(0.8);
    expect(confidenceScore([], mixed.slice(1), read)).toBe(0);
    expect(confidenceScore([], [], [])).toBe(0);
  });

  it('lies between 0 and 1 whatever was read', () => {
    const unit = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(unit, unit, unit, (a, b, c) => {
        const score = scoreOf(a, b, c);
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('severityOf', () => {
  const regions = (...areas: number[]) =>
    areas.map((area) => ({ area, peak: 1, box: { x: 0, y: 0, width: 1, height: 1 } }));

  it.each([
    [[], 'none'],
    [[0.001], 'mild'],
    [[0.0599], 'mild'],
    [[0.06], 'moderate'],
    [[0.03, 0.03], 'moderate'],
    [[0.1599], 'moderate'],
    [[0.16], 'severe'],
    [[0.1, 0.1], 'severe'],
    [[1], 'severe'],
  ] as const)('of regions %j is %s', (areas, severity) => {
    expect(severityOf(regions(...areas))).toBe(severity);
  });
});
