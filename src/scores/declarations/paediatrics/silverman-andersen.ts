import { item } from '../../questionnaire.js';
import { defineScore, sumOf } from '../../score.js';

/** Respiratory distress of the newborn from five signs; more points are worse (Silverman 1956). */
export const silvermanAndersen = defineScore({
  id: 'silverman_andersen',
  name: 'Silverman-Andersen score',
  aliases: ['silverman', 'silverman_anderson', 'silverman_andersen_retraction_score'],
  group: 'paediatrics',
  purpose: 'Grades the respiratory distress of a newborn.',
  population: 'Newborns, preterm ones above all',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 10 },
  inputs: {
    upper_chest_movement: item(
      'Upper chest',
      [0, 2],
      '0 rises with the abdomen, 1 lags behind, 2 see-saw',
    ),
    lower_chest_retraction: item(
      'Lower chest',
      [0, 2],
      '0 no retraction, 1 just visible, 2 marked',
    ),
    xiphoid_retraction: item('Xiphoid retraction', [0, 2], '0 none, 1 just visible, 2 marked'),
    nares_dilatation: item('Flaring of the nostrils', [0, 2], '0 none, 1 minimal, 2 marked'),
    newborn_expiratory_grunt: item(
      'Expiratory grunt',
      [0, 2],
      '0 none, 1 with the stethoscope only, 2 heard without it',
    ),
  },
  categories: [
    { id: 'none', from: 0, interpretation: 'No respiratory distress.' },
    { id: 'mild', from: 1, interpretation: 'Mild respiratory distress (1–3).' },
    { id: 'moderate', from: 4, interpretation: 'Moderate respiratory distress (4–6).' },
    {
      id: 'severe',
      from: 7,
      interpretation: 'Severe respiratory distress (7–10): respiratory failure impends.',
    },
  ],
  references: [
    {
      title:
        'Silverman WA, Andersen DH. A controlled clinical trial of effects of water mist on ' +
        'obstructive respiratory signs, death rate and necropsy findings among premature infants',
      url: 'https://pubmed.ncbi.nlm.nih.gov/13353856/',
      year: 1956,
    },
  ],
  compute: (v) => sumOf(v),
});
