import { describe, expect, it } from 'vitest';
import { checkedRecommendations } from '../../../../src/differential/recommend/check-medicines.js';
import type { Advice } from '../../../../src/differential/recommend/recommend.js';
import type {
  MedicineCheck,
  MedicineObjection,
} from '../../../../src/medications/check-medicines.js';

const advice = (text: string, medicine: boolean): Advice => ({
  text,
  within: 'now',
  minutes: 0,
  because: 'Pain',
  ...(medicine && { medicine: true }),
});
const drug = (text: string) => advice(text, true);
const answer = (more: Partial<MedicineCheck>): MedicineCheck => ({
  objections: [],
  unchecked: [],
  unresolved: [],
  models: [],
  ...more,
});
const objection = (proposed: number, more: Partial<MedicineObjection> = {}): MedicineObjection => ({
  proposed,
  severity: 'major',
  blocks: true,
  title: 'Bleeding',
  management: 'Avoid.',
  besides: [],
  ...more,
});
const NOT_CHECKED = "Not checked against this patient's medicines and allergies.";

describe('medicines that are advised', () => {
  const all = [advice('Rest', false), drug('aspirin'), drug('ibuprofen or paracetamol')];

  it('are said as they are where nothing objects', () => {
    expect(checkedRecommendations(all, answer({})).lines).toEqual([
      'Rest (now) [Pain]',
      'aspirin (now) [Pain]',
      'ibuprofen or paracetamol (now) [Pain]',
    ]);
  });

  it('are held back where something grave objects, by number', () => {
    const { lines } = checkedRecommendations(all, answer({ objections: [objection(2)] }));
    expect(lines).toEqual([
      'Rest (now) [Pain]',
      'aspirin (now) [Pain]',
      "Not without a prescriber's decision: ibuprofen or paracetamol [major: Bleeding. Avoid.]",
    ]);
  });

  it('are not held back for what is not grave', () => {
    const { lines } = checkedRecommendations(
      all,
      answer({ objections: [objection(0, { severity: 'moderate', blocks: false })] }),
    );
    expect(lines[1]).toBe('aspirin (now) [Pain]');
  });

  it('are not held back because two choices of one line do not go together', () => {
    const pair = [objection(1, { besides: [2] }), objection(2, { besides: [1] })];
    expect(checkedRecommendations(all, answer({ objections: pair })).lines[2]).not.toMatch(
      /^Not without/,
    );
    const lines = [objection(0, { besides: [1] }), objection(1, { besides: [0] })];
    for (const line of checkedRecommendations(all, answer({ objections: lines })).lines.slice(1)) {
      expect(line).toMatch(/^Not without/);
    }
  });

  it('say so where they were not checked', () => {
    expect(checkedRecommendations(all, answer({ unchecked: [0] })).lines[1]).toBe(
      `aspirin (now) [Pain] ${NOT_CHECKED}`,
    );
    for (const line of checkedRecommendations(all, undefined).lines.slice(1))
      expect(line).toContain(NOT_CHECKED);
    expect(checkedRecommendations(all, undefined).lines[0]).toBe('Rest (now) [Pain]');
  });

  it('say so where one of them is only a class', () => {
    const { lines } = checkedRecommendations(
      [drug('codeine with an NSAID')],
      answer({ unchecked: [1] }),
    );
    expect(lines[0]).toMatch(/Not all of it was checked/);
    const words = checkedRecommendations(
      [drug('codeine for some days')],
      answer({ unchecked: [1] }),
    );
    expect(words.lines[0]).toBe('codeine for some days (now) [Pain]');
  });

  it('are judged by what stands outside of brackets where that is known', () => {
    const choice = [drug('amoxicillin (clarithromycin with penicillin allergy)')];
    const other = answer({ objections: [objection(1)] });
    expect(checkedRecommendations(choice, other).lines[0]).toMatch(/^amoxicillin/);
    expect(checkedRecommendations(choice, { ...other, unchecked: [0] }).lines[0]).toMatch(
      /^Not without/,
    );
  });

  it('warn of lines of the list that could not be read', () => {
    expect(checkedRecommendations(all, answer({ unresolved: ['hydralizine'] })).warnings).toEqual([
      'Not recognised as a medicine, so advice was not checked against it: hydralizine.',
    ]);
  });
});
