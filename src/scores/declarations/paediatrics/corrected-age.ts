import { ownQuantity } from '../../input.js';
import { defineScore } from '../../score.js';

const TERM_WEEKS = 40;

/** Age of a child born preterm, less what it was born before 40 weeks (AAP 2004). */
export const correctedAge = defineScore({
  id: 'corrected_age',
  name: 'Corrected age of a child born preterm',
  aliases: ['adjusted_age', 'corrected_gestational_age'],
  group: 'paediatrics',
  purpose: 'Gives the age by which growth and development of a preterm child are judged.',
  population: 'Children of up to three years who were born before 37 weeks',
  unit: 'wk',
  decimals: 1,
  range: { min: -18, max: 157 },
  inputs: {
    age_weeks: ownQuantity('Age since birth', 'wk', [0, 156], 0.1, { monotone: 'rising' }),
    weeks_at_birth: ownQuantity('Gestational age at birth, completed weeks', 'wk', [22, 36], 1, {
      monotone: 'rising',
      fixed: true,
    }),
    days_at_birth: ownQuantity('Gestational age at birth, further days', 'd', [0, 6], 1, {
      monotone: 'rising',
      fixed: true,
      optional: true,
    }),
  },
  categories: [
    { id: 'before term', from: -18, interpretation: 'The day of 40 weeks has not come yet.' },
    {
      id: 'after term',
      from: 0,
      interpretation: 'Judge growth and development by this age up to three years.',
    },
  ],
  references: [
    {
      title: 'American Academy of Pediatrics. Age terminology during the perinatal period',
      doi: '10.1542/peds.2004-1915',
      year: 2004,
    },
  ],
  compute({ age_weeks, weeks_at_birth, days_at_birth = 0 }) {
    const atBirth = Math.floor(weeks_at_birth) + Math.floor(days_at_birth) / 7;
    return {
      value: age_weeks - (TERM_WEEKS - atBirth),
      derived: [{ name: 'postmenstrual_age', value: age_weeks + atBirth, unit: 'wk' }],
    };
  },
});
