import { ownFlag, ownQuantity, quantity } from '../../input.js';
import { rounded } from '../../round.js';
import { defineScore } from '../../score.js';

export const phenytoinCorrection = defineScore({
  id: 'phenytoin_correction',
  name: 'Phenytoin corrected for albumin (Sheiner–Tozer)',
  aliases: [
    'corrected_phenytoin',
    'sheiner_tozer',
    'winter_tozer',
    'phenytoin',
    'phenytoin_correction_for_albumin',
  ],
  group: 'body and fluids',
  purpose: 'Total phenytoin as it would be at a normal albumin, with the same free part.',
  population: 'Adults with low albumin or kidney failure; free phenytoin is better where measured',
  unit: 'mg/L',
  decimals: 2,
  inputs: {
    phenytoin: ownQuantity('Total phenytoin measured', 'mg/L', [0.1, 100], 0.1, {
      molarMass: 252.27,
      monotone: 'rising',
    }),
    albumin: quantity('albumin', { monotone: 'falling' }),
    creatinine_clearance_below_20: ownFlag('Creatinine clearance below 20 mL/min or on dialysis', {
      help: 'The original names clearances below 10; calculators use 20.',
    }),
  },
  categories: [
    { id: 'low', from: 0, interpretation: 'Below 10 mg/L: below the usual range.' },
    { id: 'therapeutic', from: 10, interpretation: '10 to 20 mg/L: the usual range.' },
    { id: 'high', interpretation: 'Above 20 mg/L: toxic effects are likely.' },
  ],
  references: [
    {
      title:
        'Dager WE et al. Estimating phenytoin concentrations by the Sheiner-Tozer method in adults ' +
        'with pronounced hypoalbuminemia',
      doi: '10.1177/106002809502907-802',
      year: 1995,
    },
  ],
  compute({ phenytoin, albumin, creatinine_clearance_below_20: kidneyFailure }) {
    const at = (factor: number) => rounded(phenytoin / (factor * albumin + 0.1), 2);
    const value = at(kidneyFailure ? 0.1 : 0.2);
    // Kane et al. 2013 (Ann Pharmacother 47:628) fitted 0.275, and 0.2 in kidney failure.
    return {
      value,
      ...(value > 20 && { category: 'high' }),
      derived: [
        { name: 'winter_tozer_revised', value: at(kidneyFailure ? 0.2 : 0.275), unit: 'mg/L' },
      ],
      warnings: [
        ...(albumin >= 4.4 ? ['Albumin is not low: use the measured value.'] : []),
        'Valproate and other displacing drugs make the correction unreliable.',
      ],
    };
  },
});
