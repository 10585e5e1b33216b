import { groupBy } from '../../core/group.js';
import { type Drug, drugsOf, itemsOf } from '../drugs.js';
import type { Finding, Findings, NotAssessed } from '../finding.js';
import { type Gate, type GateContext, holds } from '../gate.js';
import type { Classes } from '../knowledge/classes.js';
import { labelsOf } from '../knowledge/labels.js';
import type { Evidence, Kind, Severity } from '../severity.js';
import type { TakenIngredient } from '../taken-ingredient.js';
import { capital, listed } from '../wording.js';

/**
 * The common part of the checks of pregnancy and breastfeeding: an assessment of each ingredient.
 */
interface ReproductionEntry {
  readonly id: string;
  readonly drugs: readonly string[];
  readonly routes?: 'any' | undefined;
  readonly why: string;
  readonly instead: string;
  readonly variants?: readonly Variant[] | undefined;
  readonly local?: { readonly why: string; readonly instead: string } | undefined;
  readonly evidence: Evidence;
  readonly sources: readonly string[];
}
interface Variant {
  readonly when: Gate;
  readonly why?: string | undefined;
  readonly instead?: string | undefined;
}

/** How the check of one state uses its table. */
export interface Reading<E extends ReproductionEntry> {
  readonly kind: Kind;
  /** `in pregnancy`. */
  readonly state: string;
  readonly stake: Readonly<Record<Severity, string>>;
  /** Of an entry, one of its variants or its statement on local use. */
  readonly severityOf: (
    part: E | NonNullable<E['variants']>[number] | NonNullable<E['local']>,
  ) => Severity | null;
  readonly because?: readonly string[];
}

/** The assessment of an entry for the way in which a drug is taken. */
interface Word {
  readonly entry: ReproductionEntry;
  readonly drug: Drug;
  readonly severity: Severity;
  readonly why: string;
  readonly instead: string;
}

/** An ingredient occurs in one entry. */
export function entriesByDrug<E extends ReproductionEntry>(
  table: readonly E[],
): ReadonlyMap<string, E> {
  return new Map(table.flatMap((entry) => entry.drugs.map((drug) => [drug, entry] as const)));
}

function wordOn<E extends ReproductionEntry>(
  entry: E,
  lines: readonly TakenIngredient[],
  reading: Reading<E>,
  context: GateContext,
): Word | undefined {
  const drug = { name: lines[0]?.ingredient ?? '', lines };
  const isLocal = lines.every(({ systemic }) => !systemic);
  const asTaken = isLocal && entry.routes !== 'any' ? entry.local : entry;
  if (asTaken === undefined) return undefined;
  const variant = isLocal
    ? undefined
    : entry.variants?.find(({ when }) => holds(when, context) === true);
  const severity = reading.severityOf(variant ?? asTaken);
  if (severity === null) return undefined;
  const why = variant?.why ?? asTaken.why;
  const instead = variant?.instead ?? asTaken.instead;
  return { entry, drug, severity, why, instead };
}

function findingOf<E extends ReproductionEntry>(
  words: readonly Word[],
  reading: Reading<E>,
  classes: Classes,
): Finding {
  const [head] = words;
  if (head === undefined) throw new RangeError('no word');
  const drugs = words.map(({ drug }) => drug.name);
  return {
    kind: reading.kind,
    severity: head.severity,
    drugs,
    items: itemsOf(words.map(({ drug }) => drug)),
    title: `${capital(listed(drugs))} ${reading.state}`,
    mechanism: head.why,
    effect: reading.stake[head.severity],
    management: head.instead,
    evidence: head.entry.evidence,
    ruleId: head.entry.id,
    sources: labelsOf(head.entry.sources, drugs, classes),
    ...(reading.because && { because: reading.because }),
  };
}

/**
 * Returns the assessment of every drug of the list; a drug missing from the table is listed as not
 * assessed.
 */
export function checkEntries<E extends ReproductionEntry>(
  entries: ReadonlyMap<string, E>,
  reading: Reading<E>,
  context: GateContext,
  classes: Classes,
): Findings {
  const words: Word[] = [];
  const notAssessed: NotAssessed[] = [];
  for (const { name, lines } of drugsOf(context.taken)) {
    const entry = entries.get(name);
    const systemic = lines.filter((line) => line.systemic);
    if (entry === undefined) {
      if (systemic.length > 0) {
        notAssessed.push({ what: name, reason: `nothing is known of it ${reading.state}` });
      }
      continue;
    }
    const word = wordOn(entry, systemic.length > 0 ? systemic : lines, reading, context);
    if (word !== undefined) words.push(word);
  }
  const groups = groupBy(words, ({ entry, severity, why }) => [entry.id, severity, why].join(' '));
  const findings = [...groups.values()].map((group) => findingOf(group, reading, classes));
  return { findings, notAssessed };
}
