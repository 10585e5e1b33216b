import { describe, expect, it } from 'vitest';
import { findingOf } from '../../../src/imaging/findings.js';
import { impressionOf, recommendationsFor } from '../../../src/imaging/wording.js';
import { label } from '../../support/imaging-model.js';

const IMAGE = { width: 100, height: 100 };
const positive = (id: string, probability: number, name?: string) => ({
  facts: label(id, name === undefined ? {} : { name }),
  reading: { id, probability },
});
const impressionFor = (...positives: ReturnType<typeof positive>[]) =>
  impressionOf(
    positives.map((one) => findingOf(one, IMAGE)),
    positives.map(({ facts }) => facts),
  );

describe('impressionOf', () => {
  it('names every finding with its extent and probability', () => {
    expect(impressionFor(positive('pneumonia', 0.874))).toBe(
      'Pneumonia (mild extent, probability 87 %).',
    );
    expect(impressionFor(positive('a', 0.9), positive('b', 0.8), positive('c', 0.7))).toBe(
      'A (mild extent, probability 90 %), b (mild extent, probability 80 %) and ' +
        'c (mild extent, probability 70 %).',
    );
  });

  it('keeps the capitals of a name inside the sentence', () => {
    const text = impressionFor(
      positive('pneumonia', 0.9),
      positive('covid19', 0.8, 'COVID-19 pattern'),
    );
    expect(text).toContain(' and COVID-19 pattern (');
  });

  it('names what was looked for when there is nothing, and excludes no other disease', () => {
    const text = impressionOf(
      [],
      [label('pneumonia'), label('tuberculosis'), label('covid19', { reported: false })],
    );
    expect(text).toMatch(/pneumonia or tuberculosis/);
    expect(text).toMatch(/not excluded/);
    expect(text).not.toMatch(/covid/i);
  });
});

describe('recommendationsFor', () => {
  it('asks for a radiologist in every case, first', () => {
    expect(recommendationsFor([])).toHaveLength(1);
    expect(recommendationsFor([])[0]).toContain('radiologist');
    expect(recommendationsFor([positive('pneumonia', 0.9)])[0]).toContain('radiologist');
  });

  it.each([
    ['pneumonia', 'NG250'],
    ['tuberculosis', 'WHO'],
    ['covid19', 'RT-PCR'],
    ['abnormal', 'earlier films'],
  ])('says for %s what it rests on', (id, source) => {
    const [, advice, ...more] = recommendationsFor([positive(id, 0.9)]);
    expect(advice).toContain(source);
    expect(more).toEqual([]);
  });

  it('says each thing once, and nothing of a label that it does not know', () => {
    const twice = [positive('pneumonia', 0.9), positive('pneumonia', 0.8)];
    expect(recommendationsFor(twice)).toHaveLength(2);
    for (const id of ['nodule', 'constructor']) {
      expect(recommendationsFor([positive(id, 0.9)])).toHaveLength(1);
    }
  });
});
