import { ownFlag } from '../../input.js';
import { defineScore, pointsIf, sumOf } from '../../score.js';
import { CONCORDANT_ST_DEPRESSION_V1_V3, CONCORDANT_ST_ELEVATION } from './shared-inputs.js';

/** Acute coronary occlusion in left bundle branch block (Smith 2012); one criterion is enough. */
export const modifiedSgarbossa = defineScore({
  id: 'modified_sgarbossa',
  name: 'Modified Sgarbossa criteria (Smith)',
  aliases: ['smith_modified_sgarbossa', 'smith_sgarbossa'],
  group: 'cardiology',
  purpose: 'Finds acute coronary occlusion in left bundle branch block or ventricular pacing.',
  population: 'Adults with ischaemic symptoms and left bundle branch block',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 3 },
  inputs: {
    concordant_st_elevation: CONCORDANT_ST_ELEVATION,
    concordant_st_depression_v1_v3: CONCORDANT_ST_DEPRESSION_V1_V3,
    excessive_discordant_st_elevation: ownFlag(
      'Discordant ST elevation of 1 mm or more and of 25 % or more of the S wave (ST/S −0.25 or less)',
    ),
  },
  categories: [
    { id: 'negative', from: 0, interpretation: 'No criterion is met; occlusion is not excluded.' },
    {
      id: 'positive',
      from: 1,
      interpretation: 'One criterion or more: acute coronary occlusion is likely.',
      action: {
        text: 'Treat like ST-elevation infarction: immediate reperfusion.',
        source: '2023 ESC Guidelines for acute coronary syndromes, 10.1093/eurheartj/ehad191',
      },
    },
  ],
  references: [
    {
      title: 'Smith SW et al. Diagnosis of STEMI in LBBB with the ST/S ratio, modified Sgarbossa',
      doi: '10.1016/j.annemergmed.2012.07.119',
      year: 2012,
    },
    {
      title: 'Meyers HP et al. Validation of the modified Sgarbossa criteria',
      doi: '10.1016/j.ahj.2015.09.005',
      year: 2015,
    },
  ],
  compute: (v) =>
    sumOf({
      concordant_st_elevation: pointsIf(v.concordant_st_elevation),
      concordant_st_depression_v1_v3: pointsIf(v.concordant_st_depression_v1_v3),
      excessive_discordant_st_elevation: pointsIf(v.excessive_discordant_st_elevation),
    }),
});
