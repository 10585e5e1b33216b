import { ownFlag } from '../../input.js';
import { defineScore, pointsIf, sumOf } from '../../score.js';
import { CONCORDANT_ST_DEPRESSION_V1_V3, CONCORDANT_ST_ELEVATION } from './shared-inputs.js';

/** Acute infarction in left bundle branch block by weighted criteria (Sgarbossa 1996). */
export const sgarbossa = defineScore({
  id: 'sgarbossa',
  name: 'Sgarbossa criteria (original)',
  aliases: ['sgarbossa_criteria', 'original_sgarbossa'],
  group: 'cardiology',
  purpose: 'Finds acute myocardial infarction in left bundle branch block.',
  population: 'Adults with ischaemic symptoms and left bundle branch block',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 10 },
  inputs: {
    concordant_st_elevation: CONCORDANT_ST_ELEVATION,
    concordant_st_depression_v1_v3: CONCORDANT_ST_DEPRESSION_V1_V3,
    discordant_st_elevation_5_mm: ownFlag(
      'Discordant ST elevation of 5 mm or more (with a negative QRS)',
    ),
  },
  categories: [
    { id: 'negative', from: 0, interpretation: 'Below 3 points; infarction is not excluded.' },
    {
      id: 'positive',
      from: 3,
      interpretation: '3 points or more: acute myocardial infarction is likely (specific).',
      action: {
        text: 'Treat like ST-elevation infarction: immediate reperfusion.',
        source: '2023 ESC Guidelines for acute coronary syndromes, 10.1093/eurheartj/ehad191',
      },
    },
  ],
  references: [
    {
      title: 'Sgarbossa EB et al. Electrocardiographic diagnosis of evolving acute MI in LBBB',
      doi: '10.1056/NEJM199602223340801',
      year: 1996,
    },
  ],
  compute: (v) =>
    sumOf({
      concordant_st_elevation: pointsIf(v.concordant_st_elevation, 5),
      concordant_st_depression_v1_v3: pointsIf(v.concordant_st_depression_v1_v3, 3),
      discordant_st_elevation_5_mm: pointsIf(v.discordant_st_elevation_5_mm, 2),
    }),
});
