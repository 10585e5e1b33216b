import { flag, ownFlag, quantity } from '../../input.js';
import { type ComputedScore, defineScore, pointsIf, stepsFrom, sumOf } from '../../score.js';
import { MULTILOBAR_INFILTRATES } from './pneumonia-signs.js';

const respiratoryRate = stepsFrom(0, [30, 1]);
const bun = stepsFrom(0, [20, 1]);
const wbc = stepsFrom(1, [4, 0]);
const platelets = stepsFrom(1, [100, 0]);
const temperature = stepsFrom(1, [36, 0]);

/** Severe pneumonia by the ATS/IDSA: how many of nine minor criteria, or a major one (2007, 2019). */
export const severeCap = defineScore({
  id: 'severe_cap',
  name: 'ATS/IDSA criteria of severe community-acquired pneumonia',
  aliases: ['idsa_ats', 'ats_idsa_severe_cap', 'severe_pneumonia_criteria'],
  group: 'lung',
  purpose: 'Says whether community-acquired pneumonia is severe and may need intensive care.',
  population: 'Adults with community-acquired pneumonia',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 9 },
  inputs: {
    vasopressors_for_septic_shock: ownFlag('Septic shock with need for vasopressors'),
    invasive_ventilation: ownFlag('Respiratory failure with need for invasive ventilation'),
    respiratory_rate: quantity('respiratory_rate', { cuts: respiratoryRate.cuts }),
    pf_ratio: quantity('pf_ratio', { cuts: [250] }),
    multilobar_infiltrates: MULTILOBAR_INFILTRATES,
    altered_mental_status: flag('altered_mental_status'),
    bun: quantity('bun', { cuts: bun.cuts }),
    wbc: quantity('wbc', { cuts: wbc.cuts, help: 'Low from the infection alone.' }),
    platelets: quantity('platelets', { cuts: platelets.cuts }),
    temperature: quantity('temperature', { cuts: temperature.cuts, help: 'Core.' }),
    hypotension_needing_fluids: ownFlag('Hypotension that needs aggressive fluid resuscitation'),
  },
  categories: [
    { id: 'not severe', from: 0, interpretation: 'The criteria of severe pneumonia are not met.' },
    {
      id: 'severe',
      from: 3,
      interpretation: 'Severe pneumonia: three minor criteria or one major criterion.',
      action: {
        text: 'Treat in a higher level of care; sputum, blood culture and urinary antigens.',
        source: 'ATS/IDSA 2019 CAP guideline',
      },
    },
  ],
  references: [
    {
      title:
        'Metlay JP et al. Diagnosis and treatment of adults with community-acquired pneumonia: ' +
        'ATS/IDSA guideline',
      doi: '10.1164/rccm.201908-1581ST',
      year: 2019,
    },
    {
      title: 'Mandell LA et al. IDSA/ATS consensus guidelines on CAP in adults',
      doi: '10.1086/511159',
      year: 2007,
    },
  ],
  compute(v): ComputedScore {
    const { value, points } = sumOf({
      respiratory_rate: respiratoryRate(v.respiratory_rate),
      pf_ratio: pointsIf(v.pf_ratio <= 250),
      multilobar_infiltrates: pointsIf(v.multilobar_infiltrates),
      altered_mental_status: pointsIf(v.altered_mental_status),
      bun: bun(v.bun),
      wbc: wbc(v.wbc),
      platelets: platelets(v.platelets),
      temperature: temperature(v.temperature),
      hypotension_needing_fluids: pointsIf(v.hypotension_needing_fluids),
    });
    const major = v.vasopressors_for_septic_shock || v.invasive_ventilation;
    return { value, points, category: major ? 'severe' : undefined };
  },
});
