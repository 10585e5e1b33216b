import type { Exchange } from '../../calls/exchange.js';
import type { FhirGrant } from '../../calls/fhir-access.js';
import { sha256Hex } from '../../core/digest.js';
import { refuseWithoutGrant, TO_READ_ALL, TO_SEARCH_ALL } from '../access/demand.js';
import type { AccessRules } from '../access/rules.js';
import { refuseFor } from '../outcome.js';

/** Who a run belongs to: the same key, person or program, of test or live data. */
export function ownerOf({ actor, mode }: Pick<Exchange, 'actor' | 'mode'>): string {
  const client = actor.type === 'client' ? [actor.issuer ?? null, actor.user ?? null] : [];
  return sha256Hex(JSON.stringify([mode, actor.type, actor.id, ...client]));
}

const partsOf = ({ type, may, criteria, patient }: FhirGrant) => [
  type,
  [...may].sort(),
  criteria,
  patient ?? null,
];

/** What a token allows, in one line. */
export const accessText = ({ access }: Pick<Exchange, 'access'>): string | undefined =>
  access === undefined ? undefined : JSON.stringify(access.map(partsOf));

/** @throws AppError `insufficient_scope` for a token of one patient */
export function refuseBoundToPatient(
  { access }: Pick<Exchange, 'access'>,
  what: 'Exports' | 'Imports',
): void {
  if (access === undefined || access.every(({ patient }) => patient === undefined)) return;
  const problem = `${what} are of many patients: a token with scopes of patient/ cannot have them.`;
  throw refuseFor('insufficient_scope', 'forbidden', problem);
}

/**
 * Refuses a file to a token that allows less than the one that the run was begun with.
 *
 * @throws AppError `insufficient_scope`
 */
export function refuseLesser(
  exchange: Pick<Exchange, 'access'>,
  rules: AccessRules | undefined,
  { access, type }: { readonly access: string | undefined; readonly type: string },
): void {
  if (rules === undefined || accessText(exchange) === access) return;
  refuseWithoutGrant(rules, type, TO_READ_ALL);
  refuseWithoutGrant(rules, type, TO_SEARCH_ALL);
}

/** The URL of a request, as it can be sent again. */
export function requestUrl({ base, path, query }: Exchange): string {
  const sent = new URLSearchParams(query.map(([name, value]): [string, string] => [name, value]));
  return `${base}/${path.join('/')}${query.length === 0 ? '' : `?${sent}`}`;
}
