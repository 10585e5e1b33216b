/** A woman of 78 with heart failure and atrial fibrillation, who does not exist. */
export const MEDICATION_LIST = {
  medications: [
    { name: 'Coumadin', dose: 5, unit: 'mg', route: 'po', frequency: 'daily' },
    'metoprolol succ 50mg BID',
    { name: 'lisinopril', dose: 10, unit: 'mg', frequency: 'daily' },
    { name: 'spironolactone', dose: 25, unit: 'mg', frequency: 'daily' },
    { name: 'methotrexate', dose: 15, unit: 'mg', frequency: 'daily' },
    { name: 'hydroxizine', dose: 25, unit: 'mg', frequency: 'nocte' },
  ],
  proposed: [
    { name: 'TMP-SMX', dose: '960 mg', frequency: 'BID' },
    { name: 'ibuprofen', dose: 600, unit: 'mg', frequency: 'TDS' },
  ],
  allergies: [{ substance: 'amoxicillin', reaction: 'rash in childhood' }],
  conditions: ['CHF', 'atrial fibrillation', 'no history of asthma'],
  patient: {
    age: 78,
    gender: 'F',
    weight_kg: 61,
    creatinine_umol_l: 142,
    qtc_ms: 452,
    lab_results: { potassium: 5.3, inr: 2.6 },
  },
} as const;

/** Thirty drugs that are often taken, one list of them. */
export const THIRTY_MEDICATIONS = [
  ...['warfarin', 'aspirin', 'metoprolol', 'lisinopril', 'furosemide', 'spironolactone'],
  ...['digoxin', 'amiodarone', 'simvastatin', 'omeprazole', 'metformin', 'gliclazide'],
  ...['levothyroxine', 'sertraline', 'tramadol', 'gabapentin', 'zopiclone', 'quetiapine'],
  ...['prednisolone', 'allopurinol', 'colchicine', 'clarithromycin', 'fluconazole'],
  ...['ciprofloxacin', 'salbutamol', 'tiotropium', 'ferrous sulfate', 'calcium carbonate'],
  ...['alendronic acid', 'paracetamol'],
] as const;
