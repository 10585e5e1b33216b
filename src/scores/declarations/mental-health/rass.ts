import { grade } from '../../input.js';
import { defineScore } from '../../score.js';

/** The grade of the Richmond scale, −5 to +4, also as an input of other rules. */
export const RASS_GRADE = grade('Richmond Agitation-Sedation Scale', [-5, 4], {
  help:
    '+4 combative, +3 very agitated, pulls tubes, +2 agitated, +1 restless, 0 alert and calm, −1 ' +
    'drowsy (eye contact ≥10 s to voice), −2 (<10 s), −3 moves to voice without eye contact, −4 ' +
    'responds to touch only, −5 unarousable.',
});

const PADIS = 'SCCM PADIS guideline (2018), 10.1097/CCM.0000000000003299';

/** Agitation and sedation in ten grades (Sessler 2002). */
export const rass = defineScore({
  id: 'rass',
  name: 'Richmond Agitation-Sedation Scale',
  aliases: ['richmond_agitation_sedation_scale', 'richmond_agitation_scale'],
  group: 'mental health',
  purpose: 'Grades agitation or sedation.',
  population: 'Adults in intensive care and elsewhere in hospital',
  unit: '{score}',
  decimals: 0,
  range: { min: -5, max: 4 },
  inputs: { rass: { ...RASS_GRADE, monotone: 'rising' } },
  categories: [
    {
      id: 'deep sedation',
      from: -5,
      interpretation: 'Deeply sedated or unarousable (−5, −4).',
      action: {
        text: 'Lighten the sedation where nothing speaks against it; delirium cannot be assessed.',
        source: PADIS,
      },
    },
    {
      id: 'moderate sedation',
      from: -3,
      interpretation: 'Moderately sedated: moves to voice, no eye contact.',
      action: { text: 'Lighten the sedation where nothing speaks against it.', source: PADIS },
    },
    { id: 'light sedation', from: -2, interpretation: 'Lightly sedated or drowsy (−2, −1).' },
    { id: 'alert and calm', from: 0, interpretation: 'Alert and calm.' },
    {
      id: 'agitated',
      from: 1,
      interpretation: 'Restless to combative (+1 to +4).',
      action: {
        text: 'Look for pain, delirium, hypoxia and withdrawal; treat the cause.',
        source: PADIS,
      },
    },
  ],
  references: [
    {
      title:
        'Sessler CN et al. The Richmond Agitation-Sedation Scale: validity and reliability in ' +
        'adult intensive care unit patients',
      doi: '10.1164/rccm.2107138',
      year: 2002,
    },
  ],
  compute: (v) => ({ value: Math.round(v.rass) }),
});
