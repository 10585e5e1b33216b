import { ownFlag, ownQuantity, quantity } from '../../input.js';
import { defineScore, pointsIf, sumOf } from '../../score.js';
import { ageInDays, ILL_APPEARING } from './febrile-infant.js';

/** How many of the Rochester low-risk criteria a febrile infant fails (Jaskiewicz 1994). */
export const rochester = defineScore({
  id: 'rochester',
  name: 'Rochester criteria for febrile infants',
  aliases: ['rochester_criteria', 'rochester_febrile_infant'],
  group: 'paediatrics',
  purpose: 'Identifies which febrile infants are at low risk of a serious bacterial infection.',
  population: 'Infants of up to 60 days with a rectal temperature of 38.0 °C or more',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 12 },
  inputs: {
    age_days: ageInDays(60),
    ill_appearing: ILL_APPEARING,
    born_before_37_weeks: ownFlag('Born before 37 weeks of gestation', { fixed: true }),
    antibiotics_perinatal_or_since: ownFlag('Antibiotics around birth, since then, or now'),
    treated_unexplained_hyperbilirubinemia: ownFlag('Treated for unexplained jaundice'),
    previously_hospitalized: ownFlag('In hospital before, since the stay after birth'),
    hospitalized_longer_than_mother: ownFlag('Stayed in hospital longer than the mother'),
    chronic_illness: ownFlag('Chronic or underlying illness'),
    focal_infection: ownFlag('Infection of skin, soft tissue, bone, joint or ear'),
    wbc: quantity('wbc', { cuts: [5, 15] }),
    absolute_band_count: ownQuantity('Band neutrophils, absolute', '10*3/uL', [0, 50], 0.1, {
      cuts: [1.5],
      monotone: 'rising',
    }),
    urine_wbc_per_hpf: ownQuantity('White cells in urine', '/[HPF]', [0, 500], 1, {
      cuts: [10],
      monotone: 'rising',
      help: 'Spun sediment, per high-power field.',
    }),
    diarrhea: ownFlag('Diarrhoea'),
    stool_wbc_per_hpf: ownQuantity('White cells in stool', '/[HPF]', [0, 500], 1, {
      cuts: [5],
      monotone: 'rising',
      optional: true,
      help: 'Needed with diarrhoea only.',
    }),
  },
  categories: [
    {
      id: 'low risk',
      from: 0,
      interpretation: 'Every criterion is met: about 1 % have a serious bacterial infection.',
      action: {
        text: 'Close observation without antibiotics is possible where follow-up is certain.',
        source: 'Jaskiewicz 1994',
      },
    },
    {
      id: 'not low risk',
      from: 1,
      interpretation: 'At least one criterion is not met: the infant is not at low risk.',
      action: {
        text: 'Cultures of blood, urine and cerebrospinal fluid, antibiotics and admission.',
        source: 'Jaskiewicz 1994',
      },
    },
  ],
  references: [
    {
      title:
        'Jaskiewicz JA et al. Febrile infants at low risk for serious bacterial infection: an ' +
        'appraisal of the Rochester criteria and implications for management',
      url: 'https://pubmed.ncbi.nlm.nih.gov/8065869/',
      year: 1994,
    },
  ],
  alsoNeeds: ({ diarrhea }) => (diarrhea === false ? [] : ['stool_wbc_per_hpf']),
  compute: (v) =>
    sumOf({
      ill_appearing: pointsIf(v.ill_appearing),
      born_before_37_weeks: pointsIf(v.born_before_37_weeks),
      antibiotics_perinatal_or_since: pointsIf(v.antibiotics_perinatal_or_since),
      treated_unexplained_hyperbilirubinemia: pointsIf(v.treated_unexplained_hyperbilirubinemia),
      previously_hospitalized: pointsIf(v.previously_hospitalized),
      hospitalized_longer_than_mother: pointsIf(v.hospitalized_longer_than_mother),
      chronic_illness: pointsIf(v.chronic_illness),
      focal_infection: pointsIf(v.focal_infection),
      wbc: pointsIf(v.wbc < 5 || v.wbc > 15),
      absolute_band_count: pointsIf(v.absolute_band_count > 1.5),
      urine_wbc_per_hpf: pointsIf(v.urine_wbc_per_hpf > 10),
      stool_wbc_per_hpf: pointsIf(v.diarrhea && (v.stool_wbc_per_hpf ?? 0) > 5),
    }),
});
