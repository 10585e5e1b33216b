import { type Chart, type Fact, latest } from '../../patient-record/chart/fact.js';
import type { Person } from '../../patient-record/person-in-words.js';
import type { FindingFacts, Measure, RangeFacts } from '../knowledge/schema.js';

/** A finding that the chart states as present or absent. */
export interface MeasuredFinding {
  readonly finding: FindingFacts;
  readonly present: boolean;
  readonly variable: string;
  readonly fact: Fact;
}

const ADULT = 18;

/** Returns the limits of a variable for a patient; those of an adult where the age is unknown. */
export function rangeFor(
  ranges: readonly RangeFacts[],
  variable: string,
  { age = ADULT, sex }: Person,
): RangeFacts | undefined {
  let best: RangeFacts | undefined;
  for (const one of ranges) {
    if (one.variable !== variable || one.from_age > age) continue;
    if (one.sex !== undefined && one.sex !== sex) continue;
    if (best === undefined || one.from_age >= best.from_age) best = one;
  }
  return best;
}

function byRange(value: number, is: Measure['is'], range: RangeFacts): boolean | undefined {
  const limit = range[is as 'high' | 'low' | 'very_high' | 'very_low'];
  if (limit === undefined) return undefined;
  return is.endsWith('high') ? value > limit : value < limit;
}

function compare(value: number, is: Measure['is'], limit: number): boolean {
  switch (is) {
    case '>':
      return value > limit;
    case '>=':
      return value >= limit;
    case '<':
      return value < limit;
    case '<=':
      return value <= limit;
    default:
      return value === limit;
  }
}

/** Whether a measure is met; undefined where it cannot be determined. */
function isMet(
  { variable, is, value: limit }: Measure,
  value: Fact['value'],
  ranges: readonly RangeFacts[],
  person: Person,
): boolean | undefined {
  // `copd = 1` also matches a chart value of true.
  if (typeof value === 'boolean') return is === '=' ? value === Boolean(limit) : undefined;
  if (typeof value !== 'number') return is === '=' ? value === limit : undefined;
  if (typeof limit === 'number') return compare(value, is, limit);
  const range = rangeFor(ranges, variable, person);
  return range && byRange(value, is, range);
}

/** Of findings that one value shows to be absent, those not implied by another of them. */
function withoutImplied(findings: readonly MeasuredFinding[]): MeasuredFinding[] {
  const absent = new Set(
    findings.filter(({ present }) => !present).map(({ finding }) => finding.id),
  );
  return findings.filter(
    ({ finding, present }) => present || !finding.in?.some((parent) => absent.has(parent)),
  );
}

/** Returns the findings that values of the chart show to be present or absent. */
export function measuredFindings(
  findings: readonly FindingFacts[],
  ranges: readonly RangeFacts[],
  chart: Chart,
  person: Person,
): MeasuredFinding[] {
  const all = findings.flatMap((finding) => {
    let absent: MeasuredFinding | undefined;
    for (const measure of finding.measure ?? []) {
      const fact = latest(chart, measure.variable);
      if (fact === undefined) continue;
      const met = isMet(measure, fact.value, ranges, person);
      if (met === undefined) continue;
      if (met) return [{ finding, present: true, variable: measure.variable, fact }];
      absent ??= { finding, present: false, variable: measure.variable, fact };
    }
    return absent === undefined ? [] : [absent];
  });
  return withoutImplied(all);
}
