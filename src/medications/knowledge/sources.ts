import type { SourcesTable } from './schema.js';

export interface Source {
  readonly name: string;
  readonly url_or_doi: string;
  /** Null for the version in force. */
  readonly year: number | null;
}

export interface Sources {
  /** Returns nothing for an id that no table defines. */
  get(id: string): Source | undefined;
}

const FAMILY = ':*';

/** `fda:simvastatin` is looked up by its own id first, then in the family `fda:*`. */
export function createSources(table: SourcesTable): Sources {
  const known = new Map(Object.entries(table));

  function ofFamily(id: string): Source | undefined {
    const colon = id.indexOf(':');
    const member = id.slice(colon + 1);
    const family = colon > 0 && member !== '' ? known.get(id.slice(0, colon) + FAMILY) : undefined;
    return (
      family && {
        name: family.name.replaceAll('{x}', member),
        url_or_doi: family.url_or_doi.replaceAll('{x}', encodeURIComponent(member)),
        year: family.year,
      }
    );
  }

  return { get: (id) => (id.endsWith(FAMILY) ? undefined : (known.get(id) ?? ofFamily(id))) };
}
