import { describe, expect, it } from 'vitest';
import { foldDrugName } from '../../../../src/medications/ingredients/ingredients.js';
import { shippedClasses, tableOf } from '../../../support/medication-tables.js';

const { substances, reactions, rules } = tableOf('allergies');

describe('the table', () => {
  it('takes off only what there is', () => {
    const classes = shippedClasses();
    const ids = new Set(substances.map(({ id }) => `#${id}`));
    const names = new Set(tableOf('ingredients').map(({ name }) => name));
    const unknown = rules
      .flatMap(({ not_to = [] }) => not_to)
      .filter((one) => (one.startsWith('@') ? classes.membersOf(one).size === 0 : !names.has(one)))
      .filter((one) => !ids.has(one));
    expect(unknown).toEqual([]);
  });

  it('names a substance and a reaction in one way each', () => {
    const said = substances.flatMap((one) => [...new Set(one.names.map(foldDrugName))]);
    expect(said.filter((name, at) => said.indexOf(name) !== at)).toEqual([]);
    const words = reactions.flatMap((one) => [
      ...new Set(one.words.filter((word) => !/[A-Z]/.test(word)).map(foldDrugName)),
    ]);
    expect(words.filter((word, at) => words.indexOf(word) !== at)).toEqual([]);
  });
});
