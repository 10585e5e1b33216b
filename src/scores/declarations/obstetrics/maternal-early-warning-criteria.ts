import { ownFlag, quantity } from '../../input.js';
import { defineScore, pointsIf, sumOf } from '../../score.js';

/** Triggers of maternal deterioration, each of which calls for the bedside (Mhyre 2014). */
export const maternalEarlyWarningCriteria = defineScore({
  id: 'maternal_early_warning_criteria',
  name: 'Maternal Early Warning Criteria',
  aliases: ['mewc', 'maternal_early_warning', 'obstetric_early_warning'],
  group: 'obstetrics',
  purpose: 'Counts the abnormal signs of which a single one calls for urgent bedside evaluation.',
  population: 'Women in pregnancy, labour and the puerperium',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 8 },
  inputs: {
    systolic_bp: quantity('systolic_bp', { cuts: [90, 160] }),
    diastolic_bp: quantity('diastolic_bp', { cuts: [100], monotone: 'rising' }),
    heart_rate: quantity('heart_rate', { cuts: [50, 120] }),
    respiratory_rate: quantity('respiratory_rate', { cuts: [10, 30] }),
    oxygen_saturation: quantity('oxygen_saturation', {
      cuts: [95],
      monotone: 'falling',
      help: 'On room air, at sea level.',
    }),
    oliguria_2_hours: ownFlag('Urine output below 35 mL/h for two hours or longer'),
    maternal_agitation_or_confusion: ownFlag('Agitated, confused or unresponsive'),
    preeclampsia_headache_or_dyspnea: ownFlag(
      'Pre-eclampsia with a headache that does not remit, or shortness of breath',
    ),
  },
  categories: [
    { id: 'no trigger', from: 0, interpretation: 'None of the criteria is met.' },
    {
      id: 'trigger',
      from: 1,
      interpretation: 'At least one criterion is met.',
      action: {
        text:
          'Verify the measurement; a clinician evaluates her at the bedside urgently, and a plan ' +
          'is made with the team.',
        source: 'Mhyre 2014, 10.1097/AOG.0000000000000480',
      },
    },
  ],
  references: [
    {
      title:
        'Mhyre JM et al. The maternal early warning criteria: a proposal from the National ' +
        'Partnership for Maternal Safety',
      doi: '10.1097/AOG.0000000000000480',
      year: 2014,
    },
  ],
  compute: (v) =>
    sumOf({
      systolic_bp: pointsIf(v.systolic_bp < 90 || v.systolic_bp > 160),
      diastolic_bp: pointsIf(v.diastolic_bp > 100),
      heart_rate: pointsIf(v.heart_rate < 50 || v.heart_rate > 120),
      respiratory_rate: pointsIf(v.respiratory_rate < 10 || v.respiratory_rate > 30),
      oxygen_saturation: pointsIf(v.oxygen_saturation < 95),
      oliguria_2_hours: pointsIf(v.oliguria_2_hours),
      maternal_agitation_or_confusion: pointsIf(v.maternal_agitation_or_confusion),
      preeclampsia_headache_or_dyspnea: pointsIf(v.preeclampsia_headache_or_dyspnea),
    }),
});
