import { flag, ownFlag, quantity } from '../../input.js';
import { defineScore, pointsIf, stepsFrom, sumOf } from '../../score.js';

const age = stepsFrom(0, [65, -1], [75, -2]);

/** Whether dual antiplatelet therapy beyond a year does more good than harm (Yeh 2016). */
export const dapt = defineScore({
  id: 'dapt',
  name: 'DAPT score',
  aliases: ['dapt_score'],
  group: 'cardiology',
  purpose: 'Weighs benefit and harm of dual antiplatelet therapy beyond 12 months after stenting.',
  population:
    'Adults 12 months after coronary stenting, without bleeding or ischaemic event, not anticoagulated',
  unit: '{score}',
  decimals: 0,
  range: { min: -2, max: 10 },
  inputs: {
    age: quantity('age', { min: 18, cuts: age.cuts, monotone: 'falling' }),
    smoking_within_1_year: ownFlag('Smokes now or smoked within the last year'),
    diabetes: flag('diabetes'),
    infarction_at_presentation: ownFlag('Myocardial infarction was the reason for the stent'),
    prior_pci_or_infarction: ownFlag('PCI or myocardial infarction before that', { fixed: true }),
    paclitaxel_stent: ownFlag('Paclitaxel-eluting stent', { fixed: true }),
    stent_below_3_mm: ownFlag('Stent diameter below 3 mm', { fixed: true }),
    heart_failure_or_lvef_below_30: ownFlag('Heart failure or ejection fraction below 30 %'),
    vein_graft_stent: ownFlag('Stent in a vein graft', { fixed: true }),
  },
  categories: [
    {
      id: 'low',
      from: -2,
      interpretation: 'Below 2: the harm of prolonged dual therapy outweighs its benefit.',
      action: {
        text: 'No dual therapy beyond 12 months.',
        source: 'Yeh 2016, 10.1001/jama.2016.3775',
      },
    },
    {
      id: 'high',
      from: 2,
      interpretation: '2 or more: the benefit of prolonged dual therapy outweighs its harm.',
      action: {
        text: 'Dual therapy beyond 12 months is reasonable.',
        source: 'Yeh 2016, 10.1001/jama.2016.3775',
      },
    },
  ],
  references: [
    {
      title: 'Yeh RW et al. A prediction rule for benefit and harm of DAPT beyond 1 year after PCI',
      doi: '10.1001/jama.2016.3775',
      year: 2016,
    },
  ],
  compute: (v) =>
    sumOf({
      age: age(v.age),
      smoking_within_1_year: pointsIf(v.smoking_within_1_year),
      diabetes: pointsIf(v.diabetes),
      infarction_at_presentation: pointsIf(v.infarction_at_presentation),
      prior_pci_or_infarction: pointsIf(v.prior_pci_or_infarction),
      paclitaxel_stent: pointsIf(v.paclitaxel_stent),
      stent_below_3_mm: pointsIf(v.stent_below_3_mm),
      heart_failure_or_lvef_below_30: pointsIf(v.heart_failure_or_lvef_below_30, 2),
      vein_graft_stent: pointsIf(v.vein_graft_stent, 2),
    }),
});
