import { choice, type FlagInput, flag, ownFlag, ownQuantity } from '../../input.js';

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

export const CONCORDANT_ST_ELEVATION = ownFlag('ST elevation of 1 mm or more with a positive QRS');

export const CONCORDANT_ST_DEPRESSION_V1_V3 = ownFlag(
  'ST depression of 1 mm or more in V1, V2 or V3',
);

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

type RiskFactor = keyof typeof CAD_RISK_FACTORS;
type RiskFactors = { readonly [K in RiskFactor]?: boolean | undefined } & {
  readonly cad_risk_factor_count?: number | undefined;
};
const RISK_FACTORS = Object.keys(CAD_RISK_FACTORS) as RiskFactor[];
const ENOUGH = 3;

/** A yes or no that the score can do without. */
export const optionalFlag = (input: FlagInput) => ({ ...input, optional: true as const });

/**
 * The five for scores that can have their value without some of them, and how many they are, for
 * patients of whom only the number is known; see `openRiskFactors`.
 */
export const OPTIONAL_CAD_RISK_FACTORS = {
  hypertension: optionalFlag(CAD_RISK_FACTORS.hypertension),
  diabetes: optionalFlag(CAD_RISK_FACTORS.diabetes),
  current_smoker: optionalFlag(CAD_RISK_FACTORS.current_smoker),
  family_history_early_cad: optionalFlag(CAD_RISK_FACTORS.family_history_early_cad),
  hypercholesterolemia: optionalFlag(CAD_RISK_FACTORS.hypercholesterolemia),
  cad_risk_factor_count: ownQuantity(
    'Number of coronary risk factors present',
    '{score}',
    [0, RISK_FACTORS.length],
    1,
    {
      cuts: [ENOUGH],
      monotone: 'rising',
      optional: true,
      help:
        'Of hypertension, diabetes, smoking, family history and high cholesterol; instead of them, ' +
        'where only their number is known.',
    },
  ),
} as const;

const howMany = (v: RiskFactors, is: boolean) =>
  RISK_FACTORS.filter((name) => v[name] === is).length;

/** How many of the five are present. */
export function countRiskFactors(v: RiskFactors): number {
  return Math.max(v.cad_risk_factor_count ?? 0, howMany(v, true));
}

/** The five as long as it is open whether three are present; none once that is settled. */
export function openRiskFactors(v: RiskFactors): readonly RiskFactor[] {
  const absent = howMany(v, false);
  const settled =
    v.cad_risk_factor_count !== undefined ||
    countRiskFactors(v) >= ENOUGH ||
    RISK_FACTORS.length - absent < ENOUGH;
  return settled ? [] : RISK_FACTORS;
}

/** Refuses a number of risk factors that those given as present or absent contradict. */
export function refuseRiskFactorCount(v: RiskFactors) {
  const count = v.cad_risk_factor_count;
  const fits =
    count === undefined ||
    (count >= howMany(v, true) && count <= RISK_FACTORS.length - howMany(v, false));
  return fits
    ? undefined
    : ({ input: 'cad_risk_factor_count', issue: 'contradicts the risk factors given' } as const);
}

export const ESC_ACS_2023 =
  '2023 ESC Guidelines for acute coronary syndromes, 10.1093/eurheartj/ehad191';
