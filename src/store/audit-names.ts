import { createHmac, randomBytes } from 'node:crypto';
import type { Database } from './open.js';

/** How records of the audit log name resources. */
export interface AuditNames {
  /**
   * Returns `Patient/h_` and 32 hex digits for `Patient/1`: a keyed hash, always the same, from which the
   * id cannot be found without the key. Versions keep their number. Other names, and those of
   * records (`AuditEvent/audit-7`), are unchanged.
   *
   * To be called in the transaction of the record: the first call creates the key.
   */
  hidden(name: string): string;
  /** All names that records may use for a resource: the plain one of older records, and the hidden one. */
  known(name: string): readonly string[];
}

const RESOURCE = /^([A-Z][A-Za-z]+)\/(.+?)(\/_history\/\d+)?$/s;
/** Names of records, and those that are already hidden. */
const STAYS = /^(AuditEvent\/audit-\d+|[A-Z][A-Za-z]+\/h_[0-9a-f]{32}(\/_history\/\d+)?)$/;
const DOMAIN = 'wardbox-audit-name-1';
const KEY_BYTES = 32;
/** 128 bits: two resources never share a name. */
const NAME_DIGITS = 32;

/** No id in FHIR has an underscore: a hidden name is never a plain one. */
function hide(name: string, key: Buffer | undefined): string {
  const [, type, id, version = ''] = RESOURCE.exec(name) ?? [];
  if (key === undefined || type === undefined || STAYS.test(name)) return name;
  const digest = createHmac('sha256', key).update(`${DOMAIN}\n${type}/${id}`).digest('hex');
  return `${type}/h_${digest.slice(0, NAME_DIGITS)}${version}`;
}

/**
 * The key is in the database, with the ids themselves: hence in each backup, under the encryption of
 * the database where there is one, and away from the sealed files with records.
 */
export function createAuditNames(database: Database): AuditNames {
  const read = database.prepare<[], Buffer>('SELECT key FROM audit_names').pluck();
  const make = database.prepare('INSERT OR IGNORE INTO audit_names (id, key) VALUES (1, ?)');

  /** Read each time: a key created in a transaction may be rolled back with it. */
  function ensuredKey(): Buffer | undefined {
    const key = read.get();
    if (key !== undefined) return key;
    make.run(randomBytes(KEY_BYTES));
    return read.get();
  }

  return {
    hidden: (name) => (RESOURCE.test(name) ? hide(name, ensuredKey()) : name),
    known: (name) => [...new Set([name, hide(name, read.get())])],
  };
}
