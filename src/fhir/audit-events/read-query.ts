import type { Query } from '../../calls/exchange.js';
import type { AuditQuery } from '../../store/audit-view.js';
import type { RangeLimits, Span } from '../../store/fhir/filter.js';
import { createDateReader } from '../index/dates.js';
import { type FhirIssue, refuseFor } from '../outcome.js';
import { dateBoxes } from '../search/dates.js';
import { pageLength } from '../search/paging.js';
import { splitPrefix } from '../search/prefix.js';
import { auditSeq } from './from-record.js';
import { OUTCOME_SYSTEM, OUTCOMES } from './parameters.js';

export interface ReadTerms {
  readonly base: string;
  readonly timeZone: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly strict: boolean;
}

export interface AuditSearch {
  readonly query: AuditQuery;
  readonly used: Query;
  readonly warnings: readonly FhirIssue[];
}

const OFFERED = { usual: 50, max: 1_000 } as const;
const MAX_VALUES = 50;
const SILENT: ReadonlySet<string> = new Set(['_format', '_pretty']);

const malformed = (name: string, problem: string) =>
  refuseFor('validation_error', 'value', problem, `http.${name}`);

function valuesOf(name: string, text: string): string[] {
  const values = text.split(',').filter((value) => value !== '');
  if (values.length <= MAX_VALUES) return values;
  const problem = `At most ${MAX_VALUES} values.`;
  throw refuseFor('validation_error', 'too-costly', problem, `http.${name}`);
}

const RESOURCE = /^[A-Z][A-Za-z]+\/[A-Za-z0-9.-]{1,64}$/;

const PATIENT = /^(Patient\/)?([A-Za-z0-9.-]{1,64})$/;

const withoutBase = (value: string, base: string): string =>
  value.startsWith(`${base}/`) ? value.slice(base.length + 1) : value;

function targetsOf(name: string, text: string, base: string): string[] {
  return valuesOf(name, text).map((value) => {
    const local = withoutBase(value, base);
    if (RESOURCE.test(local)) return local;
    throw malformed(name, 'Must be a resource, such as Patient/123.');
  });
}

function patientsOf(name: string, text: string, base: string): string[] {
  return valuesOf(name, text).map((value) => {
    const id = PATIENT.exec(withoutBase(value, base))?.[2];
    if (id !== undefined) return `Patient/${id}`;
    throw malformed(name, 'Must be a patient, such as Patient/123 or 123.');
  });
}

function outcomesOf(name: string, text: string): string[] {
  return valuesOf(name, text).flatMap((value) => {
    const mark = value.indexOf('|');
    const system = mark < 1 ? OUTCOME_SYSTEM : value.slice(0, mark);
    const code = value.slice(mark + 1);
    const found = Object.entries(OUTCOMES).find(([, outcome]) => outcome === code);
    return found === undefined || system !== OUTCOME_SYSTEM ? [] : [found[0]];
  });
}

/**
 * Ids of keys. They have no system and no resource: a value with a system or a resource matches no
 * agent of these records.
 */
function actorsOf(name: string, text: string): string[] {
  return valuesOf(name, text).flatMap((value) => {
    const id = name === 'agent:identifier' ? value.replace(/^\|/, '') : value;
    return /[|/]/.test(id) ? [] : [id];
  });
}

function holds(at: number, { min, max }: Span): boolean {
  if (min !== undefined && (min.open ? at <= min.at : at < min.at)) return false;
  return max === undefined || (max.open ? at < max.at : at <= max.at);
}

/** A record has one time: both ends of its range are equal. */
const inBox = (at: number, { low = {}, high = {} }: RangeLimits): boolean =>
  holds(at, low) && holds(at, high);

function duringOf(name: string, text: string, terms: ReadTerms): (at: number) => boolean {
  const read = createDateReader(terms.timeZone);
  const boxes = valuesOf(name, text).flatMap((value) => {
    const { prefix, rest } = splitPrefix(value);
    const range = read(rest.replace(' ', '+'));
    if (range === undefined) throw malformed(name, 'Must be a date, such as ge2026-01-31.');
    return dateBoxes(prefix, range, terms.now);
  });
  return (at) => boxes.some((box) => inBox(at, box));
}

/** The condition of one parameter; undefined for an unknown one. */
function demandOf(name: string, text: string, terms: ReadTerms): Partial<AuditQuery> | undefined {
  switch (name) {
    case '_id':
      return { seqs: valuesOf(name, text).flatMap((id) => auditSeq(id) ?? []) };
    case 'entity':
      return { targets: targetsOf(name, text, terms.base) };
    case 'patient':
      return { targets: patientsOf(name, text, terms.base) };
    case 'agent':
    case 'agent:identifier':
      return { actors: actorsOf(name, text) };
    case 'outcome':
      return { outcomes: outcomesOf(name, text) };
    case 'date':
      return { during: duringOf(name, text, terms) };
    case '_count':
      return { limit: pageLength([[name, text]], OFFERED) };
    default:
      return undefined;
  }
}

/** Both must hold. */
function join(one: AuditQuery, { during, ...other }: Partial<AuditQuery>): AuditQuery {
  const before = one.during;
  const both =
    before !== undefined && during !== undefined
      ? (at: number) => before(at) && during(at)
      : (before ?? during);
  const twice = Object.keys(other).filter((key) => key !== 'limit' && key in one);
  if (twice.length > 0) throw malformed('', 'This parameter can be given once.');
  return { ...one, ...other, ...(both !== undefined && { during: both }) };
}

/**
 * A search of the audit records.
 *
 * @throws AppError `validation_error` for invalid values, and in strict handling for unknown
 *   parameters
 */
export function readAuditQuery(pairs: Query, terms: ReadTerms): AuditSearch {
  let query: AuditQuery = { limit: OFFERED.usual };
  const used: [string, string][] = [];
  const warnings: FhirIssue[] = [];
  for (const [name, text] of pairs) {
    if (SILENT.has(name)) continue;
    // A parameter without a value is ignored.
    const demand = /^,*$/.test(text) ? undefined : demandOf(name, text, terms);
    if (demand !== undefined) {
      query = join(query, demand);
      used.push([name, text]);
      continue;
    }
    const problem = 'A parameter is not supported for AuditEvent, or has no value.';
    if (terms.strict) throw refuseFor('validation_error', 'not-supported', problem, 'http');
    warnings.push({
      severity: 'warning',
      code: 'not-supported',
      diagnostics: `${problem} It was left out.`,
    });
  }
  return { query, used, warnings };
}
