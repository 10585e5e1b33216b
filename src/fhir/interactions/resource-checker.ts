import type { Definitions } from '../definitions/definition.js';
import { createIndexer, type Indexer } from '../index/extract.js';
import type { FhirIssue } from '../outcome.js';
import { patchText } from '../patch/patch-text.js';
import { createValidator } from '../validation/create-validator.js';
import { checkResource } from './check-resource.js';
import type {
  IndexSettings,
  ResourceFindings,
  ResourceToCheck,
  ResourceToPatch,
  ResourceToValidate,
} from './resource-offload.js';
import { issuesOf } from './validate.js';

/** Maximum number of cached indexers; usually one, for the settings of the configuration. */
const MAX_TERMS = 4;

/** Checks resources passed as plain data. Each method throws AppError with all issues. */
export interface ResourceChecker {
  check(request: ResourceToCheck): ResourceFindings;
  patch(request: ResourceToPatch): ResourceFindings;
  validate(request: ResourceToValidate): readonly FhirIssue[];
}

export function createResourceChecker(definitions: Definitions): ResourceChecker {
  const validator = createValidator(definitions);
  const indexers = new Map<string, Indexer>();
  function indexerFor({ timeZone, bases }: IndexSettings): Indexer {
    const key = JSON.stringify([timeZone, bases]);
    const index = indexers.get(key) ?? createIndexer(definitions, timeZone, bases);
    if (indexers.size >= MAX_TERMS) indexers.clear();
    indexers.set(key, index);
    return index;
  }
  const check: ResourceChecker['check'] = ({ text, expected, as, terms }) => {
    const given = { text, value: JSON.parse(text) as unknown };
    const parts = { validator, index: indexerFor(terms) };
    return checkResource(given, expected, parts, as);
  };
  return {
    check,
    patch: ({ text, patch, ...request }) =>
      check({ ...request, text: patchText(text, patch), as: 'unprocessable' }),
    validate: ({ text, expected }) =>
      issuesOf({ text, value: JSON.parse(text) as unknown }, expected, validator),
  };
}
