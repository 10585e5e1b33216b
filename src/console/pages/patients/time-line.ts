import type {
  Condition,
  DiagnosticReport,
  DocumentReference,
  Encounter,
  FhirResource,
  Procedure,
} from 'fhir/r4';
import { codeOf, conceptText, isAiAsserted } from './concepts.js';
import { millisecondsOf } from './fhir-time.js';

export const TIME_LINE_KINDS = [
  'encounter',
  'condition',
  'procedure',
  'report',
  'document',
  'answer',
] as const;
export type TimeLineKind = (typeof TIME_LINE_KINDS)[number];

/** One event of a patient's history. */
export interface TimeLineEntry {
  /** `Encounter/7` */
  readonly resource: string;
  readonly kind: TimeLineKind;
  /** '' where the resource does not say what it is. */
  readonly title: string;
  readonly detail: string;
  readonly start: string | undefined;
  readonly end: string | undefined;
  /** ms since 1970 of its start. */
  readonly at: number | undefined;
}

interface EntryFacts {
  readonly title: string;
  readonly detail?: string | undefined;
  readonly start?: string | undefined;
  readonly end?: string | undefined;
}

const texts = (...parts: readonly (string | undefined)[]): string =>
  parts.filter((part) => part !== undefined && part !== '').join(' · ');

/** The time of what has no duration. */
const atOnce = (time: string | undefined) => ({ start: time, end: time });

const encounter = (one: Encounter): EntryFacts => ({
  title: conceptText(one.type?.[0]) || (one.class.display ?? one.class.code ?? ''),
  detail: texts(
    (one.reasonCode ?? []).map(conceptText).join(', '),
    one.serviceProvider?.display,
    one.status,
  ),
  start: one.period?.start,
  end: one.period?.end,
});

/** One that is over without a stated end is shown by its start alone, and not as if it went on. */
function conditionTime(one: Condition): Pick<EntryFacts, 'start' | 'end'> {
  const start = one.onsetDateTime ?? one.onsetPeriod?.start ?? one.recordedDate;
  const isOver = !['', 'active', 'recurrence', 'relapse'].includes(codeOf(one.clinicalStatus));
  const end = one.abatementDateTime ?? one.abatementPeriod?.end ?? (isOver ? start : undefined);
  return { start, end };
}

const condition = (one: Condition): EntryFacts => ({
  title: conceptText(one.code),
  detail: texts(conceptText(one.clinicalStatus), conceptText(one.verificationStatus)),
  ...conditionTime(one),
});

const procedure = (one: Procedure): EntryFacts => ({
  title: conceptText(one.code),
  detail: texts((one.reasonCode ?? []).map(conceptText).join(', '), one.status),
  start: one.performedDateTime ?? one.performedPeriod?.start,
  end: one.performedDateTime ?? one.performedPeriod?.end,
});

const report = (one: DiagnosticReport): EntryFacts => ({
  title: conceptText(one.code),
  detail: texts(one.conclusion, one.status),
  ...atOnce(one.effectiveDateTime ?? one.effectivePeriod?.start ?? one.issued),
});

const document = (one: DocumentReference): EntryFacts => ({
  title: one.description ?? conceptText(one.type),
  detail: texts(conceptText(one.category?.[0]), one.docStatus),
  ...atOnce(one.date ?? one.context?.period?.start),
});

function factsOf(resource: FhirResource): [TimeLineKind, EntryFacts] | undefined {
  switch (resource.resourceType) {
    case 'Encounter':
      return ['encounter', encounter(resource)];
    case 'Condition':
      return ['condition', condition(resource)];
    case 'Procedure':
      return ['procedure', procedure(resource)];
    case 'DiagnosticReport':
      return ['report', report(resource)];
    case 'DocumentReference':
      return ['document', document(resource)];
    default:
      return undefined;
  }
}

function isInError(resource: FhirResource): boolean {
  const { status, verificationStatus } = resource as {
    readonly status?: string;
    readonly verificationStatus?: Condition['verificationStatus'];
  };
  const verification = verificationStatus?.coding?.some(({ code }) => code === 'entered-in-error');
  return status === 'entered-in-error' || verification === true;
}

/**
 * The event that a resource stands for; undefined for one in error and for types that are none. What software
 * asserted is an answer, whatever its type.
 */
export function entryOf(resource: FhirResource): TimeLineEntry | undefined {
  const found = isInError(resource) ? undefined : factsOf(resource);
  if (found === undefined) return undefined;
  const [kind, { title, detail = '', start, end }] = found;
  return {
    resource: `${resource.resourceType}/${resource.id ?? ''}`,
    kind: isAiAsserted(resource) ? 'answer' : kind,
    title,
    detail,
    start,
    end,
    at: millisecondsOf(start),
  };
}

/** What was loaded of one type so far. */
export interface LoadedPart {
  readonly entries: readonly TimeLineEntry[];
  readonly hasMore: boolean;
}

const newestFirst = (a: TimeLineEntry, b: TimeLineEntry): number =>
  (b.at ?? Number.NEGATIVE_INFINITY) - (a.at ?? Number.NEGATIVE_INFINITY) || 0;

/**
 * Merges parts of which some are not complete. An entry older than the oldest one of an incomplete part is held
 * back: an event that is still to be loaded may belong before it.
 *
 * @param parts each newest first
 */
export function mergeParts(parts: readonly LoadedPart[]): LoadedPart {
  const limits = parts
    .filter(({ hasMore }) => hasMore)
    .map(({ entries }) =>
      entries.reduce((oldest, { at = oldest }) => Math.min(oldest, at), Number.POSITIVE_INFINITY),
    );
  const limit = Math.max(Number.NEGATIVE_INFINITY, ...limits);
  const isComplete = limits.length === 0;
  const all = parts.flatMap(({ entries }) => entries).sort(newestFirst);
  return {
    entries: isComplete ? all : all.filter(({ at }) => at !== undefined && at >= limit),
    hasMore: !isComplete,
  };
}
