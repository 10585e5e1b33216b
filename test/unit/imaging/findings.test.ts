import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assessLabels, confidenceScore, placeFinding } from '../../../src/imaging/findings.js';
import { severityOf } from '../../../src/imaging/severity.js';
import type { LabelReading } from '../../../src/imaging/worker/read-image-contract.js';
import { label, WHOLE } from '../../support/imaging-model.js';

const IMAGE = { width: 1_000, height: 500, orientation: 1 };
const labels = [label('pneumonia'), label('tuberculosis', { threshold: 0.8 }), label('abnormal')];
const readings = (...probabilities: number[]): LabelReading[] =>
  labels.map(({ id }, index) => ({ id, probability: probabilities[index] ?? 0 }));
const positives = (...probabilities: number[]) =>
  assessLabels(labels, readings(...probabilities)).positive.map(({ facts }) => facts.id);

describe('judge', () => {
  it('takes each label from its own threshold on, the threshold included', () => {
    expect(positives(0.5, 0.79)).toEqual(['pneumonia']);
    expect(positives(0.49, 0.8)).toEqual(['tuberculosis']);
    expect(positives(0.4999, 0.7999, 0.4999)).toEqual([]);
  });

  it('puts the most probable first', () => {
    expect(positives(0.81, 0.82)).toEqual(['tuberculosis', 'pneumonia']);
    expect(positives(0.82, 0.81)).toEqual(['pneumonia', 'tuberculosis']);
  });

  it('says that something is wrong only when no label says what', () => {
    expect(positives(0.6, 0, 0.99)).toEqual(['pneumonia']);
    expect(assessLabels(labels, readings(0.6, 0, 0.99)).implied[0]?.facts.id).toBe('abnormal');
    expect(positives(0.1, 0.1, 0.99)).toEqual(['abnormal']);
  });

  it('never takes a label that is not reported, or one without a reading', () => {
    const hidden = [label('covid19', { reported: false }), label('pneumonia')];
    const none = { positive: [], implied: [], unsure: [], reported: [], verdicts: {} };
    expect(assessLabels(hidden, [{ id: 'covid19', probability: 1 }])).toEqual(none);
    expect(assessLabels(labels, [{ id: 'nodule', probability: 1 }])).toEqual(none);
  });

  it('takes no probability that is none', () => {
    expect(positives(Number.NaN, Number.NaN, Number.NaN)).toEqual([]);
  });

  it('sets apart what the model is too unsure of, the ends of the band left out', () => {
    const wavering = [label('bleed', { unsure: { low: 0.3, high: 0.7 } })];
    const told = (probability: number) => {
      const { positive, unsure, reported } = assessLabels(wavering, [{ id: 'bleed', probability }]);
      expect(reported).toHaveLength(1);
      return [positive.length, unsure.length];
    };
    expect([0.1, 0.3, 0.31, 0.5, 0.69, 0.7, 0.9].map(told)).toEqual([
      [0, 0],
      [0, 0],
      [0, 1],
      [0, 1],
      [0, 1],
      [1, 0],
      [1, 0],
    ]);
  });
});

describe('a label given another', () => {
  const given = [
    label('abnormal', { unsure: { low: 0.3, high: 0.5 } }),
    label('glioma', { given: 'abnormal' }),
  ];
  const told = (abnormal: number, glioma: number) => {
    const { positive, unsure } = assessLabels(given, [
      { id: 'abnormal', probability: abnormal },
      { id: 'glioma', probability: glioma },
    ]);
    const ids = (judged: typeof positive) => judged.map(({ facts }) => facts.id);
    return [ids(positive), ids(unsure)];
  };

  it('is there only where that one is', () => {
    expect(told(0.9, 0.8)).toEqual([['glioma'], []]);
    expect(told(0.9, 0.2)).toEqual([['abnormal'], []]);
    expect(told(0.1, 0.8)).toEqual([[], []]);
  });

  it('is unsure where that one is', () => {
    expect(told(0.4, 0.8)).toEqual([[], ['glioma', 'abnormal']]);
    expect(told(0.4, 0.2)).toEqual([[], ['abnormal']]);
  });
});

describe('placeFinding', () => {
  const activation = { rows: 2, columns: 2, values: Float32Array.of(1, -1, -1, 3), region: WHOLE };
  const facts = label('pneumonia');
  const reading = { id: 'pneumonia', probability: 0.123456, activation };

  it('places a finding where the evidence is, strongest first', () => {
    expect(placeFinding({ facts, reading }, IMAGE, undefined)).toEqual({
      label: 'pneumonia',
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

  it('places it in the picture as stored when that asks to be turned', () => {
    const sideways = { width: 500, height: 1_000, orientation: 6 };
    const finding = placeFinding({ facts, reading }, sideways, undefined);
    // Below right when upright is above right as it lies there.
    expect(finding.location).toEqual({ x: 250, y: 0, width: 250, height: 500 });
  });

  it('names the side of the patient from the midline, and no side without one', () => {
    const sideOf = (...values: number[]) => {
      const map = { ...activation, values: Float32Array.from(values) };
      return placeFinding({ facts, reading: { ...reading, activation: map } }, IMAGE, 0.5).side;
    };
    expect(sideOf(1, -1, -1, -1)).toBe('right');
    expect(sideOf(-1, -1, -1, 1)).toBe('left');
    expect(sideOf(1, -1, -1, 1)).toBe('both');
    expect(sideOf(1, 1, -1, -1)).toBe('both');
    expect(sideOf(-1, -2, -3, -4)).toBeUndefined();
    expect(placeFinding({ facts, reading }, IMAGE, undefined)).not.toHaveProperty('side');
  });

  it('gives the whole picture, and no extent, where the model gives no place', () => {
    const whole = { x: 0, y: 0, width: 1_000, height: 500 };
    const mapless = { id: 'pneumonia', probability: 0.9 };
    const blind = { ...activation, values: new Float32Array(4).fill(Number.NaN) };
    const { box: _, ...boxless } = facts;
    for (const positive of [
      { facts, reading: mapless },
      { facts: boxless, reading: { ...mapless, activation } },
      { facts, reading: { ...mapless, activation: blind } },
    ]) {
      const finding = placeFinding(positive, IMAGE, 0.5);
      expect(finding.location).toEqual(whole);
      expect(finding.locations).toEqual([whole]);
      expect(finding.severity).toBe('none');
      expect(finding).not.toHaveProperty('side');
    }
  });

  it('takes the boxes of a detector as they are', () => {
    const detections = [
      { region: { x: 0.1, y: 0.2, width: 0.3, height: 0.4 }, probability: 0.8 },
      { region: { x: 0.6, y: 0.2, width: 0.1, height: 0.1 }, probability: 0.6 },
    ];
    const { box: _, ...boxless } = facts;
    const found = { facts: boxless, reading: { id: 'pneumonia', probability: 0.8, detections } };
    const finding = placeFinding(found, IMAGE, undefined);
    expect(finding.locations).toEqual([
      { x: 100, y: 100, width: 300, height: 200 },
      { x: 600, y: 100, width: 100, height: 50 },
    ]);
    expect(finding.severity).toBe('moderate');
  });

  it('boxes what a segmenter outlines, down to the last cell', () => {
    const values = new Float32Array(100);
    values[55] = 0.9;
    const map = { rows: 10, columns: 10, values, region: WHOLE };
    const lesion = {
      facts: { ...label('lesion'), box: undefined, structure: 'lesion', least_area: 0.01 },
      reading: { id: 'lesion', probability: 0.9, activation: map },
    };
    const { box: _, ...facts } = lesion.facts;
    const finding = placeFinding({ ...lesion, facts }, IMAGE, undefined);
    expect(finding.locations).toEqual([{ x: 500, y: 250, width: 100, height: 50 }]);
  });

  it('carries a code when the manifest has one', () => {
    const code = { system: 'http://radlex.org', code: 'RID5350', display: 'pneumonia' };
    const coded = placeFinding({ facts: label('pneumonia', { code }), reading }, IMAGE, undefined);
    expect(coded.code).toEqual(code);
    const plain = placeFinding({ facts, reading }, IMAGE, undefined);
    expect(plain).not.toHaveProperty('code');
  });
});

describe('confidenceScore', () => {
  const scoreOf = (...probabilities: number[]) => {
    const { positive, reported } = assessLabels(labels, readings(...probabilities));
    const findings = positive.map((one) => placeFinding(one, IMAGE, undefined));
    return confidenceScore(findings, reported);
  };

  it('is that of the strongest finding', () => {
    expect(scoreOf(0.7, 0.9)).toBe(0.9);
  });

  it('is that of there being nothing, without a finding', () => {
    expect(scoreOf(0.1, 0.3, 0.2)).toBe(0.7);
    expect(scoreOf(0, 0, 0)).toBe(1);
  });

  it('counts what was measured, and no label that holds only given another', () => {
    const given = [label('abnormal'), label('glioma', { given: 'abnormal' })];
    const { reported } = assessLabels(given, [
      { id: 'abnormal', probability: 0.1 },
      { id: 'glioma', probability: 0.8 },
    ]);
    expect(confidenceScore([], reported)).toBe(0.9);
    expect(confidenceScore([], reported, [0.75])).toBe(0.25);
  });

  it('leaves out labels that are not reported, and is 0 when nothing was looked for', () => {
    const mixed = [label('pneumonia'), label('covid19', { reported: false })];
    const read = [
      { id: 'pneumonia', probability: 0.2 },
      { id: 'covid19', probability: 0.9 },
    ];
    expect(confidenceScore([], assessLabels(mixed, read).reported)).toBe(0.8);
    expect(confidenceScore([], assessLabels(mixed.slice(1), read).reported)).toBe(0);
    expect(confidenceScore([], [])).toBe(0);
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
  const regions = (...areas: number[]) => areas.map((area) => ({ area }));

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
