/** A woman of 67 with pneumonia who is allergic to penicillin, in free text; she does not exist. */
export const BREATHLESS_PATIENT = {
  demographics: {
    age: 67,
    gender: 'F',
    medical_history: [
      'COPD',
      'type 2 diabetes',
      'ex-smoker, 30 pack years',
      'no history of stroke',
    ],
  },
  vitals: {
    blood_pressure: '104/62',
    heart_rate: 114,
    temperature: 39.1,
    respiratory_rate: 26,
    oxygen_saturation: 91,
    consciousness: 'A',
  },
  symptoms: [
    'Fever since two days, coughing up green phlegm.',
    'Sharp pain on the right side of the chest when she breathes in; she gets out of breath on the stairs.',
    'No leg swelling, has not coughed up blood, denies vomiting.',
  ],
  lab_results: { wbc: 14.1, creatinine: 1.2, sodium: 133, bun: 24 },
  medications: ['warfarin 3 mg daily', 'metformin 500 mg BID'],
  allergies: [{ substance: 'penicillin', reaction: 'anaphylaxis' }],
} as const;
