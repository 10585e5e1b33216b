import { creatinineClearance } from '../../patient-record/chart/kidney-function.js';
import type { Finding, Findings } from '../finding.js';
import { type GateContext, holds } from '../gate.js';
import { numberOf, type Patient } from '../patient.js';
import type { TakenIngredient } from '../taken-ingredient.js';
import { capital } from '../wording.js';
import { numeral } from './amounts.js';
import { ruleIdOf } from './dose-texts.js';
import { has, type Person, personOf } from './limits.js';
import { adjustmentOf, linesOnRoutes, management, verbOf } from './organ.js';
import type { Band, DoseEntry, RenalEntry } from './schema.js';

/** Kidney function, by the measure that a label uses. */
interface Kidney {
  readonly value: number;
  /** `creatinine clearance 28 mL/min`. */
  readonly description: string;
  /** From the condition alone: the best possible function. */
  readonly atMost: boolean;
}

const OLD = 75;
/** Kidney failure: dialysis counts as the lowest band. */
const ON_DIALYSIS = 5;

/** Conditions of the knowledge that limit kidney function. */
const AT_BEST: ReadonlyArray<readonly [condition: string, below: number, words: string]> = [
  ['ckd-severe', 30, 'severe chronic kidney disease'],
  ['ckd-moderate', 60, 'moderate chronic kidney disease'],
];

const onDialysis = (patient: Patient): boolean => has(patient, 'dialysis', 'dialysis');

/** From this value on the actual weight is likely to exceed the lean weight. */
const HEAVY_KG = 100;

/** The weight used in the calculation, if it is not the actual one or makes a difference. */
function byWeight(value: number, patient: Patient): string {
  const own = creatinineClearance(patient.chart);
  if (own === undefined || Math.abs(own.mlPerMin - value) > 0.05) return '';
  const kg = `${numeral(Math.round(own.weightKg))} kg`;
  if (own.basis !== 'actual') return ` (by the ${own.basis} weight, ${kg})`;
  return !own.heightKnown && own.weightKg >= HEAVY_KG
    ? ` (by the actual weight, ${kg}: too high in obesity)`
    : '';
}

const clearance = (value: number, patient: Patient): string =>
  `creatinine clearance ${numeral(Math.round(value))} mL/min${byWeight(value, patient)}`;
const filtration = (value: number): string => `eGFR ${numeral(Math.round(value))} mL/min/1.73 m²`;

/**
 * Kidney function by the measure of the label; by the other one where only that is known, which is
 * stated.
 */
function kidneyOf(patient: Patient, measure: 'crcl' | 'egfr'): Kidney | undefined {
  const [crcl, egfr] = [numberOf(patient, 'crcl'), numberOf(patient, 'egfr')];
  const own = measure === 'crcl' ? crcl : egfr;
  if (own !== undefined) {
    const description = measure === 'crcl' ? clearance(own, patient) : filtration(own);
    return { value: own, description, atMost: false };
  }
  const other = measure === 'crcl' ? egfr : crcl;
  if (other !== undefined) {
    const [description, wanted] =
      measure === 'crcl'
        ? [filtration(other), 'the label goes by creatinine clearance']
        : [clearance(other, patient), 'the label goes by eGFR'];
    return { value: other, description: `${description} (${wanted})`, atMost: false };
  }
  const stage = AT_BEST.find(([condition]) => patient.conditions.has(condition));
  if (stage === undefined) return undefined;
  return {
    value: stage[1] - 0.1,
    description: `${stage[2]} (below ${stage[1]} mL/min)`,
    atMost: true,
  };
}

function inBand({ from = 0, below = Number.POSITIVE_INFINITY }: Band, value: number): boolean {
  return value >= from && value < below;
}

interface KidneyBand {
  readonly band: Band;
  readonly description: string;
}

function bandFor(entry: RenalEntry, patient: Patient): KidneyBand | undefined {
  const numbered = entry.bands.filter(({ dialysis }) => !dialysis);
  if (onDialysis(patient)) {
    const own = entry.bands.find(({ dialysis }) => dialysis);
    const band = own ?? numbered.find((one) => inBand(one, ON_DIALYSIS));
    return band && { band, description: 'dialysis' };
  }
  const kidney = kidneyOf(patient, entry.measure);
  const band = kidney && numbered.find((one) => inBand(one, kidney.value));
  return kidney && band && { band, description: kidney.description };
}

function toFinding(
  entry: RenalEntry,
  { band, description }: KidneyBand,
  lines: readonly TakenIngredient[],
  entries: readonly DoseEntry[],
  person: Person,
): Finding | undefined {
  const found = adjustmentOf(band, entry.unit, lines, entries, person, entry.danger === true);
  if (found === undefined) return undefined;
  const running = band.starting && lines.every(({ proposed }) => !proposed);
  const name = capital(entry.ingredient);
  return {
    kind: 'renal',
    severity: running ? 'minor' : found.severity,
    drugs: [entry.ingredient],
    items: [...new Set(lines.map(({ item }) => item))],
    title: `${name}, ${description.replace(/ \(.*/, '')}: ${verbOf(band)}`,
    mechanism: 'The kidney clears the drug or must answer to it.',
    effect:
      band.action === 'weigh'
        ? 'Less benefit or more harm.'
        : 'The drug accumulates or harms the kidney.',
    management: management(band, found),
    evidence: 'established',
    ruleId: ruleIdOf('renal', entry.ingredient),
    sources: entry.sources,
    topic: 'kidney',
    because: [description],
  };
}

/** Reports drugs whose dose or use depends on kidney function. */
export function createKidneyCheck(
  renalOf: (ingredient: string) => readonly RenalEntry[],
  entriesOf: (ingredient: string) => readonly DoseEntry[],
  matches: GateContext['matches'],
) {
  return (taken: readonly TakenIngredient[], patient: Patient): Findings => {
    const context = { patient, taken, matches };
    const person = personOf(patient);
    const findings: Finding[] = [];
    const unknown: string[] = [];
    const entries = [...new Set(taken.map(({ ingredient }) => ingredient))].flatMap(renalOf);
    for (const entry of entries) {
      const { ingredient } = entry;
      const own = entriesOf(ingredient);
      const all = taken.filter((line) => line.ingredient === ingredient);
      const lines = linesOnRoutes(all, entry.routes, own);
      if (lines.length === 0) continue;
      const found = bandFor(entry, patient);
      if (found === undefined) {
        const known = onDialysis(patient) || kidneyOf(patient, entry.measure) !== undefined;
        if (!known && entry.danger && (person.age ?? 0) >= OLD) unknown.push(ingredient);
        continue;
      }
      if (found.band.when && holds(found.band.when, context) === false) continue;
      const finding = toFinding(entry, found, lines, own, person);
      if (finding) findings.push(finding);
    }
    const notAssessed = unknown.map((what) => ({
      what,
      reason: 'kidney function is not known and decides the dose at this age',
    }));
    return { findings, notAssessed };
  };
}
