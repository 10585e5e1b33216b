import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  chargeUnexplained,
  clip,
  damp,
  groupsOf,
  log,
  logOfStep,
  type Probabilities,
  type Step,
  stepsOf,
} from '../../../../src/differential/probability/steps.js';
import { evidence } from '../toy-patient.js';
import { numbers, tree } from './toy.js';

const at = (id: string) => tree.numberOf(id) ?? -1;

/** Weights of all steps for one disease. */
const ofOne = (weights: readonly number[]) => ({ values: Float64Array.from(weights), count: 1 });

describe('what one finding can say', () => {
  it('counts half beyond e³ and no more than its limits', () => {
    expect(clip(2, -3, 4.5)).toBe(2);
    expect(clip(5, -3, 4.5)).toBe(4);
    expect(clip(9, -3, 4.5)).toBe(4.5);
    expect(clip(-9, -3, 4.5)).toBe(-3);
  });

  it('never turns the order round', () => {
    const value = fc.double({ min: -30, max: 30, noNaN: true });
    fc.assert(
      fc.property(value, value, (a, b) => {
        const [low, high] = [clip(Math.min(a, b), -3, 4.5), clip(Math.max(a, b), -3, 4.5)];
        expect(low).toBeLessThanOrEqual(high);
      }),
    );
  });

  it('is finite even of nothing', () => {
    expect(log(0)).toBeCloseTo(Math.log(1e-9), 9);
  });
});

describe('the steps of the evidence', () => {
  it('say only what they add to the more general that is there', () => {
    const steps = stepsOf(tree, evidence({ present: numbers('pain', 'pain_left', 'pregnant') }));
    expect(steps).toEqual([
      { finding: at('pain'), given: -1, absent: false, complaint: true },
      { finding: at('pain_left'), given: at('pain'), absent: false, complaint: false },
      { finding: at('pregnant'), given: -1, absent: false, complaint: false },
    ]);
  });

  it('do not say the absence of the special beside that of the general', () => {
    const steps = stepsOf(tree, evidence({ absent: numbers('pain', 'pain_left', 'pain_right') }));
    expect(steps.map(({ finding }) => finding)).toEqual([at('pain')]);
  });

  const plain = Float32Array.from(tree.findings, ({ leak }) => leak);
  plain[at('pain')] = 0.8;
  plain[at('pain_left')] = 0.6;
  const shares = { plain, logs: plain.map(Math.log) };
  const logIn = (step: Step, known: Probabilities) =>
    logOfStep(step, known, step.finding, step.given);

  it('have the probability of what is there, and of what is not', () => {
    const step = { finding: at('pain'), given: -1, absent: false, complaint: true };
    expect(logIn(step, shares)).toBeCloseTo(Math.log(0.8), 4);
    expect(logIn({ ...step, absent: true }, shares)).toBeCloseTo(Math.log(0.2), 4);
  });

  it('have that of the special as its part of the general', () => {
    const step = { finding: at('pain_left'), given: at('pain'), absent: false, complaint: false };
    expect(logIn(step, shares)).toBeCloseTo(Math.log(0.75), 4);
    expect(logIn({ ...step, absent: true }, shares)).toBeCloseTo(Math.log(0.25), 4);
  });

  it('are never certain, nor impossible', () => {
    const sure = {
      plain: new Float32Array(plain.length).fill(1),
      logs: new Float32Array(plain.length),
    };
    const step = { finding: at('pain_left'), given: at('pain'), absent: true, complaint: false };
    expect(logIn(step, sure)).toBeCloseTo(Math.log(0.005), 4);
    expect(logIn({ ...step, absent: false }, sure)).toBeLessThan(0);
  });
});

describe('findings that come together', () => {
  const present = numbers('fever', 'chills', 'rash');
  const steps = stepsOf(tree, evidence({ present }));

  it('are one group', () => {
    expect(groupsOf(steps, tree, evidence({ present })).all).toEqual([[0, 1]]);
  });

  it('are grouped by the words first that they were read from', () => {
    const { all, places } = groupsOf(
      steps,
      tree,
      evidence({ present, sharing: [[at('rash'), at('fever')]] }),
    );
    expect(all).toEqual([[2, 0]]);
    expect(places.map(({ group }) => group)).toEqual([[2, 0], [1]]);
  });

  it('say less each, strongest first, what supports apart from what opposes', () => {
    const weights = ofOne([1, 2, -1, -4]);
    damp(weights, [[0, 1, 2, 3]], 0.5);
    expect([...weights.values]).toEqual([0.5, 2, -0.5, -4]);
  });

  it('are weakened for every disease by itself', () => {
    const weights = { values: Float64Array.of(1, 2, 0, 2, 1, 0, 3, 3, 3), count: 3 };
    damp(weights, [[0, 1]], 0.5);
    expect([...weights.values]).toEqual([0.5, 2, 0, 2, 0.5, 0, 3, 3, 3]);
  });

  it('are weakened as a pair as they are among more', () => {
    const weight = fc.oneof(fc.constantFrom(0, 1, -1), fc.double({ min: -5, max: 5, noNaN: true }));
    fc.assert(
      fc.property(weight, weight, (one, other) => {
        const [pair, more] = [ofOne([one, other]), ofOne([one, other, 0])];
        damp(pair, [[0, 1]], 0.6);
        damp(more, [[0, 1, 2]], 0.6);
        expect([...pair.values, 0].map((value) => value + 0)).toEqual(
          [...more.values].map((value) => value + 0),
        );
      }),
    );
  });

  it('never say more than before, nor the opposite', () => {
    const weight = fc.double({ min: -5, max: 5, noNaN: true });
    fc.assert(
      fc.property(fc.array(weight, { minLength: 1, maxLength: 8 }), (values) => {
        const weights = ofOne(values);
        damp(weights, [[...values.keys()]], 0.6);
        for (const [n, value] of values.entries()) {
          const after = weights.values[n] ?? Number.NaN;
          expect(Math.abs(after)).toBeLessThanOrEqual(Math.abs(value));
          expect(Math.sign(after) * Math.sign(value)).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });
});

describe('a complaint that a disease does not explain', () => {
  const present = numbers('fever', 'chills', 'rash', 'pregnant');
  const steps = stepsOf(tree, evidence({ present }));
  const charged = (weights: number[], sharing: number[][] = []) => {
    const after = ofOne(weights);
    const found = sharing.map((group) => group.map((n) => steps[n]?.finding ?? -1));
    const groups = groupsOf(steps, tree, evidence({ present, sharing: found }));
    chargeUnexplained(after, groups, -0.7);
    return [...after.values];
  };

  it('takes something from it, and a mere history does not', () => {
    expect(charged([2, 0, -1, 0])).toEqual([2, -0.7, -1.7, 0]);
  });

  it('is charged once for one place of the text', () => {
    expect(charged([0, 0, 0, 0], [[0, 1]])).toEqual([-0.7, 0, -0.7, 0]);
  });

  it('is none where the same words are explained', () => {
    expect(charged([2, 0, 1, 0], [[0, 1]])).toEqual([2, 0, 1, 0]);
  });
});
