import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../../core/errors.js';
import { check } from '../../core/schema.js';
import { syncPath } from '../../core/sync-path.js';
import { codeOf } from '../refusal.js';
import type { InstalledPackage } from '../sources.js';
import { type StoredPackage, type StoreState, storeState } from './schema.js';

/** The file that lists the active versions of the store. */
export const STATE_FILE = 'active.json';
const VERSIONS = 'packages';

const NOTHING: StoreState = { format: 1, packages: {} };

/** Returns the folder of a version of a package. */
export const folderOf = (store: string, id: string, { folder }: Pick<StoredPackage, 'folder'>) =>
  join(store, VERSIONS, id, folder);

/** Returns the folder of all versions of a package. */
export const versionsOf = (store: string, id: string): string => join(store, VERSIONS, id);

/** @throws AppError `unprocessable` when it exists and cannot be read */
export function readState(store: string): StoreState {
  const path = join(store, STATE_FILE);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT') return NOTHING;
    throw new AppError('unprocessable', `${path} cannot be read (${codeOf(cause)}).`, { cause });
  }
  const damaged = `${path} is damaged: the packages in use are unknown. Restore it from a backup, or remove it and install the packages again.`;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new AppError('unprocessable', damaged, { cause });
  }
  const read = check(storeState, value);
  if (!read.ok) throw new AppError('unprocessable', damaged, { issues: read.issues });
  return read.value;
}

/**
 * Replaces the state atomically: a reader sees the old one or the new one.
 *
 * @throws RangeError for a state that would not be valid when read again
 */
export function writeState(store: string, state: StoreState): void {
  const read = check(storeState, state);
  if (!read.ok)
    throw new RangeError(`The state of the package store is not valid: ${read.issues[0]?.field}`);
  const path = join(store, STATE_FILE);
  const fresh = `${path}.new`;
  writeFileSync(fresh, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600 });
  syncPath(fresh);
  renameSync(fresh, path);
  syncPath(store);
}

/** Returns the active versions of a store. */
export function installedIn(store: string): InstalledPackage[] {
  return Object.entries(readState(store).packages).map(([id, { active }]) => {
    const { version, sha256, kind } = active;
    return { id, dir: folderOf(store, id, active), version, sha256, kind };
  });
}

const same = (a: StoredPackage, b: StoredPackage) => a.folder === b.folder;

/** How many versions before the active one are kept. */
const MAX_BEFORE = 3;

/** Makes `next` the active version; the version active until now becomes its predecessor. */
export function activated(state: StoreState, id: string, next: StoredPackage): StoreState {
  const entry = state.packages[id];
  const before = entry === undefined ? [] : [...entry.before, entry.active];
  const others = before.filter((one) => !same(one, next)).slice(-MAX_BEFORE);
  return { ...state, packages: { ...state.packages, [id]: { active: next, before: others } } };
}

/** Removes a package and all its versions from the state. */
export function removed(state: StoreState, id: string): StoreState {
  const { [id]: _, ...packages } = state.packages;
  return { ...state, packages };
}

/** Makes the previous version active again; if there was none, no version of the store is. */
export function rolledBack(state: StoreState, id: string): StoreState {
  const entry = state.packages[id];
  const last = entry?.before.at(-1);
  if (entry === undefined || last === undefined) return removed(state, id);
  const before = entry.before.slice(0, -1);
  return { ...state, packages: { ...state.packages, [id]: { active: last, before } } };
}
