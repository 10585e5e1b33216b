import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifyEntities } from '../../../src/dictation/verify.js';
import { writeUp } from '../../../src/dictation/written/write-up.js';
import type { Entity } from '../../../src/patient-record/language/entity.js';

const OPTIONS = { locale: 'en-US', mode: 'dictation' } as const;
const RANGES: Readonly<Record<string, { unit: string; usual: readonly [number, number] }>> = {
  atenolol: { unit: 'mg', usual: [25, 100] },
  digoxin: { unit: 'mg', usual: [0.0625, 0.25] },
  citalopram: { unit: 'mg', usual: [10, 40] },
  celecoxib: { unit: 'mg', usual: [100, 400] },
};

/** `take(0.9) warfarin(0.2)`: words with their confidence, 0.95 where none is given. */
function written(said: string) {
  const words = said.split(' ').map((one, index) => {
    const [, word = '', confidence = '0.95'] = /^([^(]+)(?:\((.+)\))?$/.exec(one) ?? [];
    return { word, confidence: Number(confidence), start: index * 0.3, end: index * 0.3 + 0.3 };
  });
  return writeUp([{ start: 0, end: words.length * 0.3, words }], {
    ...OPTIONS,
    doseRange: (drug) => RANGES[drug],
  });
}

function entity(text: string, name: string, type: Entity['type'], more: Partial<Entity> = {}) {
  const start = text.toLowerCase().indexOf(name.toLowerCase());
  const found = text.slice(start, start + name.length);
  return {
    text: found,
    type,
    start,
    end: start + name.length,
    confidence: 0.95,
    assertion: 'present' as const,
    ...more,
  };
}

describe('an entity', () => {
  it('is never surer than the least sure of its words', () => {
    const out = written('she has heart(0.4) failure(0.8)');
    const { entities } = verifyEntities([entity(out.text, 'heart failure', 'condition')], out);
    expect(entities[0]?.confidence).toBe(0.4);
  });

  it('nor than the words that say whether it is there', () => {
    const out = written('he denies(0.3) fever today');
    const fever = entity(out.text, 'fever', 'symptom', { assertion: 'absent', cue: 'denies' });
    expect(verifyEntities([fever], out).entities[0]?.confidence).toBe(0.3);
  });

  it('stays as sure as it was where its words are surer', () => {
    const out = written('she has gout(0.99)');
    const gout = entity(out.text, 'gout', 'condition', { confidence: 0.7 });
    expect(verifyEntities([gout], out)).toEqual({ entities: [gout], unverified: [] });
  });

  it('is capped for any words', () => {
    const probability = fc.double({ min: 0.01, max: 1, noNaN: true });
    fc.assert(
      fc.property(probability, probability, probability, (a, b, sure) => {
        const out = written(`she has heart(${a}) failure(${b})`);
        const found = entity(out.text, 'heart failure', 'condition', { confidence: sure });
        const [one] = verifyEntities([found], out).entities;
        expect(one?.confidence).toBeLessThanOrEqual(Math.min(a, b, sure));
      }),
    );
  });
});

describe('a medicine', () => {
  it('whose name was recognised with low confidence is unverified, with the reason', () => {
    const out = written('take warfarin(0.27) daily');
    const { entities, unverified } = verifyEntities(
      [entity(out.text, 'warfarin', 'medication')],
      out,
    );
    expect(entities).toEqual([]);
    expect(unverified).toEqual([
      {
        text: 'warfarin',
        type: 'medication',
        start: 5,
        end: 13,
        confidence: 0.27,
        reason: 'It was recognised with a confidence of 0.27; at least 0.70 is required.',
      },
    ]);
  });

  it('stays without its dose where the number has low confidence', () => {
    const out = written('take warfarin five(0.4) milligrams daily');
    const normalized = { name: 'warfarin', dose: '5 mg', frequency: '1/d' };
    const { entities, unverified } = verifyEntities(
      [entity(out.text, 'warfarin', 'medication', { normalized })],
      out,
    );
    expect(entities[0]?.normalized).toEqual({ name: 'warfarin', frequency: '1/d' });
    expect(unverified).toMatchObject([{ text: '5 mg', type: 'dose', confidence: 0.4 }]);
    expect(out.text.slice(unverified[0]?.start, unverified[0]?.end)).toBe('5 mg');
  });

  it('loses an impossible dose at any confidence', () => {
    const out = written('atenolol fifteen milligrams daily');
    const normalized = { name: 'atenolol', dose: '15 mg' };
    const { entities, unverified } = verifyEntities(
      [entity(out.text, 'atenolol', 'medication', { normalized })],
      out,
    );
    expect(entities[0]?.normalized).toEqual({ name: 'atenolol' });
    expect(unverified[0]).toMatchObject({ type: 'dose', reason: out.warnings[0] });
  });

  it('is unverified where its dose is that of another that sounds alike', () => {
    const out = written('citalopram two hundred milligrams');
    const normalized = { name: 'citalopram', dose: '200 mg' };
    const { entities, unverified } = verifyEntities(
      [entity(out.text, 'citalopram', 'medication', { normalized })],
      out,
    );
    expect(entities).toEqual([]);
    expect(unverified[0]).toMatchObject({ type: 'medication', reason: out.warnings[0] });
  });
});

describe('a value', () => {
  const normalized = { name: 'heart rate', value: 72 };
  const rate = (said: string) => {
    const out = written(said);
    const name = /heart rate.*?72/i.exec(out.text)?.[0] ?? '';
    return verifyEntities([entity(out.text, name, 'measurement', { normalized })], out);
  };

  it('whose number or name has low confidence is unverified', () => {
    expect(rate('heart rate seventy(0.5) two(0.9)').entities).toEqual([]);
    expect(rate('heart(0.4) rate seventy two').unverified).toHaveLength(1);
  });

  it('stays where only a word between them was', () => {
    expect(rate('heart rate was(0.2) seventy two').entities).toHaveLength(1);
  });

  it('that is impossible is unverified', () => {
    const out = written('pulse seven hundred and twenty');
    const pulse = entity(out.text, 'pulse 720', 'measurement', { normalized });
    expect(verifyEntities([pulse], out).unverified[0]?.reason).toBe(out.warnings[0]);
  });
});
