import { describe, expect, it } from 'vitest';
import { createAllergenNames } from '../../../../src/medications/allergies/allergen-names.js';
import {
  createReactionReader,
  isReaction,
} from '../../../../src/medications/allergies/reactions.js';
import { createSubstanceReader } from '../../../../src/medications/allergies/substances.js';
import { line } from '../../../support/medication-case.js';
import { allergies, allergyTable, classes, resolve, severityOf } from './shipped.js';

const readReaction = createReactionReader(allergyTable.reactions);
const readSubstance = createSubstanceReader(
  allergyTable,
  createAllergenNames(allergyTable.substances, classes, resolve),
  (text) => isReaction(readReaction, text),
);
const titles = (text: string) =>
  readSubstance(text).allergens.map(({ allergen }) => allergen.title);

describe('what somebody is allergic to', () => {
  it.each([
    ['Penicillin', ['penicillins']],
    ['PENICILLINS', ['penicillins']],
    ['PCN', ['penicillins']],
    ['pencillin allergy', ['penicillins']],
    ['allergic to penicillin', ['penicillins']],
    ['penicillin V', ['penicillin v']],
    ['sulfa', ['sulfonamide antibacterials']],
    ['Sulfa antibiotics', ['sulfonamide antibacterials']],
    ['Sulphonamides', ['sulfonamide antibacterials']],
    ['NSAIDs', ['NSAIDs']],
    ['IV contrast dye', ['iodinated contrast']],
    ['ACE-inhibitors', ['ACE inhibitors']],
    ['opiates', ['opioids']],
    ['cephalosporin antibiotics', ['cephalosporins']],
    ['paracetamol', ['acetaminophen']],
    ['Augmentin', ['amoxicillin + clavulanate']],
    ['penicillin and sulfa', ['penicillins', 'sulfonamide antibacterials']],
    ['Penicillin, NSAIDs, latex', ['penicillins', 'NSAIDs', 'latex']],
    ['cat hair', ['things that are no drugs']],
    ['Pollen', ['things that are no drugs']],
    ['eggs', ['egg']],
    ['prawns', ['shellfish']],
  ])('%s', (text, expected) => {
    expect(titles(text)).toEqual(expected);
    expect(readSubstance(text).unresolved).toBe(false);
  });

  it.each(['NKDA', 'nkda', 'None', 'none known', 'No known drug allergies', 'Nil known.', 'NKA'])(
    '%s is nothing, and known',
    (text) => {
      expect(readSubstance(text)).toEqual({ none: true, allergens: [], unresolved: false });
    },
  );

  it.each([
    'unknown',
    '?',
    'unable to obtain',
    'antibiotics',
    'painkillers',
    'zzxqy forte',
    'many',
  ])('%s leaves it open', (text) => {
    const { unresolved, notAssessed } = allergies.check(
      [line('amoxicillin', 0)],
      [{ substance: text }],
    );
    expect(unresolved).toBe(true);
    expect(notAssessed).toHaveLength(1);
    expect(notAssessed[0]?.what).toBe('allergies.0.substance');
    expect(JSON.stringify(notAssessed)).not.toContain('zzxqy');
  });

  it('takes the reaction out of the line', () => {
    for (const text of [
      'amoxicillin (anaphylaxis)',
      'Amoxicillin - anaphylaxis',
      'amoxicillin: anaphylaxis',
      'amoxicillin causes anaphylaxis',
      'amoxicillin -> anaphylaxis',
      'amoxicillin-anaphylaxis',
      'amoxicillin anaphylaxis',
      'amoxicillin, anaphylaxis',
      'allergic to amoxicillin: anaphylaxis',
      'Anaphylaxis to amoxicillin',
      'amoxicillin 500 mg capsules (anaphylaxis)',
    ]) {
      expect(severityOf('amoxicillin', { substance: text }), text).toBe('contraindicated');
    }
    expect(severityOf('codeine', { substance: 'codeine intolerance' })).toBe('minor');
  });

  it('keeps several things and their reactions apart', () => {
    const several = {
      substance: 'Penicillin (rash, itch), Sulfa (anaphylaxis); codeine - nausea',
    };
    expect(titles(several.substance)).toEqual([
      'penicillins',
      'sulfonamide antibacterials',
      'codeine',
    ]);
    expect(severityOf('amoxicillin', several)).toBe('major');
    expect(severityOf('sulfamethoxazole', several)).toBe('contraindicated');
    expect(severityOf('codeine', several)).toBe('minor');
    expect(titles('penicillin\nsulfa\r\n  codeine')).toHaveLength(3);
    expect(severityOf('ampicillin', { substance: 'penicillin and sulfa, anaphylaxis' })).toBe(
      'contraindicated',
    );
  });

  it('does not take what a product is for as a reaction', () => {
    const [named] = readSubstance('ibuprofen migraine').allergens;
    expect(named?.reaction).toBeUndefined();
    expect(readSubstance('ibuprofen nausea').allergens[0]?.reaction).toBe('nausea');
  });

  it('finds the part that it knows and says that there is another', () => {
    const { findings, unresolved } = allergies.check(
      [line('amoxicillin', 0)],
      [{ substance: 'penicillin and qqwwzz' }],
    );
    expect(findings[0]?.severity).toBe('major');
    expect(unresolved).toBe(true);
  });
});
