import { type Chart, latest } from '../patient-record/chart/fact.js';

/** The patient as the checks see it. A missing value is unknown, never normal. */
export interface Patient {
  /**
   * Facts by variable of `patient-record/chart`, including derived ones: age, sex, weight, egfr, qtc, potassium …
   */
  readonly chart: Chart;
  /** Ids of the named conditions of the knowledge, with those that they imply. */
  readonly conditions: ReadonlySet<string>;
  /** Those of them that nobody has stated: only values of the chart show them. */
  readonly shownByValues?: ReadonlySet<string>;
  /** Cockcroft–Gault, mL/min. */
  readonly crclMlPerMin?: number;
  readonly pregnant?: boolean;
  readonly trimester?: 1 | 2 | 3;
  readonly lactating?: boolean;
  /** Child–Pugh class. */
  readonly hepaticClass?: 'A' | 'B' | 'C';
}

/**
 * Trimester by completed weeks since the last menstruation, 0 to 44: the second begins at 14, the
 * third at 28 (ACOG).
 */
export function trimesterOf(weeks: number): 1 | 2 | 3 {
  if (weeks < 14) return 1;
  return weeks < 28 ? 2 : 3;
}

/** A number in the unit of the variable in `patient-record/chart`; `crcl` in mL/min. */
export function numberOf(patient: Patient, fact: string): number | undefined {
  if (fact === 'crcl') return patient.crclMlPerMin;
  if (fact === 'trimester') return patient.trimester;
  if (fact === 'hepatic_class') {
    return patient.hepaticClass && 'ABC'.indexOf(patient.hepaticClass) + 1;
  }
  const value = latest(patient.chart, fact)?.value;
  return typeof value === 'number' ? value : undefined;
}
