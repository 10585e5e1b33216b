import {
  assessPatient,
  type PatientAssessment,
} from '../../../src/differential/assessment/assess-patient.js';
import { readEvidence } from '../../../src/differential/evidence/read-evidence.js';
import type { DiseaseKnowledge } from '../../../src/differential/knowledge/knowledge.js';
import { URGENCIES, type Urgency } from '../../../src/differential/knowledge/schema.js';
import { readPatient } from '../../../src/differential/read-patient.js';
import { BOUNDED_SCORES } from '../../../src/differential/urgency/early-warning.js';
import { rankOf } from '../../../src/differential/urgency/triage.js';
import { scoresOf } from '../../../src/scores/assess-chart.js';
import type { Share } from './share.js';

/** A patient as at triage. */
export interface TriagePatient {
  readonly id: string;
  readonly age?: number;
  readonly gender?: 'M' | 'F';
  readonly symptoms: readonly string[];
  readonly vitals?: Readonly<Record<string, string | number>>;
}

/** A patient with the level of a triage nurse: 1 (resuscitation) to 5 (non-urgent), as in ESI. */
export interface TriageCase extends TriagePatient {
  readonly level: number;
}

/** A condition told in three ways, and what must be said of it. */
export interface TimeCriticalCondition extends Omit<TriagePatient, 'symptoms'> {
  readonly condition: string;
  readonly level: Urgency;
  /** Regular expression that the first recommendation must fit, in any case of letters. */
  readonly first: string;
  readonly source: string;
  readonly clinical: string;
  readonly lay: string;
  readonly telegraphic: string;
}

export const WORDINGS = ['clinical', 'lay', 'telegraphic'] as const;

/** Assesses a patient as `POST /v1/analyze` does for an emergency department. */
export function assessAtTriage(
  knowledge: DiseaseKnowledge,
  { age, gender, symptoms, vitals }: TriagePatient,
): PatientAssessment {
  const data = {
    demographics: { ...(age !== undefined && { age }), ...(gender && { gender }) },
    symptoms: [...symptoms],
    ...(vitals && { vitals }),
  };
  const { reader } = knowledge;
  const patient = readPatient(data, reader.language, 0).written();
  const read = readEvidence(reader, patient, 'emergency');
  return assessPatient(knowledge, read, 'emergency', scoresOf(patient.chart, BOUNDED_SCORES));
}

/** What a condition lacks in each wording: `id wording level`, `id wording first`. */
export function shortfallsOf(
  knowledge: DiseaseKnowledge,
  condition: TimeCriticalCondition,
): string[] {
  const { id, level, first } = condition;
  const fits = new RegExp(first, 'i');
  return WORDINGS.flatMap((wording) => {
    const { urgency, advice } = assessAtTriage(knowledge, {
      ...condition,
      symptoms: [condition[wording]],
    });
    const [said] = advice;
    return [
      ...(urgency.level === undefined || rankOf(urgency.level) < rankOf(level)
        ? [`${id} ${wording} level`]
        : []),
      ...(said === undefined || !fits.test(said.text) ? [`${id} ${wording} first`] : []),
    ];
  });
}

/** critical 1 … non-urgent 5; of what is not assessed a nurse would say 3. */
export const levelOf = (urgency: Urgency | undefined): number =>
  urgency === undefined ? 3 : URGENCIES.length - rankOf(urgency);

/** Levels of a nurse and of the analysis. */
export type Rating = readonly [nurse: number, given: number];

/** Cohen's kappa with quadratic weights of two ratings from 1 to 5. */
export function weightedKappa(ratings: readonly Rating[]): number {
  const shares = (at: 0 | 1) =>
    URGENCIES.map((_, i) => ratings.filter((pair) => pair[at] === i + 1).length / ratings.length);
  const [one, other] = [shares(0), shares(1)];
  const observed = ratings.reduce((sum, [a, b]) => sum + (a - b) ** 2, 0) / ratings.length;
  const byChance = one.reduce(
    (sum, p, a) => other.reduce((inner, q, b) => inner + p * q * (a - b) ** 2, sum),
    0,
  );
  return 1 - observed / byChance;
}

function shareOf(
  ratings: readonly Rating[],
  among: (nurse: number) => boolean,
  hit: (rating: Rating) => boolean,
): Share {
  const all = ratings.filter(([nurse]) => among(nurse));
  return { hits: all.filter(hit).length, all: all.length };
}

/** How well urgency separates: agreement, emergencies that are seen, minor ones that wait. */
export function triageFigures(ratings: readonly Rating[]) {
  const any = () => true;
  return {
    kappa: weightedKappa(ratings),
    emergenciesAtLeastHigh: shareOf(
      ratings,
      (nurse) => nurse <= 2,
      ([, given]) => given <= 2,
    ),
    minorAtMostModerate: shareOf(
      ratings,
      (nurse) => nurse >= 4,
      ([, given]) => given >= 3,
    ),
    underTriage: shareOf(ratings, any, ([nurse, given]) => given > nurse),
    twoLevelsUnder: shareOf(ratings, any, ([nurse, given]) => given > nurse + 1),
    overTriage: shareOf(ratings, any, ([nurse, given]) => given < nurse),
    exact: shareOf(ratings, any, ([nurse, given]) => given === nurse),
  };
}
