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
  | 'export-status'
  | 'export-file';

/** The target of a path. */
export interface ResourceLocation {
  readonly kind: LocationKind;
  /** '' for the base, the statement and exports. */
  readonly type: string;
  readonly id?: string;
  /** Of an export: the number of the file. */
  readonly version?: number;
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
  return undefined;
}

function ofExport([id, file, ...more]: readonly string[]): ResourceLocation {
  if (id === undefined) return { kind: 'export', type: '' };
  if (!ID.test(id) || more.length > 0) throw nowhere();
  if (file === undefined) return { kind: 'export-status', type: '', id };
  if (!VERSION.test(file)) throw nowhere();
  return { kind: 'export-file', type: '', id, version: Number(file) };
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
  if (type === '$export') return ofExport(below);
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
