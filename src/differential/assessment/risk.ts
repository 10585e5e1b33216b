import type { Danger } from '../knowledge/schema.js';
import type { Differential, RankedDisease } from '../probability/diagnostician.js';

/**
 * Chance that a patient with a disease of this class dies or needs intensive care within days.
 * Orders of magnitude, for ranking patients rather than for a prognosis: in-hospital death is about
 * 5 to 10 % in ST-elevation infarction, 25 % in septic shock and aortic dissection, 1 to 3 % in
 * pneumonia or appendicitis with complications, and far below 0.1 % in most GP consultations.
 */
const HARM: Readonly<Record<Danger, number>> = {
  deadly: 0.15,
  serious: 0.03,
  moderate: 0.004,
  minor: 0.0005,
};
/** For diseases that are not listed. */
const HARM_OF_OTHER = 0.01;

/**
 * Death or intensive care within 24 h by NEWS2 at arrival, rounded from the cohorts of Smith et al.
 * 2013 (doi 10.1016/j.resuscitation.2012.12.016) and Pimentel et al. 2019
 * (doi 10.1016/j.resuscitation.2018.09.026).
 */
const BY_NEWS2: readonly (readonly [from: number, chance: number])[] = [
  [0, 0.002],
  [1, 0.005],
  [3, 0.01],
  [5, 0.03],
  [7, 0.1],
  [9, 0.2],
  [12, 0.35],
];

export interface RiskPart {
  readonly feature: string;
  readonly value: string | number;
  /** Probability from this part alone. */
  readonly probability: number;
}

export interface DeteriorationRisk {
  /** 0..1 */
  readonly probability: number;
  readonly parts: readonly RiskPart[];
}

/** Chance by NEWS2; points 0..20. */
export function riskOfNews2(points: number): number {
  return BY_NEWS2.reduce((chance, [from, value]) => (points >= from ? value : chance), 0);
}

/**
 * Returns the probability of serious deterioration, from the physiology and from the probable
 * diseases, combined as independent causes.
 *
 * @param news2 points, where they can be counted
 */
export function deteriorationRisk(
  { ranked, other }: Differential,
  news2: number | undefined,
): DeteriorationRisk {
  let byDisease = other * HARM_OF_OTHER;
  let heaviest: RankedDisease | undefined;
  let most = Number.NEGATIVE_INFINITY;
  for (const one of ranked) {
    const part = one.probability * HARM[one.disease.danger];
    byDisease += part;
    if (part <= most) continue;
    most = part;
    heaviest = one;
  }
  const parts: RiskPart[] = [
    {
      feature: 'what the findings make probable',
      value: heaviest?.disease.name ?? 'nothing in particular',
      probability: byDisease,
    },
  ];
  if (news2 === undefined) return { probability: byDisease, parts };
  const byVitals = riskOfNews2(news2);
  parts.push({ feature: 'news2', value: news2, probability: byVitals });
  return { probability: 1 - (1 - byDisease) * (1 - byVitals), parts };
}
