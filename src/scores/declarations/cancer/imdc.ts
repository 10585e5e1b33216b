import { ownFlag } from '../../input.js';
import { onePointEach } from '../../one-point-each.js';
import { defineScore, pointsIf, sumOf } from '../../score.js';
import { KARNOFSKY } from '../function/performance-inputs.js';

/** Prognosis of metastatic renal cell carcinoma on targeted therapy from six factors (Heng 2009). */
export const imdc = defineScore({
  id: 'imdc',
  name: 'IMDC criteria for metastatic renal cell carcinoma (Heng)',
  aliases: ['heng', 'imdc_criteria', 'heng_criteria', 'imdc_renal_cell'],
  group: 'cancer',
  purpose: 'Groups patients with metastatic renal cell carcinoma by survival.',
  population: 'Adults with metastatic renal cell carcinoma before systemic treatment',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 6 },
  inputs: {
    karnofsky: { ...KARNOFSKY, min: 10, cuts: [80], monotone: 'falling' },
    treatment_within_1_year: ownFlag('Less than a year from diagnosis to systemic treatment'),
    hemoglobin_below_normal: ownFlag('Haemoglobin below the lower limit of normal'),
    corrected_calcium_above_normal: ownFlag('Corrected calcium above the upper limit of normal'),
    neutrophils_above_normal: ownFlag('Neutrophils above the upper limit of normal'),
    platelets_above_normal: ownFlag('Platelets above the upper limit of normal'),
  },
  categories: [
    { id: 'favorable', from: 0, interpretation: 'Favourable risk: median survival 43 months.' },
    {
      id: 'intermediate',
      from: 1,
      interpretation: 'Intermediate risk (1–2): median survival 23 months.',
    },
    { id: 'poor', from: 3, interpretation: 'Poor risk (3–6): median survival 8 months.' },
  ],
  references: [
    {
      title:
        'Heng DYC et al. Prognostic factors for overall survival in patients with metastatic renal ' +
        'cell carcinoma treated with vascular endothelial growth factor-targeted agents',
      doi: '10.1200/JCO.2008.21.4809',
      year: 2009,
    },
    {
      title:
        'Heng DYC et al. External validation and comparison with other models of the International ' +
        'Metastatic Renal-Cell Carcinoma Database Consortium prognostic model',
      doi: '10.1016/S1470-2045(12)70559-4',
      year: 2013,
    },
  ],
  compute: ({ karnofsky, ...flags }) =>
    sumOf({
      karnofsky: pointsIf(karnofsky < 80),
      ...onePointEach(flags),
    }),
});
