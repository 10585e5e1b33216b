/** What is said -> how it is written. */
export const NOTES: readonly (readonly [string, string])[] = [
  [
    'this is doctor patel dictating a consult note on a fifty eight year old right handed woman with new onset atrial fibrillation | she was in her usual state of health until two days ago when she noted palpitations | past medical history is significant for hypertension hyperlipidemia and type two diabetes | medications include metoprolol succinate twenty five milligrams daily atorvastatin forty milligrams at bedtime and metformin one thousand milligrams twice daily | allergies to penicillin causing rash | on exam blood pressure is one thirty eight over eighty four heart rate one twelve irregularly irregular respiratory rate sixteen oxygen saturation ninety seven percent on room air | ecg shows afib with rvr at one eighteen | troponin less than zero point zero one | plan rate control with diltiazem ten milligrams iv push then drip at five milligrams per hour | start apixaban five milligrams bid | echo in the morning',
    'This is Dr. Patel dictating a consult note on a 58-year-old right handed woman with new onset atrial fibrillation. She was in her usual state of health until 2 days ago when she noted palpitations. Past medical history is significant for hypertension hyperlipidemia and type 2 diabetes. Medications include metoprolol succinate 25 mg daily atorvastatin 40 mg at bedtime and metformin 1000 mg twice daily. Allergies to penicillin causing rash. On exam blood pressure is 138/84 heart rate 112 irregularly irregular respiratory rate 16 oxygen saturation 97% on room air. ECG shows AFib with RVR at 118. Troponin less than 0.01. Plan rate control with diltiazem 10 mg IV push then drip at 5 mg/hr. Start apixaban 5 mg BID. Echo in the morning.',
  ],
  [
    'operative report period new paragraph preoperative diagnosis colon acute appendicitis period new paragraph procedure colon laparoscopic appendectomy period new paragraph anesthesia colon general endotracheal period new paragraph ebl colon minimal period new paragraph after informed consent was obtained comma the patient was taken to the operating room and placed supine period a twelve millimeter trocar was placed at the umbilicus and pneumoperitoneum was established to fifteen millimeters of mercury period',
    'Operative report.\n\nPreoperative diagnosis: Acute appendicitis.\n\nProcedure: Laparoscopic appendectomy.\n\nAnesthesia: General endotracheal.\n\nEBL: Minimal.\n\nAfter informed consent was obtained, the patient was taken to the operating room and placed supine. A 12 mm trocar was placed at the umbilicus and pneumoperitoneum was established to 15 mmHg.',
  ],
  [
    'discharge summary | date of admission january fourteenth twenty twenty six | date of discharge january nineteenth twenty twenty six | discharge diagnosis colon copd exacerbation | he was treated with prednisone forty milligrams daily for five days azithromycin five hundred milligrams on day one then two hundred fifty milligrams daily for four days | discharged home on two liters nasal cannula | follow up with pcp in seven to ten days',
    'Discharge summary. Date of admission January 14, 2026. Date of discharge January 19, 2026. Discharge diagnosis: COPD exacerbation. He was treated with prednisone 40 mg daily for 5 days azithromycin 500 mg on day 1 then 250 mg daily for 4 days. Discharged home on 2 L nasal cannula. Follow up with PCP in 7-10 days.',
  ],
  [
    'radiology report | ct chest with contrast | technique helical ct with one hundred milliliters of omnipaque three fifty | findings there is a one point eight centimeter spiculated nodule in the right upper lobe series four image fifty two | no mediastinal lymphadenopathy | heart size is normal | impression number one one point eight centimeter right upper lobe nodule number two recommend pet ct in three months',
    'Radiology report. CT chest with contrast. Technique helical CT with 100 mL of omnipaque 350. Findings there is a 1.8 cm spiculated nodule in the right upper lobe series 4 image 52. No mediastinal lymphadenopathy. Heart size is normal. Impression\n1. 1.8 cm right upper lobe nodule.\n2. Recommend PET-CT in 3 months.',
  ],
  [
    'psychiatry follow up | patient reports mood is six out of ten | sleep five to six hours per night | no suicidal ideation | sertraline increased from fifty to one hundred milligrams daily | follow up in four weeks',
    'Psychiatry follow up. Patient reports mood is 6/10. Sleep 5-6 hours per night. No suicidal ideation. Sertraline increased from 50 to 100 mg daily. Follow up in 4 weeks.',
  ],
  [
    'pediatric visit | this is a four year old boy weight sixteen point five kilograms here for ear pain for two days | temperature one oh two point three | left tympanic membrane is erythematous and bulging | amoxicillin eighty milligrams per kilogram per day divided bid for ten days',
    'Pediatric visit. This is a 4-year-old boy weight 16.5 kg here for ear pain for 2 days. Temperature 102.3. Left tympanic membrane is erythematous and bulging. Amoxicillin 80 mg/kg/day divided BID for 10 days.',
  ],
  [
    'urology clinic | seventy one year old man with psa eight point four | mri prostate pi rads five lesion left peripheral zone one point two centimeters | biopsy gleason four plus three equals seven in three of twelve cores',
    'Urology clinic. 71-year-old man with PSA 8.4. MRI prostate PI-RADS 5 lesion left peripheral zone 1.2 cm. Biopsy Gleason 4+3=7 in 3 of 12 cores.',
  ],
  [
    'obstetrics | twenty nine year old g two p one zero zero one at thirty two weeks two days by eight week ultrasound | blood pressure one eighteen over seventy two | fundal height thirty two centimeters | fetal heart rate one forty two | glucose tolerance one hour one twenty eight',
    'Obstetrics. 29-year-old G2P1001 at 32 weeks 2 days by 8-week ultrasound. Blood pressure 118/72. Fundal height 32 cm. Fetal heart rate 142. Glucose tolerance one hour 128.',
  ],
  [
    'nephrology | creatinine has risen from one point two to two point eight over three months | urine protein to creatinine ratio three point four grams per gram | hemoglobin nine point two | potassium five point four | start sodium bicarbonate six hundred fifty milligrams three times a day',
    'Nephrology. Creatinine has risen from 1.2 to 2.8 over 3 months. Urine protein to creatinine ratio 3.4 g/g. Hemoglobin 9.2. Potassium 5.4. Start sodium bicarbonate 650 mg 3 times a day.',
  ],
  [
    'emergency department note | thirty five year old male restrained driver in motor vehicle collision at approximately forty five miles per hour | gcs fifteen | fast exam negative | ct head negative | c spine cleared | given fentanyl fifty micrograms iv times two and tetanus zero point five milliliters im',
    'Emergency department note. 35-year-old male restrained driver in motor vehicle collision at approximately 45 miles per hour. GCS 15. FAST exam negative. CT head negative. C-spine cleared. Given fentanyl 50 mcg IV x2 and tetanus 0.5 mL IM.',
  ],
];
