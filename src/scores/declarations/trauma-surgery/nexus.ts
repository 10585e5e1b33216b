import { ownFlag } from '../../input.js';
import { onePointEach } from '../../one-point-each.js';
import { defineScore, sumOf } from '../../score.js';

const FINDINGS = [
  'midline_cervical_tenderness',
  'focal_neurological_deficit',
  'altered_alertness',
  'intoxication',
  'distracting_injury',
] as const;
const SOURCE = 'Hoffman 2000, 10.1056/NEJM200007133430203';

/** Clearance of the cervical spine after blunt trauma (Hoffman 2000); counts the findings. */
export const nexus = defineScore({
  id: 'nexus',
  name: 'NEXUS criteria for cervical spine imaging',
  aliases: ['nexus_criteria', 'nexus_c_spine'],
  group: 'trauma and surgery',
  purpose: 'Says who needs no imaging of the cervical spine after blunt trauma.',
  population: 'Patients with blunt trauma, best between 1 and 65 years',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 5 },
  inputs: {
    midline_cervical_tenderness: ownFlag('Posterior midline tenderness of the cervical spine'),
    focal_neurological_deficit: ownFlag('Focal neurological deficit'),
    altered_alertness: ownFlag('Not normally alert (GCS 14 or less, disorientated, slow)'),
    intoxication: ownFlag('Intoxicated by drugs or alcohol'),
    distracting_injury: ownFlag('Painful injury that distracts from the neck'),
  },
  categories: [
    {
      id: 'no-imaging',
      from: 0,
      interpretation: 'All five low-risk criteria are met: no imaging.',
      action: { text: 'Clear the cervical spine without imaging.', source: SOURCE },
    },
    {
      id: 'imaging',
      from: 1,
      interpretation: 'At least one finding: the cervical spine cannot be cleared by examination.',
      action: { text: 'Image the cervical spine.', source: SOURCE },
    },
  ],
  references: [
    {
      title: 'Hoffman JR et al. Validity of a set of clinical criteria to rule out injury (NEXUS)',
      doi: '10.1056/NEJM200007133430203',
      year: 2000,
    },
  ],
  compute: (v) => sumOf(onePointEach(v, FINDINGS)),
});
