/** What is said -> how it is written. */
export const PUNCTUATION: readonly (readonly [string, string])[] = [
  [
    'chief complaint colon chest pain period new paragraph history of present illness colon the patient is a seventy two year old woman comma who developed substernal chest pain at approximately ten thirty pm comma radiating to the left arm comma rated eight out of ten period she denies nausea comma vomiting comma or diaphoresis period',
    'Chief complaint: Chest pain.\n\nHistory of present illness: The patient is a 72-year-old woman, who developed substernal chest pain at approximately 10:30 PM, radiating to the left arm, rated 8/10. She denies nausea, vomiting, or diaphoresis.',
  ],
  [
    'dear doctor jones comma new paragraph thank you for referring this forty eight year old teacher full stop new paragraph',
    'Dear Dr. Jones,\n\nThank you for referring this 48-year-old teacher.',
  ],
  [
    'assessment and plan colon new line number one community acquired pneumonia period start ceftriaxone one gram iv daily and azithromycin five hundred milligrams daily period new line number two acute kidney injury semicolon hold lisinopril period',
    'Assessment and plan:\n1. Community acquired pneumonia. Start ceftriaxone 1 g IV daily and azithromycin 500 mg daily.\n2. Acute kidney injury; hold lisinopril.',
  ],
  [
    'the lesion open parenthesis three by two centimeters close parenthesis was excised period',
    'The lesion (3 x 2 cm) was excised.',
  ],
  [
    'she states quote it hurts when i breathe end quote period',
    'She states "it hurts when I breathe".',
  ],
  ['follow hyphen up in two weeks period', 'Follow-up in 2 weeks.'],
  ['x hyphen ray of the chest', 'X-ray of the chest.'],
  ['t one hyphen weighted images', 'T1-weighted images.'],
  ['rule out pe slash dvt period', 'Rule out PE/DVT.'],
  ['blood pressure one twenty slash eighty period', 'Blood pressure 120/80.'],
  ['left slash right', 'Left/right.'],
  [
    'allergies colon none period medications colon none exclamation point',
    'Allergies: None. Medications: None!',
  ],
  ['is there a history of diabetes question mark no period', 'Is there a history of diabetes? No.'],
  [
    'the cecum was reached period the ascending colon comma transverse colon comma and descending colon were normal period',
    'The cecum was reached. The ascending colon, transverse colon, and descending colon were normal.',
  ],
  ['findings colon colon normal period', 'Findings: Colon normal.'],
  [
    'no colonic polyps period colon cancer in her father period',
    'No colonic polyps. Colon cancer in her father.',
  ],
  ['sigmoid colon resection period', 'Sigmoid colon resection.'],
  ['she has not had a period since march period', 'She has not had a period since March.'],
  ['her periods are regular period', 'Her periods are regular.'],
  ['six month period of observation', '6-month period of observation.'],
  [
    'she was followed for a three month period and then discharged period',
    'She was followed for a 3-month period and then discharged.',
  ],
  ['in the postpartum period comma she did well period', 'In the postpartum period, she did well.'],
  ['last period was on may third period', 'Last period was on May 3.'],
  [
    'next paragraph social history colon he smokes one pack per day period',
    'Social history: He smokes 1 pack per day.',
  ],
  ['central line placed period new line', 'Central line placed.'],
  [
    'review of systems colon constitutional colon no fever period',
    'Review of systems: Constitutional: No fever.',
  ],
  ['impression colon question mark pneumonia', 'Impression: ?Pneumonia'],
  ['plan colon question mark discharge tomorrow', 'Plan: ?Discharge tomorrow'],
  [
    'number one aspirin eighty one milligrams daily number two atorvastatin forty milligrams daily',
    '1. Aspirin 81 mg daily\n2. Atorvastatin 40 mg daily',
  ],
  ['his number one concern is pain', 'His number one concern is pain.'],
  ['number two pencil', 'Number 2 pencil.'],
  ['bullet point increase fluids bullet point rest', '- Increase fluids\n- Rest'],
  [
    'the pain is sharp semicolon it is worse at night period',
    'The pain is sharp; it is worse at night.',
  ],
  ['vital signs stable period afebrile period', 'Vital signs stable. Afebrile.'],
  [
    'heart colon regular rate and rhythm period lungs colon clear to auscultation bilaterally period',
    'Heart: Regular rate and rhythm. Lungs: Clear to auscultation bilaterally.',
  ],
  [
    'diagnosis colon type two diabetes comma uncontrolled comma with a one c of ten point two percent period',
    'Diagnosis: Type 2 diabetes, uncontrolled, with A1c of 10.2%.',
  ],
  ['please order cbc comma bmp comma and lfts period', 'Please order CBC, BMP, and LFTs.'],
  [
    "the patient's daughter said she's had it for years",
    "The patient's daughter said she's had it for years.",
  ],
  [
    "he's a smoker comma doesn't drink comma and hasn't used drugs",
    "He's a smoker, doesn't drink, and hasn't used drugs",
  ],
];
