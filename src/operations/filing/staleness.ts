import { observedVariables } from '../../patient-record/chart/record/observations.js';
import type { FhirResource } from '../../patient-record/chart/schema.js';
import type { Variable } from '../../patient-record/chart/variable.js';
import { INVESTIGATIONS } from '../../patient-record/chart/variables/investigations.js';
import { VITALS } from '../../patient-record/chart/variables/vitals.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** How long a value of a kind describes the patient's present state. */
export interface Freshness {
  readonly what: string;
  readonly maxAgeMs: number;
}

const VITAL = { what: 'vital signs', maxAgeMs: DAY_MS };
const LABORATORY = { what: 'laboratory values', maxAgeMs: 7 * DAY_MS };
const OTHER = { what: 'measurements', maxAgeMs: 30 * DAY_MS };
const LASTING = { what: 'lasting facts', maxAgeMs: Number.POSITIVE_INFINITY };

const VITAL_NAMES: ReadonlySet<string> = new Set(VITALS.map(({ name }) => name));
/** Neither vital signs nor laboratory values. */
const SLOW: ReadonlySet<string> = new Set([
  ...INVESTIGATIONS.map(({ name }) => name),
  'weight',
  'bmi',
  'pregnant',
  'smoking_status',
]);

function freshnessOfVariable({ name, fixed }: Variable): Freshness {
  // Few people start or stop; an old answer is given with its age.
  if (fixed || name === 'current_smoker') return LASTING;
  if (VITAL_NAMES.has(name)) return VITAL;
  return SLOW.has(name) ? OTHER : LABORATORY;
}

/**
 * How old an Observation may be to be used: vital signs 24 hours, laboratory values 7 days, weight
 * and investigations 30 days; height, sex and smoking status without limit. Of a panel
 * the strictest of its parts; anything without a rule counts as a measurement.
 */
export function freshnessOf(observation: FhirResource): Freshness {
  return observedVariables(observation)
    .map(freshnessOfVariable)
    .reduce((strict, one) => (one.maxAgeMs < strict.maxAgeMs ? one : strict), knownOr(observation));
}

const knownOr = (observation: FhirResource): Freshness =>
  observedVariables(observation).length > 0 ? LASTING : OTHER;

/** `3 hours`, `12 days`. */
export function ageInWords(ms: number): string {
  const hours = Math.floor(ms / HOUR_MS);
  const [count, unit] = hours < 48 ? [hours, 'hour'] : [Math.floor(hours / 24), 'day'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
