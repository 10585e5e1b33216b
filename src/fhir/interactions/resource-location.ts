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
  | 'export-file'
  | 'import'
  | 'import-status'
  | 'import-file';

/** The target of a path. */
export interface ResourceLocation {
  readonly kind: LocationKind;
  /** '' for the base and the statement. */
  readonly type: string;
  readonly id?: string;
  readonly version?: number;
  /** An export or an import, and one of its files. */
  readonly run?: { readonly id: string; readonly file: string };
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

/** Exports and imports, and what becomes of them. */
function ofRuns([first, id, file, ...more]: readonly string[]): ResourceLocation | undefined {
  if (id === undefined) {
    if (first === '$export') return { kind: 'export', type: '' };
    return first === '$import' ? { kind: 'import', type: '' } : undefined;
  }
  const [, name, part] = /^\$(export|import)-(status|file)$/.exec(first ?? '') ?? [];
  const hasFile = file !== undefined;
  if (name === undefined || !ID.test(id) || more.length > 0) return undefined;
  if (hasFile !== (part === 'file')) return undefined;
  const kind = `${name}-${part}` as LocationKind;
  return { kind, type: '', run: { id, file: file ?? '' } };
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
  const run = ofRuns(path);
  if (run !== undefined) return run;
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
