import type { ReferenceRow } from '../../store/fhir/rows.js';
import type { ResourceRequest } from '../interactions/plan.js';
import type { EntryIdentity } from './identities.js';

/**
 * Placeholder ids for those which only the store can determine, so that resources can be validated and
 * indexed ahead of their transaction. Their beginning is random: they are nowhere but where they were
 * put.
 */
export interface Provisionals {
  /** For what an entry writes. */
  forEntry(type: string): EntryIdentity;
  /** For what a reference by search leads to: `Patient/…`. */
  forSearch(type: string, search: string): string;
  /** Sets the resource that a provisional id refers to. */
  settle(provisional: EntryIdentity, identity: EntryIdentity): void;
  settleSearch(search: string, id: string): void;
  /** What was made ready with provisional ids, with the real ones. */
  realize(request: ResourceRequest): ResourceRequest;
}

/** Digits behind the last hyphen of a UUID, which count. */
const COUNTED = 12;

/** @param uuid a random one */
export function createProvisionals(uuid: string): Provisionals {
  const beginning = uuid.slice(0, -COUNTED);
  // A link to a version stays one only where that is the first.
  const places = new RegExp(`(${beginning}[0-9]{${COUNTED}})(/_history/1(?![0-9]))?`, 'g');
  let made = 0;
  const newId = () => {
    made += 1;
    return beginning + String(made).padStart(COUNTED, '0');
  };
  const identities = new Map<string, Pick<EntryIdentity, 'id' | 'fresh'>>();
  const searches = new Map<string, string>();

  const realText = (text: string): string =>
    text.replace(places, (whole, provisional: string, version = '') => {
      const real = identities.get(provisional);
      return real === undefined ? whole : `${real.id}${real.fresh ? version : ''}`;
    });

  const realRow = (row: ReferenceRow): ReferenceRow => {
    const real = identities.get(row.target);
    return real === undefined ? row : { ...row, target: real.id };
  };

  return {
    forEntry: (type) => ({ type, id: newId(), fresh: true }),
    forSearch(type, search) {
      const id = searches.get(search) ?? newId();
      searches.set(search, id);
      return `${type}/${id}`;
    },
    settle: (provisional, identity) => void identities.set(provisional.id, identity),
    settleSearch(search, id) {
      const provisional = searches.get(search);
      if (provisional !== undefined) identities.set(provisional, { id, fresh: false });
    },
    realize(request) {
      const { checked } = request;
      if (checked === undefined) return request;
      const references = checked.rows.references.map(realRow);
      return {
        ...request,
        checked: {
          ...checked,
          rest: realText(checked.rest),
          rows: { ...checked.rows, references },
        },
      };
    },
  };
}
