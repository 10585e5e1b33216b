import { choice } from '../../input.js';
import type { Category, ComputedScore } from '../../score.js';
import { percentRisk } from './percent-risk.js';

/** The four European risk regions, by the cardiovascular mortality of the country. */
export const riskRegion = () =>
  choice(
    'European risk region',
    {
      low:
        'low: Belgium, Denmark, France, Israel, Luxembourg, Netherlands, Norway, Spain, ' +
        'Switzerland, United Kingdom',
      moderate:
        'moderate: Austria, Cyprus, Finland, Germany, Greece, Iceland, Ireland, Italy, Malta, ' +
        'Portugal, San Marino, Slovenia, Sweden',
      high:
        'high: Albania, Bosnia and Herzegovina, Croatia, Czechia, Estonia, Hungary, Kazakhstan, ' +
        'Poland, Slovakia, Turkey',
      very_high:
        'very high: Bulgaria, Latvia, Lithuania, Montenegro, North Macedonia, Romania, Russia, ' +
        'Serbia, Ukraine and others of Eastern Europe, the Caucasus, Central Asia, the Near East ' +
        'and North Africa',
    },
    { fixed: true, help: 'of the country in which the patient lives (ESC 2021, figure 1)' },
  );

export type RiskRegion = 'low' | 'moderate' | 'high' | 'very_high';

/** Intercept and slope of the recalibration to a region. */
export type Calibration = readonly [intercept: number, slope: number];

/**
 * Recalibrated risk, 0..1: 1 − exp(−exp(a + b · ln(−ln(1 − r)))) of the uncalibrated risk
 * r = 1 − S₀^exp(x); −ln(1 − r) is −ln(S₀) · exp(x).
 */
export function calibratedRisk(
  baselineSurvival: number,
  linearPredictor: number,
  [intercept, slope]: Calibration,
): number {
  const complementary = Math.log(-Math.log(baselineSurvival)) + linearPredictor;
  return 1 - Math.exp(-Math.exp(intercept + slope * complementary));
}

const ESC = '2021 ESC prevention guideline, 10.1093/eurheartj/ehab484';

/** What the ESC calls the risk, from the risks at which the next two categories begin. */
export const escCategories = (high: number, veryHigh: number): readonly Category[] => [
  {
    id: 'low-to-moderate',
    from: 0,
    interpretation: 'Low-to-moderate risk for the age.',
    action: { text: 'Advise on lifestyle; drug treatment is generally not needed.', source: ESC },
  },
  {
    id: 'high',
    from: high,
    interpretation: 'High risk for the age.',
    action: {
      text: 'Consider drug treatment of the risk factors, by risk modifiers and preference.',
      source: ESC,
    },
  },
  {
    id: 'very high',
    from: veryHigh,
    interpretation: 'Very high risk for the age.',
    action: { text: 'Treatment of the risk factors with drugs is recommended.', source: ESC },
  },
];

/** The same categories without thresholds, for a score in which these depend on the age. */
export const ESC_CATEGORIES: readonly Category[] = escCategories(0, 0).map(
  ({ from, ...category }) => category,
);

export const score2Result = (probability: number, categories: readonly Category[]): ComputedScore =>
  percentRisk(
    probability,
    'first cardiovascular death, infarction or stroke',
    '10 years',
    categories,
  );

export const ESC_REFERENCE = {
  title: 'Visseren FLJ et al. 2021 ESC guidelines on cardiovascular disease prevention',
  doi: '10.1093/eurheartj/ehab484',
  year: 2021,
} as const;
