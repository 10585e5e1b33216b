/** Words for the gaps of templates, all certainly named by the language package when read alone. */
export const SYMPTOMS = [
  ...['fever', 'cough', 'headache', 'rash', 'nausea', 'vomiting', 'chest pain', 'abdominal pain'],
  ...['shortness of breath', 'dizziness', 'sore throat', 'back pain', 'diarrhea', 'leg swelling'],
  ...['fatigue', 'neck stiffness', 'syncope', 'jaundice', 'seizure', 'nosebleed'],
] as const;

export const CONDITIONS = [
  ...['pneumonia', 'pulmonary embolism', 'deep vein thrombosis', 'myocardial infarction', 'stroke'],
  ...['appendicitis', 'meningitis', 'diabetes', 'hypertension', 'asthma', 'heart failure'],
  ...['atrial fibrillation', 'epilepsy', 'sepsis', 'cellulitis', 'pneumothorax', 'gout'],
  ...['urinary tract infection', 'pancreatitis', 'kidney stone', 'gastric ulcer', 'breast cancer'],
] as const;

export const MEDICINES = [
  ...['aspirin', 'metformin', 'lisinopril', 'amoxicillin', 'ibuprofen', 'warfarin'],
  ...['atorvastatin', 'furosemide', 'prednisone', 'omeprazole'],
] as const;

export const PROCEDURES = [
  ...['echocardiogram', 'chest x-ray', 'colonoscopy', 'biopsy', 'MRI', 'lumbar puncture'],
  ...['bronchoscopy', 'angiogram'],
] as const;

/** Names that can stand after "a" or "an". */
export const COUNTABLE: ReadonlySet<string> = new Set([
  ...['fever', 'cough', 'headache', 'rash', 'sore throat', 'seizure', 'nosebleed'],
  ...['pulmonary embolism', 'deep vein thrombosis', 'myocardial infarction', 'stroke'],
  ...['pneumothorax', 'urinary tract infection', 'kidney stone', 'gastric ulcer', 'pneumonia'],
  ...PROCEDURES,
]);
