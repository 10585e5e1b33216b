/** What the American Heart Association advises ambulance crews to do with the stroke scales. */
export const AHA_TRIAGE = 'AHA Mission: Lifeline Stroke 2020 prehospital triage';

export const THROMBECTOMY_CENTRE =
  'Suspect a large vessel occlusion: consider transport to a centre with thrombectomy.';
