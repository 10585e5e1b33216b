import { ownQuantity, quantity } from '../../input.js';
import { defineScore, stepsAbove, stepsFrom, sumOf } from '../../score.js';

const platelets = stepsFrom(2, [100, 1], [150, 0]);
const inr = stepsAbove(0, [1.2, 1], [1.4, 2]);
const organs = stepsFrom(0, [1, 1], [2, 2]);

export const sic = defineScore({
  id: 'sic',
  name: 'Sepsis-induced coagulopathy score',
  aliases: ['sepsis_induced_coagulopathy'],
  group: 'infection',
  purpose: 'Finds coagulopathy in sepsis before disseminated intravascular coagulation is overt.',
  population: 'Adults with sepsis (Sepsis-3)',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 6 },
  inputs: {
    inr: quantity('inr', { cuts: inr.cuts, precision: 0.01, monotone: 'rising' }),
    platelets: quantity('platelets', { cuts: platelets.cuts, monotone: 'falling' }),
    sofa_four_organs: ownQuantity('SOFA points of four organs', '{score}', [0, 16], 1, {
      cuts: organs.cuts,
      monotone: 'rising',
      help: 'Lungs, circulation, liver and kidneys together.',
    }),
  },
  categories: [
    { id: 'no sic', from: 0, interpretation: 'The criteria are not met.' },
    {
      id: 'sic',
      interpretation:
        'Sepsis-induced coagulopathy: 4 points or more, with more than 2 from INR and platelets.',
      action: {
        text: 'Look for overt DIC with the ISTH score; follow coagulation.',
        source: 'Iba 2017, 10.1136/bmjopen-2017-017046',
      },
    },
  ],
  references: [
    {
      title:
        'Iba T et al. New criteria for sepsis-induced coagulopathy (SIC) following the revised ' +
        'sepsis definition: a retrospective analysis of a nationwide survey',
      doi: '10.1136/bmjopen-2017-017046',
      year: 2017,
    },
  ],
  compute(v) {
    const clotting = { inr: inr(v.inr), platelets: platelets(v.platelets) };
    const { value, points } = sumOf({ sofa_four_organs: organs(v.sofa_four_organs), ...clotting });
    const met = value >= 4 && sumOf(clotting).value > 2;
    return { value, points, category: met ? 'sic' : 'no sic' };
  },
});
