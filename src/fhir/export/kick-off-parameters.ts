import type { Exchange, Query } from '../../calls/exchange.js';
import { refuseFor } from '../outcome.js';

/** The parameters of a kick-off, however they were sent. */
export interface KickOffParameters {
  readonly query: Query;
  /** Ids of the patients to which the export is limited; absent where it is not. */
  readonly patients?: readonly string[];
}

interface Sent {
  readonly name?: unknown;
  readonly valueReference?: { readonly reference?: unknown };
  readonly [value: string]: unknown;
}

const PATIENT = 'patient';
/** With more, an export is faster without them. */
const MAX_PATIENTS = 200;
const REFERENCE = /^Patient\/([A-Za-z0-9.-]{1,64})$/;
const TEXTS = ['valueString', 'valueInstant', 'valueCode', 'valueUri'];

const wrong = (at: number, problem: string): Error =>
  refuseFor('validation_error', 'value', problem, `Parameters.parameter[${at}]`);

function textOf(one: Sent, at: number): string {
  const [text] = TEXTS.flatMap((name) => (typeof one[name] === 'string' ? [one[name]] : []));
  if (text !== undefined) return text as string;
  throw wrong(at, 'Needs a valueString, or a valueInstant for _since.');
}

function patientOf({ valueReference }: Sent, at: number): string {
  const { reference } = valueReference ?? {};
  const [, id] = REFERENCE.exec(typeof reference === 'string' ? reference : '') ?? [];
  if (id !== undefined) return id;
  throw wrong(at, 'Needs a valueReference of the form Patient/id.');
}

/**
 * Reads the parameters of a kick-off from its URL and, of a POST, from its Parameters resource.
 *
 * @throws AppError `validation_error` with the place of the parameter
 */
export function kickOffParameters({
  query,
  body,
}: Pick<Exchange, 'query' | 'body'>): KickOffParameters {
  if (body === undefined) return { query };
  const value = body.value as { resourceType?: unknown; parameter?: unknown } | null;
  const { parameter = [] } = value ?? {};
  if (value?.resourceType !== 'Parameters' || !Array.isArray(parameter)) {
    throw refuseFor('validation_error', 'structure', 'The body must be Parameters.', 'Parameters');
  }
  const sent = [...(parameter as readonly (Sent | null)[]).entries()].map(([at, one]) => {
    if (typeof one?.name !== 'string') throw wrong(at, 'Needs a name.');
    return { at, name: one.name, one };
  });
  const named = sent.filter(({ name }) => name === PATIENT);
  if (named.length > MAX_PATIENTS) {
    throw wrong(named[MAX_PATIENTS]?.at ?? 0, `At most ${MAX_PATIENTS} patients can be named.`);
  }
  const texts = sent
    .filter(({ name }) => name !== PATIENT)
    .map(({ at, name, one }) => [name, textOf(one, at)] as const);
  const patients = named.map(({ one, at }) => patientOf(one, at));
  return { query: [...query, ...texts], ...(patients.length > 0 && { patients }) };
}
