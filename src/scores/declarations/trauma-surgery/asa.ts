import { choice, ownFlag } from '../../input.js';
import { defineScore } from '../../score.js';

const ROMAN = ['', 'I', 'II', 'III', 'IV', 'V', 'VI'];

/** Physical status before anaesthesia; of the six classes 1 to 5 can be operated on for themselves. */
export const asa = defineScore({
  id: 'asa',
  name: 'ASA physical status classification',
  aliases: ['asa_class', 'asa_physical_status', 'asa_ps'],
  group: 'trauma and surgery',
  purpose: 'Classes the physical status of a patient before anaesthesia.',
  population: 'Patients before anaesthesia',
  unit: '{score}',
  decimals: 0,
  range: { min: 1, max: 6 },
  inputs: {
    asa_class: choice('ASA physical status', {
      '1': 'healthy',
      '2': 'mild systemic disease without functional limits',
      '3': 'severe systemic disease with functional limits',
      '4': 'severe systemic disease that is a constant threat to life',
      '5': 'moribund, not expected to survive without the operation',
      '6': 'brain-dead donor of organs',
    }),
    emergency_surgery: { ...ownFlag('Emergency surgery'), optional: true },
  },
  categories: [
    { id: 'I', from: 1, interpretation: 'A healthy patient.' },
    { id: 'II', from: 2, interpretation: 'Mild systemic disease.' },
    { id: 'III', from: 3, interpretation: 'Severe systemic disease.' },
    { id: 'IV', from: 4, interpretation: 'Severe systemic disease, a constant threat to life.' },
    { id: 'V', from: 5, interpretation: 'Moribund without the operation.' },
    { id: 'VI', from: 6, interpretation: 'Brain-dead donor of organs.' },
  ],
  references: [
    {
      title:
        'American Society of Anesthesiologists. Statement on ASA physical status classification',
      url: 'https://www.asahq.org/standards-and-practice-parameters/statement-on-asa-physical-status-classification-system',
      year: 2020,
    },
  ],
  compute: ({ asa_class, emergency_surgery }) => ({
    value: Number(asa_class),
    derived: [
      { name: 'asa_notation', value: `${ROMAN[Number(asa_class)]}${emergency_surgery ? 'E' : ''}` },
    ],
  }),
});
