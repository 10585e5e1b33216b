/** Values that change: the last is the value. */
export const CHANGES: readonly string[] = [
  'Hgb fell from 12 to 8.4 overnight => haemoglobin = 8.4',
  'CRP coming down, 120 to 45 => CRP = 45',
  'lactate 4.2 → 1.9 => lactate = 1.9',
  'creatinine climbed to 340 => creatinine = 340',
  'BP came up to 110/70 after fluids => blood pressure = 110/70',
  'platelets have halved to 60 => platelets = 60',
  'Sodium rose by 8 to 126 => sodium = 126',
  'WBC trending down, now 9.8 => white cell count = 9.8',
  'temperature spiked to 39.8 => temperature = 39.8',
  'bilirubin doubled from 40 to 80 => bilirubin = 80',
];
