import { choice, flag, ownFlag } from '../../input.js';

/** Inputs that several scores of this group ask for in the same words. */
export const KILLIP_CLASS = choice('Killip class', {
  '1': 'I, no sign of heart failure',
  '2': 'II, rales in the lower half of the lungs, third heart sound or raised jugular pressure',
  '3': 'III, acute pulmonary oedema',
  '4': 'IV, cardiogenic shock or hypotension with poor perfusion',
});

export const ST_DEVIATION = ownFlag('ST-segment deviation on the first ECG', {
  help: 'Depression or transient elevation; 0.5 mm and more counts in the TIMI score.',
});

export const ELEVATED_CARDIAC_MARKERS = ownFlag(
  'Cardiac marker (troponin or CK-MB) above its limit at presentation',
);

export const ELEVATED_TROPONIN = ownFlag('Troponin above the 99th percentile');

export const HYPERCHOLESTEROLEMIA = ownFlag('High cholesterol, known or treated', {
  fixed: true,
});

/** The five classical coronary risk factors, of which TIMI and EDACS want three. */
export const CAD_RISK_FACTORS = {
  hypertension: flag('hypertension'),
  diabetes: flag('diabetes'),
  current_smoker: flag('current_smoker'),
  family_history_early_cad: flag('family_history_early_cad'),
  hypercholesterolemia: HYPERCHOLESTEROLEMIA,
} as const;

/** How many of the five are present. */
export function countRiskFactors(v: Readonly<Record<keyof typeof CAD_RISK_FACTORS, boolean>>) {
  return [
    v.hypertension,
    v.diabetes,
    v.current_smoker,
    v.family_history_early_cad,
    v.hypercholesterolemia,
  ].filter(Boolean).length;
}

export const ESC_ACS_2023 =
  '2023 ESC Guidelines for acute coronary syndromes, 10.1093/eurheartj/ehad191';
