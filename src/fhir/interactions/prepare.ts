import { refuseFor } from '../outcome.js';
import { READ_ONLY_TYPES } from '../served-types.js';
import { prepareCreate } from './create.js';
import type { FhirParts } from './parts.js';
import { preparePatch } from './patch.js';
import { ID } from './place.js';
import { type Asked, type CheckAhead, expectedOf, type Prepare } from './plan.js';
import { prepareRemove } from './remove.js';
import type { CheckElsewhere, IndexTerms } from './resource-check.js';
import { prepareUpdate } from './update.js';

export type PrepareParts = Pick<
  FhirParts,
  'definitions' | 'validator' | 'index' | 'newId' | 'match'
>;

function refuseUnoffered({ type, id }: Asked, { definitions }: Pick<PrepareParts, 'definitions'>) {
  if (!definitions.served.includes(type)) {
    throw refuseFor('not_found', 'not-supported', 'There is no such resource type here.');
  }
  if (READ_ONLY_TYPES.has(type)) {
    const problem = 'Resources of this type are written by the appliance alone.';
    throw refuseFor('method_not_allowed', 'not-supported', problem);
  }
  if (id !== undefined && !ID.test(id)) {
    const problem = 'An id has 1 to 64 letters, digits, dots and hyphens.';
    throw refuseFor('validation_error', 'value', problem, `${type}.id`);
  }
}

/** How every change of one resource is made, whether it comes alone or in a bundle. */
export function createPrepare(parts: PrepareParts): Prepare {
  return (asked, who) => {
    refuseUnoffered(asked, parts);
    if (asked.method === 'POST') return prepareCreate(asked, who, parts);
    if (asked.method === 'PUT') return prepareUpdate(asked, who, parts);
    if (asked.method === 'PATCH') return preparePatch(asked, who, parts);
    return prepareRemove(asked, who, parts);
  };
}

function isOffered(asked: Asked, parts: Pick<PrepareParts, 'definitions'>): boolean {
  try {
    refuseUnoffered(asked, parts);
    return true;
  } catch {
    // It is refused, in these words, when it is prepared.
    return false;
  }
}

/** @param checkElsewhere nothing comes of it where a resource is to be checked on the spot */
export function createCheckAhead(
  parts: Pick<PrepareParts, 'definitions'>,
  checkElsewhere: CheckElsewhere,
  terms: IndexTerms,
): CheckAhead {
  return (asked) => {
    const { resource } = asked;
    if (resource === undefined) return asked;
    const expected = expectedOf(asked);
    const found = isOffered(asked, parts)
      ? checkElsewhere({ text: resource.text, expected, terms })
      : undefined;
    return found === undefined ? asked : found.then((checked) => ({ ...asked, checked }));
  };
}
