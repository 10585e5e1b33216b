import { quantity } from '../../input.js';
import { type Category, defineScore } from '../../score.js';

/**
 * Mean glucose of the last months in mg/dL (Nathan 2008, doi:10.2337/dc08-0545).
 *
 * @param hba1c % (NGSP)
 */
export const averageGlucose = (hba1c: number): number => 28.7 * hba1c - 46.7;

/** mg/dL of glucose in one mmol/L (180.156 g/mol). */
const MG_PER_MMOL = 18.0156;

const source = 'American Diabetes Association, Standards of Care, 10.2337/dc24-S002';

const CATEGORIES: readonly Category[] = [
  { id: 'normal', interpretation: 'HbA1c below 5.7 %.' },
  {
    id: 'prediabetes',
    interpretation: 'HbA1c of 5.7 to 6.4 %: prediabetes, if diabetes is not known.',
    action: { text: 'Lifestyle programme; test again every year.', source },
  },
  {
    id: 'diabetes',
    interpretation: 'HbA1c of 6.5 % or more: in the range of diabetes.',
    action: { text: 'Confirm a first finding by a second test.', source },
  },
];

/** Mean glucose from HbA1c. */
export const estimatedAverageGlucose = defineScore({
  id: 'estimated_average_glucose',
  name: 'Estimated average glucose',
  aliases: ['eag', 'average_glucose', 'hba1c_to_glucose'],
  group: 'metabolism',
  purpose: 'Translates HbA1c into the mean glucose of the last two to three months.',
  population: 'Adults who are not pregnant and whose red cells live a normal time',
  unit: 'mg/dL',
  decimals: 1,
  range: { min: 0, max: 700 },
  inputs: { hba1c: quantity('hba1c', { cuts: [5.7, 6.5], monotone: 'rising' }) },
  categories: CATEGORIES,
  references: [
    {
      title: 'Nathan DM et al. Translating the A1C assay into estimated average glucose values',
      doi: '10.2337/dc08-0545',
      year: 2008,
    },
    {
      title:
        'American Diabetes Association. Diagnosis and classification of diabetes: standards of care',
      doi: '10.2337/dc24-S002',
      year: 2024,
    },
  ],
  compute({ hba1c }) {
    const value = averageGlucose(hba1c);
    const category = hba1c >= 6.5 ? 'diabetes' : hba1c >= 5.7 ? 'prediabetes' : 'normal';
    const mmol = { name: 'average_glucose_mmol', value: value / MG_PER_MMOL, unit: 'mmol/L' };
    return { value, category, derived: [mmol] };
  },
});
