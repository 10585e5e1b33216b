import type { Definitions } from '../definitions/definition.js';
import { refuseFor } from '../outcome.js';

export type LocationKind =
  | 'base'
  | 'metadata'
  | 'type'
  | 'type-search'
  | 'type-history'
  | 'type-validate'
  | 'instance'
  | 'instance-history'
  | 'instance-validate'
  | 'version'
  | 'everything'
  | 'export'
  | 'patients-export'
  | 'merge'
  | 'group-export'
  | 'export-status'
  | 'export-file';

/** The target of a path. */
export interface ResourceLocation {
  readonly kind: LocationKind;
  /** '' for the base and the statement. */
  readonly type: string;
  readonly id?: string;
  readonly version?: number;
  /** An export, and one of its files. */
  readonly exported?: { readonly id: string; readonly file: string };
}

/** The form of an id; other ids are never found. */
export const ID = /^[A-Za-z0-9.-]{1,64}$/;
const VERSION = /^[1-9]\d{0,9}$/;

const nowhere = (): Error => refuseFor('not_found', 'not-found', 'There is nothing at this path.');

function ofType(type: string, [next, ...more]: readonly string[]): ResourceLocation | undefined {
  if (next === undefined) return { kind: 'type', type };
  if (more.length > 0) return undefined;
  if (next === '_search') return { kind: 'type-search', type };
  if (next === '_history') return { kind: 'type-history', type };
  if (next === '$validate') return { kind: 'type-validate', type };
  if (next === '$merge' && type === 'Patient') return { kind: 'merge', type };
  if (next === '$export' && type === 'Patient') return { kind: 'patients-export', type };
  return { kind: 'instance', type, id: next };
}

function ofInstance(
  type: string,
  id: string,
  below: readonly string[],
): ResourceLocation | undefined {
  const [next, version, ...more] = below;
  if (!ID.test(id) || more.length > 0) return undefined;
  if (next === '_history' && version !== undefined) {
    if (!VERSION.test(version)) return undefined;
    return { kind: 'version', type, id, version: Number(version) };
  }
  if (version !== undefined) return undefined;
  if (next === '_history') return { kind: 'instance-history', type, id };
  if (next === '$validate') return { kind: 'instance-validate', type, id };
  if (next === '$everything' && type === 'Patient') return { kind: 'everything', type, id };
  if (next === '$export' && type === 'Group') return { kind: 'group-export', type, id };
  return undefined;
}

/** Exports, and what becomes of them. */
function ofExports([first, id, file, ...more]: readonly string[]): ResourceLocation | undefined {
  if (first === '$export' && id === undefined) return { kind: 'export', type: '' };
  if (id === undefined || !ID.test(id) || more.length > 0) return undefined;
  if (first === '$export-status' && file === undefined) {
    return { kind: 'export-status', type: '', exported: { id, file: '' } };
  }
  if (first === '$export-file' && file !== undefined) {
    return { kind: 'export-file', type: '', exported: { id, file } };
  }
  return undefined;
}

/**
 * Returns the target of a path below the base.
 *
 * @throws AppError `not_found`
 */
export function locationOf(
  path: readonly string[],
  { served }: Pick<Definitions, 'served'>,
): ResourceLocation {
  const [type, ...below] = path;
  if (type === undefined) return { kind: 'base', type: '' };
  if (type === 'metadata' && below.length === 0) return { kind: 'metadata', type: '' };
  const exported = ofExports(path);
  if (exported !== undefined) return exported;
  if (!served.includes(type)) {
    const problem = 'This resource type is not supported.';
    throw refuseFor('not_found', 'not-supported', problem);
  }
  const [first, ...rest] = below;
  const place =
    first === undefined || rest.length === 0 ? ofType(type, below) : ofInstance(type, first, rest);
  if (place === undefined) throw nowhere();
  return place;
}
