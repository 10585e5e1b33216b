import type { ReferenceRow } from '../../store/fhir/rows.js';
import type { ResourceRequest } from '../interactions/plan.js';
import type { EntryIdentity } from './identities.js';

/**
 * Placeholders for ids that only the store can determine, so that resources can be validated and
 * indexed before their transaction. They begin with a random part, so that they occur nowhere else.
 */
export interface Provisionals {
  /** Returns the id of the resource that an entry writes. */
  forEntry(type: string): EntryIdentity;
  /** Returns the target of a reference by search: `Patient/…`. */
  forSearch(type: string, search: string): string;
  /** Sets the resource that a provisional id refers to. */
  settle(provisional: EntryIdentity, identity: EntryIdentity): void;
  settleSearch(search: string, id: string): void;
  /** Replaces the provisional ids of a prepared request by the real ones. */
  realize(request: ResourceRequest): ResourceRequest;
}

/** Digits after the last hyphen of a UUID, used as a counter. */
const COUNTED = 12;

/** @param uuid a random one */
export function createProvisionals(uuid: string): Provisionals {
  const beginning = uuid.slice(0, -COUNTED);
  // A link to a version keeps it only where it is the first.
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
