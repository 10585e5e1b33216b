import { ownQuantity } from '../../input.js';
import { rounded } from '../../round.js';
import { defineScore } from '../../score.js';

/** Packs of twenty cigarettes a day times years of smoking. */
export const packYears = defineScore({
  id: 'pack_years',
  name: 'Pack-years',
  aliases: ['smoking_pack_years'],
  group: 'lung',
  purpose: 'Measures the tobacco smoked in a lifetime.',
  population: 'Anybody who smokes or has smoked cigarettes',
  unit: '{score}',
  decimals: 1,
  range: { min: 0, max: 1000 },
  inputs: {
    cigarettes_per_day: ownQuantity('Cigarettes a day', '1', [0, 200], 1, {
      monotone: 'rising',
      fixed: true,
    }),
    years_smoked: ownQuantity('Years of smoking', 'a', [0, 100], 1, {
      monotone: 'rising',
      fixed: true,
    }),
  },
  categories: [
    { id: 'none', from: 0, interpretation: 'Has not smoked.' },
    { id: 'below 20', from: 0.1, interpretation: 'Fewer than 20 pack-years.' },
    {
      id: '20 or more',
      from: 20,
      interpretation: '20 pack-years or more.',
      action: {
        text:
          'From 50 to 80 years, if still smoking or stopped within 15 years: offer yearly low-dose ' +
          'CT of the chest.',
        source: 'USPSTF 2021 lung cancer screening',
      },
    },
  ],
  references: [
    {
      title:
        'US Preventive Services Task Force. Screening for lung cancer: recommendation statement',
      doi: '10.1001/jama.2021.1117',
      year: 2021,
    },
    {
      title: 'National Cancer Institute. Dictionary of cancer terms: pack year',
      url: 'https://www.cancer.gov/publications/dictionaries/cancer-terms/def/pack-year',
      year: 2011,
    },
  ],
  compute: (v) => ({ value: rounded((v.cigarettes_per_day / 20) * v.years_smoked, 1) }),
});
