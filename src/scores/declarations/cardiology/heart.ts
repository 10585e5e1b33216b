import { choice, flag, ownFlag, ownQuantity, quantity } from '../../input.js';
import { defineScore, stepsFrom, sumOf } from '../../score.js';
import { HYPERCHOLESTEROLEMIA, optionalFlag } from './shared-inputs.js';

/**
 * The first table (Six 2008) puts the age of 45 into both "45–65" and "≤ 45"; the HEART Pathway and
 * the calculators in use count it as 1, Backus 2013 (> 45) as 0. The higher point is taken.
 */
const age = stepsFrom(0, [45, 1], [65, 2]);

/** Not needed where three are present or atherosclerotic disease gives both points already. */
const RISK_FACTORS = {
  hypertension: optionalFlag(flag('hypertension')),
  hypercholesterolemia: optionalFlag(HYPERCHOLESTEROLEMIA),
  diabetes: optionalFlag(flag('diabetes')),
  obesity: optionalFlag(ownFlag('Obesity (BMI above 30 kg/m²)')),
  recent_smoking: optionalFlag(ownFlag('Smokes now or stopped within 3 months')),
  family_history_early_cad: optionalFlag(flag('family_history_early_cad')),
} as const;
type RiskFactor = keyof typeof RISK_FACTORS;
const RISK_FACTOR_NAMES = Object.keys(RISK_FACTORS) as RiskFactor[];

type RiskFactors = { readonly [K in RiskFactor]?: boolean | undefined } & {
  readonly risk_factor_count?: number | undefined;
};
const RISK_FACTOR_COUNT = ownQuantity(
  'Number of risk factors present',
  '{score}',
  [0, RISK_FACTOR_NAMES.length],
  1,
  {
    cuts: [1, 3],
    monotone: 'rising',
    optional: true,
    help: 'Of the six of this score; instead of them, where only their number is known.',
  },
);

const howMany = (v: RiskFactors, is: boolean) =>
  RISK_FACTOR_NAMES.filter((name) => v[name] === is).length;
const countOf = (v: RiskFactors) => Math.max(v.risk_factor_count ?? 0, howMany(v, true));

function refuseCount(v: RiskFactors) {
  const count = v.risk_factor_count;
  const fits =
    count === undefined ||
    (count >= howMany(v, true) && count <= RISK_FACTOR_NAMES.length - howMany(v, false));
  return fits
    ? undefined
    : ({ input: 'risk_factor_count', issue: 'contradicts the risk factors given' } as const);
}

function riskFactorPoints(count: number, atherosclerosis: boolean): number {
  if (atherosclerosis || count >= 3) return 2;
  return count >= 1 ? 1 : 0;
}

/** Six-week risk of a major cardiac event in chest pain at the emergency department. */
export const heart = defineScore({
  id: 'heart',
  name: 'HEART score for major cardiac events',
  aliases: ['heart_score'],
  group: 'cardiology',
  purpose: 'Estimates the six-week risk of a major adverse cardiac event in acute chest pain.',
  population: 'Adults with chest pain at the emergency department, without ST elevation or shock',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 10 },
  inputs: {
    history: choice('History', {
      '0': 'slightly suspicious',
      '1': 'moderately suspicious',
      '2': 'highly suspicious',
    }),
    ecg: choice('ECG', {
      '0': 'normal',
      '1': 'non-specific repolarisation disturbance (also bundle branch block, hypertrophy, pacing)',
      '2': 'significant ST deviation that bundle branch block, hypertrophy or digoxin do not explain',
    }),
    age: quantity('age', { min: 18, cuts: age.cuts, monotone: 'rising' }),
    ...RISK_FACTORS,
    risk_factor_count: RISK_FACTOR_COUNT,
    atherosclerotic_disease: ownFlag(
      'Known atherosclerotic disease (infarction, PCI or bypass, stroke or TIA, peripheral artery)',
      { fixed: true },
    ),
    troponin_level: choice('First troponin', {
      '0': 'up to the normal limit',
      '1': 'above the limit and below 3 times the limit',
      '2': '3 times the limit or more',
    }),
  },
  categories: [
    {
      id: 'low',
      from: 0,
      interpretation: 'Low risk: 1.7 % had a major cardiac event within six weeks.',
      action: {
        text: 'Early discharge may be considered when serial troponins are also negative.',
        source: '2021 AHA/ACC chest pain guideline, 10.1161/CIR.0000000000001029',
      },
    },
    {
      id: 'moderate',
      from: 4,
      interpretation: 'Moderate risk: 16.6 % had a major cardiac event within six weeks.',
      action: {
        text: 'Observe, repeat troponin, and test for ischaemia or coronary stenosis.',
        source: '2021 AHA/ACC chest pain guideline, 10.1161/CIR.0000000000001029',
      },
    },
    {
      id: 'high',
      from: 7,
      interpretation: 'High risk: 50.1 % had a major cardiac event within six weeks.',
      action: {
        text: 'Admit; early invasive strategy.',
        source: 'Backus 2013, 10.1016/j.ijcard.2013.01.255',
      },
    },
  ],
  references: [
    {
      title: 'Six AJ et al. Chest pain in the emergency room: value of the HEART score',
      doi: '10.1007/BF03086144',
      year: 2008,
    },
    {
      title: 'Backus BE et al. A prospective validation of the HEART score (n = 2440)',
      doi: '10.1016/j.ijcard.2013.01.255',
      year: 2013,
    },
  ],
  alsoNeeds: (v) =>
    v.atherosclerotic_disease || v.risk_factor_count !== undefined || countOf(v) >= 3
      ? []
      : RISK_FACTOR_NAMES,
  refuses: refuseCount,
  compute(v) {
    const risk = riskFactorPoints(countOf(v), v.atherosclerotic_disease);
    const points = {
      history: Number(v.history),
      ecg: Number(v.ecg),
      age: age(v.age),
      troponin_level: Number(v.troponin_level),
    };
    const value = sumOf(points).value + risk;
    return {
      value,
      points,
      derived: [{ name: 'risk_factor_points', value: risk }],
      risk: {
        outcome: 'major adverse cardiac event',
        probability: value >= 7 ? 0.501 : value >= 4 ? 0.166 : 0.017,
        horizon: '6 weeks',
      },
    };
  },
});
