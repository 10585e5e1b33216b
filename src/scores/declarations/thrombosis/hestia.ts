import { flag, ownFlag } from '../../input.js';
import { onePointEach } from '../../one-point-each.js';
import { defineScore, sumOf } from '../../score.js';
import { ESC_PE_2019 } from './shared-inputs.js';

const INPUTS = {
  hemodynamically_unstable: ownFlag('Haemodynamically unstable', {
    help: 'Systolic below 100 mmHg with a pulse above 100/min, or in need of intensive care.',
  }),
  thrombolysis_or_embolectomy: ownFlag('Thrombolysis or embolectomy necessary'),
  bleeding_or_high_risk: ownFlag('Active bleeding or high risk of bleeding', {
    help:
      'Gastrointestinal bleeding within 14 days, stroke within 4 weeks, operation within 2 weeks, ' +
      'platelets below 75, pressure above 180/110 mmHg.',
  }),
  oxygen_over_24_hours: ownFlag('Oxygen for more than 24 h to keep saturation above 90 %'),
  pe_during_anticoagulation: ownFlag('Pulmonary embolism diagnosed during anticoagulation'),
  iv_analgesia_over_24_hours: ownFlag('Severe pain with intravenous analgesia for over 24 h'),
  medical_or_social_reason: ownFlag('Medical or social reason for over 24 h in hospital'),
  creatinine_clearance_below_30: ownFlag('Creatinine clearance below 30 mL/min'),
  severe_liver_impairment: ownFlag('Severe liver impairment'),
  pregnant: flag('pregnant'),
  history_of_hit: ownFlag('Heparin-induced thrombocytopenia in the history', { fixed: true }),
} as const;

/** Which pulmonary embolism can be treated at home (Zondag 2011). */
export const hestia = defineScore({
  id: 'hestia',
  name: 'Hestia criteria',
  aliases: ['hestia_criteria'],
  group: 'thrombosis and bleeding',
  purpose: 'Says whether acute pulmonary embolism can be treated at home.',
  population: 'Adults with confirmed acute pulmonary embolism',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 11 },
  inputs: INPUTS,
  categories: [
    {
      id: 'home treatment possible',
      from: 0,
      interpretation: 'No criterion is met.',
      action: {
        text: 'Early discharge with home treatment can be considered.',
        source: ESC_PE_2019,
      },
    },
    {
      id: 'hospital',
      from: 1,
      interpretation: 'At least one criterion is met: not a candidate for home treatment.',
      action: { text: 'Treat in hospital.', source: ESC_PE_2019 },
    },
  ],
  references: [
    {
      title: 'Zondag W et al. Outpatient treatment in acute pulmonary embolism: the Hestia Study',
      doi: '10.1111/j.1538-7836.2011.04388.x',
      year: 2011,
    },
  ],
  compute: (v) => sumOf(onePointEach(v)),
});
