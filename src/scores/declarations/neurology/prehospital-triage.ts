import { grade } from '../../input.js';

/** What the American Heart Association advises ambulance crews to do with the stroke scales. */
export const AHA_TRIAGE = 'AHA Mission: Lifeline Stroke 2020 prehospital triage';

export const THROMBECTOMY_CENTRE =
  'Suspect a large vessel occlusion: consider transport to a centre with thrombectomy.';

/** A sign that ambulance crews grade from 0 (absent) to 2 (severe). */
export const triagePart = (title: string, help: string) =>
  grade(title, [0, 2], { help, monotone: 'rising' });
