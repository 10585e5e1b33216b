import type { Exchange, Query } from '../../calls/exchange.js';
import type { Answer } from '../../calls/operation.js';
import type { FhirParts } from '../interactions/parts.js';
import { preferences } from '../interactions/prefer.js';
import { refuseFor } from '../outcome.js';
import { searchset } from '../search/answer.js';
import { linksOfPage } from '../search/links.js';
import { knownParameters } from '../search/paging.js';
import type { OwnCodeSystem } from './code-system.js';
import { CODE_SYSTEM_PARAMETERS } from './parameters.js';

type CodeSystemParts = Pick<FhirParts, 'codeSystems'>;
type Parameter = (typeof CODE_SYSTEM_PARAMETERS)[number]['name'];

const TYPE = 'CodeSystem';
const NAMES = CODE_SYSTEM_PARAMETERS.map(({ name }) => name);

const VALUES: Readonly<Record<Parameter, (system: OwnCodeSystem) => string>> = {
  _id: ({ id }) => id,
  url: ({ url }) => url,
  version: ({ version }) => version,
  status: ({ status }) => status,
};

const isParameter = (name: string): name is Parameter => Object.hasOwn(VALUES, name);

/**
 * Reads a code system of the appliance.
 *
 * @throws AppError `not_found`
 */
export function answerCodeSystemRead(
  _exchange: Exchange,
  id: string,
  { codeSystems }: CodeSystemParts,
): Answer {
  const found = codeSystems.find((one) => one.id === id);
  if (found === undefined) {
    throw refuseFor('not_found', 'not-found', 'The resource was not found.');
  }
  return { text: found.text, audit: { action: 'fhir.read', target: `${TYPE}/${id}` } };
}

const matches = (system: OwnCodeSystem, used: Query): boolean =>
  used.every(
    ([name, value]) => isParameter(name) && value.split(',').includes(VALUES[name](system)),
  );

/**
 * Searches the code systems of the appliance.
 *
 * @throws AppError `validation_error`
 */
export function answerCodeSystemSearch(
  { base, query, headers }: Exchange,
  { codeSystems }: CodeSystemParts,
): Answer {
  const { used, ignored } = knownParameters(query, NAMES, preferences(headers.prefer).strict);
  const found = codeSystems.filter((system) => matches(system, used));
  const text = searchset({
    base,
    links: linksOfPage(`${base}/${TYPE}`, used, undefined, undefined),
    listed: found.map(({ id, text: body }) => ({ type: TYPE, id, body, mode: 'match' })),
    warnings: ignored.map(() => ({
      severity: 'warning',
      code: 'not-supported',
      diagnostics: 'A parameter that is not known here was ignored.',
    })),
    total: found.length,
  });
  const names = [...new Set(used.map(([name]) => name))].join(',');
  const facts = { query: names === '' ? TYPE : `${TYPE}?${names}`, count: found.length };
  return { text, audit: { action: 'fhir.search', ...facts } };
}
