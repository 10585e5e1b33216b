import type { Definitions } from '../definitions/definition.js';
import { createIndexer, type Indexer } from '../index/extract.js';
import { createValidator } from '../validation/create-validator.js';
import { checkResource } from './checked.js';
import type { IndexTerms, ResourceFindings, ResourceToCheck } from './resource-check.js';

/** So many kinds of terms are ever in use at one time: those of the configuration. */
const MOST_TERMS = 4;

/** Validates and indexes resources that come as plain data. @throws AppError with all issues */
export function createResourceChecker(
  definitions: Definitions,
): (asked: ResourceToCheck) => ResourceFindings {
  const validator = createValidator(definitions);
  const indexers = new Map<string, Indexer>();
  function indexerFor({ timeZone, bases }: IndexTerms): Indexer {
    const key = JSON.stringify([timeZone, bases]);
    const index = indexers.get(key) ?? createIndexer(definitions, timeZone, bases);
    if (indexers.size >= MOST_TERMS) indexers.clear();
    indexers.set(key, index);
    return index;
  }
  return ({ text, expected, as, terms }) => {
    const given = { text, value: JSON.parse(text) as unknown };
    const parts = { validator, index: indexerFor(terms) };
    const { rows, issues } = checkResource(given, expected, parts, as);
    return { rows, issues };
  };
}
