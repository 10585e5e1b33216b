import { ownFlag, quantity } from '../../input.js';
import { item } from '../../questionnaire.js';
import { defineScore, pointsIf, stepsFrom, sumOf } from '../../score.js';

const saturation = stepsFrom(2, [92, 1], [95, 0]);

const CPS = 'Canadian Paediatric Society 2021, Managing an acute asthma exacerbation in children';

/** Severity of an asthma exacerbation in childhood (Chalut 2000, Ducharme 2008). */
export const pram = defineScore({
  id: 'pram',
  name: 'Pediatric Respiratory Assessment Measure',
  aliases: ['pediatric_respiratory_assessment_measure', 'paediatric_asthma_severity'],
  group: 'paediatrics',
  purpose: 'Grades how severe an asthma exacerbation of a child is.',
  population: 'Children of 2 to 17 years with an exacerbation of asthma',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 12 },
  inputs: {
    age: quantity('age', { min: 2, max: 17.99, optional: true }),
    oxygen_saturation: quantity('oxygen_saturation', {
      cuts: saturation.cuts,
      monotone: 'falling',
      help: 'On room air.',
    }),
    suprasternal_retractions: ownFlag('Suprasternal retractions'),
    scalene_contractions: ownFlag('Contraction of the scalene muscles'),
    air_entry_loss: item(
      'Loss of air entry',
      [0, 3],
      '0 normal, 1 decreased at the base, 2 at apex and base, 3 minimal or absent; worst lung field',
    ),
    wheezing: item(
      'Wheezing',
      [0, 3],
      '0 none, 1 expiratory only, 2 inspiratory, 3 heard without stethoscope or silent chest; ' +
        'two worst zones',
    ),
  },
  categories: [
    {
      id: 'mild',
      from: 0,
      interpretation: 'Mild exacerbation (0–3).',
      action: { text: 'Inhaled salbutamol; think of an oral steroid; reassess.', source: CPS },
    },
    {
      id: 'moderate',
      from: 4,
      interpretation: 'Moderate exacerbation (4–7).',
      action: { text: 'Inhaled salbutamol repeatedly and an oral steroid early.', source: CPS },
    },
    {
      id: 'severe',
      from: 8,
      interpretation: 'Severe exacerbation (8–12).',
      action: {
        text: 'Oxygen, salbutamol with ipratropium, a steroid at once; think of magnesium.',
        source: CPS,
      },
    },
  ],
  references: [
    {
      title:
        'Ducharme FM et al. The Pediatric Respiratory Assessment Measure: a valid clinical score ' +
        'for assessing acute asthma severity from toddlers to teenagers',
      doi: '10.1016/j.jpeds.2007.08.034',
      year: 2008,
    },
    {
      title: 'Chalut DS, Ducharme FM, Davis GM. The Preschool Respiratory Assessment Measure',
      doi: '10.1067/mpd.2000.110121',
      year: 2000,
    },
  ],
  compute: (v) =>
    sumOf({
      oxygen_saturation: saturation(v.oxygen_saturation),
      suprasternal_retractions: pointsIf(v.suprasternal_retractions, 2),
      scalene_contractions: pointsIf(v.scalene_contractions, 2),
      air_entry_loss: v.air_entry_loss,
      wheezing: v.wheezing,
    }),
});
