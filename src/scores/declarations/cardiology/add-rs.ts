import { ownFlag } from '../../input.js';
import { defineScore, pointsIf } from '../../score.js';

const INPUTS = {
  marfan_or_connective_tissue: ownFlag('Marfan syndrome or another connective tissue disease', {
    fixed: true,
  }),
  family_history_aortic_disease: ownFlag('Family history of aortic disease', { fixed: true }),
  known_aortic_valve_disease: ownFlag('Known aortic valve disease', { fixed: true }),
  recent_aortic_manipulation: ownFlag('Recent surgery or catheter manipulation of the aorta'),
  known_thoracic_aortic_aneurysm: ownFlag('Known thoracic aortic aneurysm', { fixed: true }),
  abrupt_pain: ownFlag('Pain of abrupt onset (chest, back or abdomen)'),
  severe_pain: ownFlag('Pain of severe intensity'),
  ripping_pain: ownFlag('Ripping, tearing, sharp or stabbing pain'),
  pulse_deficit: ownFlag('Pulse deficit or systolic difference of more than 20 mmHg between arms'),
  focal_neurologic_deficit: ownFlag('Focal neurological deficit, with the pain'),
  new_aortic_regurgitation: ownFlag('New murmur of aortic regurgitation, with the pain'),
  hypotension_or_shock: ownFlag('Hypotension or shock'),
} as const;

const PATHWAY = 'ADvISED, Nazerian 2018, 10.1161/CIRCULATIONAHA.117.029457';
const AHA_2010 = '2010 ACCF/AHA thoracic aortic disease guideline, 10.1161/CIR.0b013e3181d4739e';

/** Pre-test risk of acute aortic dissection: one point for each kind of high-risk feature. */
export const addRs = defineScore({
  id: 'add_rs',
  name: 'Aortic Dissection Detection Risk Score',
  aliases: ['aortic_dissection_detection_risk_score', 'addrs'],
  group: 'cardiology',
  purpose: 'Estimates the pre-test risk of an acute aortic syndrome.',
  population: 'Adults with chest, back or abdominal pain, syncope or malperfusion',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 3 },
  inputs: INPUTS,
  categories: [
    {
      id: 'low',
      from: 0,
      interpretation: 'No high-risk feature: low pre-test risk.',
      action: { text: 'A D-dimer below 500 ng/mL rules out.', source: PATHWAY },
    },
    {
      id: 'intermediate',
      from: 1,
      interpretation: 'One kind of high-risk feature: intermediate pre-test risk.',
      action: {
        text: 'A D-dimer below 500 ng/mL rules out; otherwise image the aorta.',
        source: PATHWAY,
      },
    },
    {
      id: 'high',
      from: 2,
      interpretation: 'Two or three kinds of high-risk features: high pre-test risk.',
      action: {
        text: 'Immediate imaging of the aorta and surgical consultation; D-dimer does not rule out.',
        source: AHA_2010,
      },
    },
  ],
  references: [
    {
      title: 'Rogers AM et al. Sensitivity of the aortic dissection detection risk score (IRAD)',
      doi: '10.1161/CIRCULATIONAHA.110.988568',
      year: 2011,
    },
    {
      title: 'Nazerian P et al. ADD risk score plus D-dimer for acute aortic syndromes: ADvISED',
      doi: '10.1161/CIRCULATIONAHA.117.029457',
      year: 2018,
    },
  ],
  compute(v) {
    const conditions = pointsIf(
      v.marfan_or_connective_tissue ||
        v.family_history_aortic_disease ||
        v.known_aortic_valve_disease ||
        v.recent_aortic_manipulation ||
        v.known_thoracic_aortic_aneurysm,
    );
    const pain = pointsIf(v.abrupt_pain || v.severe_pain || v.ripping_pain);
    const examination = pointsIf(
      v.pulse_deficit ||
        v.focal_neurologic_deficit ||
        v.new_aortic_regurgitation ||
        v.hypotension_or_shock,
    );
    return {
      value: conditions + pain + examination,
      derived: [
        { name: 'high_risk_conditions', value: conditions },
        { name: 'high_risk_pain', value: pain },
        { name: 'high_risk_examination', value: examination },
      ],
    };
  },
});
