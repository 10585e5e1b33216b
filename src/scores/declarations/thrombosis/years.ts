import { flag, quantity } from '../../input.js';
import { defineScore, pointsIf, sumOf } from '../../score.js';
import { DVT_SIGNS, PE_MOST_LIKELY } from './shared-inputs.js';

const WITHOUT_ITEMS = 1000;
const WITH_ITEMS = 500;

/** Pulmonary embolism by three items and a D-dimer whose limit depends on them (van der Hulle 2017). */
export const years = defineScore({
  id: 'years',
  name: 'YEARS algorithm for pulmonary embolism',
  aliases: ['years_pe', 'years_algorithm'],
  group: 'thrombosis and bleeding',
  purpose: 'Says whether suspected pulmonary embolism is ruled out or needs CT angiography.',
  population: 'Stable adults with suspected acute pulmonary embolism',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 3 },
  inputs: {
    dvt_signs: DVT_SIGNS,
    hemoptysis: flag('hemoptysis'),
    pe_most_likely_diagnosis: PE_MOST_LIKELY,
    d_dimer: quantity('d_dimer', {
      help: 'In fibrinogen-equivalent units.',
      cuts: [WITH_ITEMS, WITHOUT_ITEMS],
    }),
  },
  categories: [
    {
      id: 'ruled out',
      interpretation:
        'Pulmonary embolism is ruled out: D-dimer below 1000 ng/mL without, below 500 with an item.',
      action: {
        text: 'No CT angiography; look for another cause.',
        source: 'van der Hulle 2017, 10.1016/S0140-6736(17)30885-1',
      },
    },
    {
      id: 'imaging',
      interpretation: 'The D-dimer is at or above its limit: pulmonary embolism is not ruled out.',
      action: {
        text: 'CT pulmonary angiography.',
        source: 'van der Hulle 2017, 10.1016/S0140-6736(17)30885-1',
      },
    },
  ],
  references: [
    {
      title: 'van der Hulle T et al. Simplified diagnostic management of suspected PE (YEARS)',
      doi: '10.1016/S0140-6736(17)30885-1',
      year: 2017,
    },
  ],
  compute(v) {
    const { value, points } = sumOf({
      dvt_signs: pointsIf(v.dvt_signs),
      hemoptysis: pointsIf(v.hemoptysis),
      pe_most_likely_diagnosis: pointsIf(v.pe_most_likely_diagnosis),
    });
    const limit = value === 0 ? WITHOUT_ITEMS : WITH_ITEMS;
    return {
      value,
      points,
      category: v.d_dimer < limit ? 'ruled out' : 'imaging',
      derived: [{ name: 'd_dimer_limit', value: limit, unit: 'ng/mL' }],
    };
  },
});
