import { flag, quantity, sex } from '../../input.js';
import { rounded } from '../../round.js';
import { defineScore } from '../../score.js';

/** HSI: 8 · ALT/AST + BMI, plus 2 in women and plus 2 with diabetes (Lee 2010). */
export const hepaticSteatosisIndex = defineScore({
  id: 'hepatic_steatosis_index',
  name: 'Hepatic steatosis index',
  aliases: ['hsi'],
  group: 'liver and gut',
  purpose: 'Estimates whether the liver is fatty.',
  population: 'Adults',
  unit: '1',
  decimals: 1,
  range: { min: 5, max: 300_000 },
  inputs: {
    alt: quantity('alt', { monotone: 'rising' }),
    ast: quantity('ast', { monotone: 'falling' }),
    bmi: quantity('bmi', { monotone: 'rising' }),
    sex: sex(),
    diabetes: flag('diabetes'),
  },
  categories: [
    { id: 'unlikely', interpretation: 'Fatty liver is unlikely (below 30).' },
    { id: 'indeterminate', interpretation: 'Fatty liver can be neither excluded nor assumed.' },
    {
      id: 'likely',
      interpretation: 'Fatty liver is likely (above 36).',
      action: { text: 'Ultrasound; estimate fibrosis by FIB-4.', source: 'EASL–EASD–EASO 2016' },
    },
  ],
  references: [
    {
      title:
        'Lee JH et al. Hepatic steatosis index: a simple screening tool reflecting nonalcoholic ' +
        'fatty liver disease',
      doi: '10.1016/j.dld.2009.08.002',
      year: 2010,
    },
  ],
  compute(v) {
    const value = rounded(
      8 * (v.alt / v.ast) + v.bmi + (v.sex === 'F' ? 2 : 0) + (v.diabetes ? 2 : 0),
      1,
    );
    return { value, category: value > 36 ? 'likely' : value < 30 ? 'unlikely' : 'indeterminate' };
  },
});
