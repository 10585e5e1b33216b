import { createAuditNames } from '../../src/store/audit-names.js';
import type { Database } from '../../src/store/open.js';

interface Stored {
  readonly space: string;
  readonly id: string;
}

/**
 * Audit events with the plain names of the resources that a base holds, in the place of the hidden
 * ones: what the administrator finds who asks for each.
 */
export function revealNames(database: Database): (event: string) => string {
  const { known } = createAuditNames(database);
  const stored = database
    .prepare<[], Stored>(
      'SELECT text AS space, r.id FROM fhir_resource r JOIN fhir_term t ON t.id = r.space',
    )
    .all()
    .map(({ space, id }) => `${space.slice(space.indexOf('/') + 1)}/${id}`);
  const plain = new Map(stored.map((name) => [known(name).at(-1), name]));
  return (event) =>
    event.replaceAll(/[A-Z][A-Za-z]+\/h_[0-9a-f]{32}/g, (name) => plain.get(name) ?? name);
}
