import { type Chart, derivedFrom, type Fact, type FactValue, latest } from './fact.js';
import { ckdEpi2021 } from './kidney-function.js';

/** One variable that follows from others. */
interface Rule {
  readonly name: string;
  readonly from: readonly string[];
  /** Values in the order of `from`; returns undefined when the result does not follow from them. */
  follow(...values: FactValue[]): FactValue | undefined;
}

/** A flag that implies other flags. */
const IMPLIES: ReadonlyArray<readonly [name: string, implied: string]> = [
  ['myocardial_infarction', 'coronary_artery_disease'],
  ['myocardial_infarction', 'vascular_disease'],
  ['peripheral_artery_disease', 'vascular_disease'],
  ['stroke', 'stroke_tia_thromboembolism'],
  ['stroke', 'cerebrovascular_disease'],
  ['cirrhosis', 'liver_disease'],
  ['copd', 'chronic_lung_disease'],
  ['asthma', 'chronic_lung_disease'],
  ['metastatic_cancer', 'active_cancer'],
  ['leukemia', 'hematologic_malignancy'],
  ['lymphoma', 'hematologic_malignancy'],
  ['hematologic_malignancy', 'active_cancer'],
  ['rheumatoid_arthritis', 'connective_tissue_disease'],
  ['lupus', 'connective_tissue_disease'],
  ['dialysis', 'chronic_kidney_disease'],
];

const implications: readonly Rule[] = IMPLIES.map(([name, implied]) => ({
  name: implied,
  from: [name],
  follow: (value) => (value === true ? true : undefined),
}));

/** mg/dL of urea nitrogen in one mmol/L of urea: two atoms of nitrogen of 14.007 g/mol. */
const BUN_PER_UREA = 2.8014;

type NumericFormula = (...values: number[]) => FactValue | undefined;
const numeric = (name: string, from: readonly string[], follow: NumericFormula): Rule => ({
  name,
  from,
  follow: follow as Rule['follow'],
});

/**
 * eGFR as it is reported: in whole mL/min/1.73 m², so that every threshold is compared with the
 * number that is shown. KDIGO 2024, doi:10.1016/j.kint.2023.10.018.
 */
const reportedEgfr = (creatinine: number, age: number, sexAtBirth: 'M' | 'F'): number =>
  Math.round(ckdEpi2021(creatinine, age, sexAtBirth));

const RULES: readonly Rule[] = [
  numeric('bmi', ['weight', 'height'], (kg, cm) => kg / (cm / 100) ** 2),
  numeric('mean_arterial_pressure', ['systolic_bp', 'diastolic_bp'], (s, d) => (s + 2 * d) / 3),
  numeric(
    'gcs',
    ['gcs_eye', 'gcs_verbal', 'gcs_motor'],
    (eye, verbal, motor) => eye + verbal + motor,
  ),
  numeric('bun', ['urea'], (mmolPerL) => mmolPerL * BUN_PER_UREA),
  numeric('urea', ['bun'], (mgPerDl) => mgPerDl / BUN_PER_UREA),
  {
    name: 'egfr',
    from: ['creatinine', 'age', 'sex'],
    follow: (creatinine, age, sex) =>
      Number(age) >= 18
        ? reportedEgfr(Number(creatinine), Number(age), sex as 'M' | 'F')
        : undefined,
  },
  numeric('pf_ratio', ['pao2', 'fio2'], (mmHg, percent) => mmHg / (percent / 100)),
  numeric('on_oxygen', ['fio2'], (percent) => percent > 21),
  numeric('on_oxygen', ['oxygen_flow'], (litres) => litres > 0),
  { name: 'on_oxygen', from: ['mechanical_ventilation'], follow: (on) => (on ? true : undefined) },
  { name: 'fio2', from: ['on_oxygen'], follow: (on) => (on === false ? 21 : undefined) },
  // GCS 15 means awake, oriented and obeying commands: alert, with no new confusion.
  numeric('consciousness', ['gcs'], (points) => (points === 15 ? 'A' : undefined)),
  numeric('altered_mental_status', ['gcs'], (points) => points < 15),
  { name: 'altered_mental_status', from: ['consciousness'], follow: (level) => level !== 'A' },
  {
    name: 'current_smoker',
    from: ['smoking_status'],
    follow: (status) => status !== 'never' && status !== 'former',
  },
  ...implications,
];

function derived({ name, from, follow }: Rule, chart: Chart): readonly [string, Fact] | undefined {
  const facts: Fact[] = [];
  for (const source of from) {
    const fact = latest(chart, source);
    if (fact === undefined) return undefined;
    facts.push(fact);
  }
  const value = follow(...facts.map((fact) => fact.value));
  if (value === undefined) return undefined;
  const times = facts.flatMap(({ at }) => (at === undefined ? [] : [at]));
  // A derived fact is as old as its oldest source.
  const at = times.length === facts.length ? Math.min(...times) : undefined;
  return [
    name,
    {
      value,
      given: { value },
      from: derivedFrom(facts.map((fact) => fact.from)),
      ...(at !== undefined && { at }),
    },
  ];
}

const HOUR_MS = 3_600_000;
/** Urine volumes collected over a shorter time are not extrapolated to a whole day. */
const MIN_HOURS = 20;

/** Urine output of the last 24 hours, mL/d, from the volumes measured in that time. */
function dailyUrine(chart: Chart): Fact | undefined {
  const timed = (chart.get('urine_volume') ?? []).filter(({ at }) => at !== undefined);
  const newest = timed.at(-1)?.at;
  if (newest === undefined) return undefined;
  const day = timed.filter(({ at = 0 }) => newest - at < 24 * HOUR_MS);
  if (newest - (day[0]?.at ?? newest) < MIN_HOURS * HOUR_MS) return undefined;
  const value = day.reduce((sum, one) => sum + Number(one.value), 0);
  return { value, given: { value }, from: derivedFrom(['urine_volume']), at: newest };
}

/** Returns the chart with everything that follows from it; given facts are never replaced. */
export function withDerived(given: Chart): Chart {
  const chart = new Map(given);
  const urine = chart.has('urine_output') ? undefined : dailyUrine(given);
  if (urine) chart.set('urine_output', [urine]);
  for (let grew = true; grew; ) {
    grew = false;
    for (const rule of RULES) {
      if (chart.has(rule.name)) continue;
      const found = derived(rule, chart);
      if (!found) continue;
      chart.set(found[0], [found[1]]);
      grew = true;
    }
  }
  return chart;
}

/** Returns the variables from which this one can be derived, directly or through others. */
export function sourcesOf(name: string): ReadonlySet<string> {
  const found = new Set<string>();
  const look = (target: string): void => {
    for (const { name: to, from } of RULES) {
      if (to !== target) continue;
      for (const source of from) {
        if (found.has(source)) continue;
        found.add(source);
        look(source);
      }
    }
  };
  look(name);
  return found;
}
