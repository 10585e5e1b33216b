import { latest } from '../../patient-record/chart/fact.js';
import { type Drug, drugsOf, itemsOf } from '../drugs.js';
import type { Finding, Findings } from '../finding.js';
import type { Classes } from '../knowledge/classes.js';
import { labelsOf } from '../knowledge/labels.js';
import { numberOf, type Patient } from '../patient.js';
import type { Severity } from '../severity.js';
import type { TakenIngredient } from '../taken-ingredient.js';
import { capital } from '../wording.js';
import type { PreconceptionTable } from './schema.js';

export interface PreconceptionCheck {
  /**
   * Returns strong teratogens for patients who may conceive (female, 12 to 50 years, pregnancy not
   * known), and drugs to stop for patients who plan a pregnancy.
   */
  check(taken: readonly TakenIngredient[], patient: Patient): Findings;
}

type PreconceptionEntry = PreconceptionTable[string];
/** Conditions of the knowledge. */
const PLANNING = 'planning-pregnancy';
const PAST_IT = 'menopause';

/** Female and of childbearing age, with no information on pregnancy. */
function mayConceive(patient: Patient): boolean {
  const age = numberOf(patient, 'age');
  return (
    latest(patient.chart, 'sex')?.value === 'F' &&
    patient.pregnant === undefined &&
    age !== undefined &&
    age >= 12 &&
    age <= 50 &&
    !patient.conditions.has(PAST_IT)
  );
}

interface PreconceptionAdvice {
  readonly severity: Severity;
  readonly title: string;
  readonly management: string;
  readonly because: string;
}

function sayToPlanner(entry: PreconceptionEntry, sex: unknown): PreconceptionAdvice | undefined {
  const advice = sex === 'M' ? entry.men : entry.women;
  if (advice === undefined) return undefined;
  return {
    severity: 'moderate',
    title: sex === 'M' ? 'in a man who plans to have a child' : 'before a planned pregnancy',
    management: `Stop before conception: ${advice.stop_before} ${advice.management}`,
    because: 'a pregnancy is planned',
  };
}

function sayToAnyone(entry: PreconceptionEntry): PreconceptionAdvice | undefined {
  if (entry.severity === undefined) return undefined;
  const { stop_before: stop, management } = entry.women ?? {};
  const wait = stop === undefined ? '' : ` Stop before conception: ${stop} ${management}`;
  return {
    severity: entry.severity,
    title: 'in a woman who may become pregnant',
    management: `Rule out pregnancy; speak of effective contraception.${wait}`,
    because: 'female, 12 to 50 years, and nothing is known of a pregnancy',
  };
}

function findingOf(
  drug: Drug,
  entry: PreconceptionEntry,
  advice: PreconceptionAdvice,
  classes: Classes,
): Finding {
  const { name } = drug;
  return {
    kind: 'pregnancy',
    severity: advice.severity,
    drugs: [name],
    items: itemsOf([drug]),
    title: `${capital(name)} ${advice.title}`,
    mechanism: 'It harms the unborn child, or fertility.',
    effect: 'Malformation, loss or impaired development if a child is conceived on it.',
    management: advice.management,
    evidence: 'established',
    ruleId: `conception.${name.replaceAll(/[^a-z0-9]+/g, '-')}`,
    sources: labelsOf(entry.sources, [name], classes),
    because: [advice.because],
  };
}

export function createPreconception(
  table: PreconceptionTable,
  classes: Classes,
): PreconceptionCheck {
  const entries = new Map(Object.entries(table));
  return {
    check(taken, patient) {
      const plans = patient.conditions.has(PLANNING) && patient.pregnant !== true;
      const may = mayConceive(patient);
      if (!plans && !may) return { findings: [], notAssessed: [] };
      const sex = latest(patient.chart, 'sex')?.value;
      const findings = drugsOf(taken.filter(({ systemic }) => systemic)).flatMap((drug) => {
        const entry = entries.get(drug.name);
        const advice =
          entry &&
          ((plans ? sayToPlanner(entry, sex) : undefined) ??
            (may ? sayToAnyone(entry) : undefined));
        return entry && advice ? [findingOf(drug, entry, advice, classes)] : [];
      });
      return { findings, notAssessed: [] };
    },
  };
}
