import { ownFlag } from '../../input.js';
import { defineScore, pointsIf, sumOf } from '../../score.js';
import { ACTIVE_CANCER } from './shared-inputs.js';

const NICE = 'NICE NG158 Venous thromboembolic diseases, 2020';

/** Pre-test probability of deep vein thrombosis (Wells 2003, with the item of earlier DVT). */
export const wellsDvt = defineScore({
  id: 'wells_dvt',
  name: 'Wells score for deep vein thrombosis',
  aliases: ['wells_criteria_dvt', 'wells_criteria_for_dvt', 'dvt_wells', 'wells_score_dvt'],
  group: 'thrombosis and bleeding',
  purpose: 'Estimates the pre-test probability of deep vein thrombosis of the leg.',
  population: 'Outpatients with suspected deep vein thrombosis of the leg, not pregnant',
  unit: '{score}',
  decimals: 0,
  range: { min: -2, max: 9 },
  inputs: {
    active_cancer: ACTIVE_CANCER,
    paralysis_or_leg_immobilization: ownFlag(
      'Paralysis, paresis or recent plaster immobilisation of a leg',
    ),
    bedridden_3_days_or_surgery_12_weeks: ownFlag(
      'Bedridden for 3 days or more, or major surgery with anaesthesia within 12 weeks',
    ),
    deep_vein_tenderness: ownFlag('Tenderness along the deep veins'),
    entire_leg_swollen: ownFlag('Swelling of the entire leg'),
    calf_swelling_3_cm: ownFlag('Calf at least 3 cm thicker than the other'),
    pitting_edema: ownFlag('Pitting oedema confined to the symptomatic leg'),
    collateral_veins: ownFlag('Collateral superficial veins, not varicose'),
    documented_previous_dvt: ownFlag('Documented earlier deep vein thrombosis', { fixed: true }),
    alternative_diagnosis: ownFlag('Another diagnosis is at least as likely'),
  },
  categories: [
    {
      id: 'low',
      from: -2,
      interpretation: 'Low probability (0 and below; three levels); DVT unlikely (two levels).',
      action: { text: 'D-dimer; a negative one leads to another diagnosis.', source: NICE },
    },
    {
      id: 'moderate',
      from: 1,
      interpretation:
        'Moderate probability (1 to 2); DVT unlikely with 1 point, likely from 2 on (two levels).',
      action: {
        text: 'With 1 point a D-dimer; with 2 proximal leg vein ultrasound within 4 hours.',
        source: NICE,
      },
    },
    {
      id: 'high',
      from: 3,
      interpretation: 'High probability (3 and above; three levels); DVT likely (two levels).',
      action: { text: 'Proximal leg vein ultrasound within 4 hours.', source: NICE },
    },
  ],
  references: [
    {
      title: 'Wells PS et al. Evaluation of D-dimer in the diagnosis of suspected DVT',
      doi: '10.1056/NEJMoa023153',
      year: 2003,
    },
    {
      title: 'Wells PS et al. Does this patient have deep vein thrombosis?',
      doi: '10.1001/jama.295.2.199',
      year: 2006,
    },
  ],
  compute(v) {
    const { value, points } = sumOf({
      active_cancer: pointsIf(v.active_cancer),
      paralysis_or_leg_immobilization: pointsIf(v.paralysis_or_leg_immobilization),
      bedridden_3_days_or_surgery_12_weeks: pointsIf(v.bedridden_3_days_or_surgery_12_weeks),
      deep_vein_tenderness: pointsIf(v.deep_vein_tenderness),
      entire_leg_swollen: pointsIf(v.entire_leg_swollen),
      calf_swelling_3_cm: pointsIf(v.calf_swelling_3_cm),
      pitting_edema: pointsIf(v.pitting_edema),
      collateral_veins: pointsIf(v.collateral_veins),
      documented_previous_dvt: pointsIf(v.documented_previous_dvt),
      alternative_diagnosis: v.alternative_diagnosis ? -2 : 0,
    });
    const twoLevel = value >= 2 ? 'likely' : 'unlikely';
    return { value, points, derived: [{ name: 'two_level', value: twoLevel }] };
  },
});
