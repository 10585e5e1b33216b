import type { Filter } from '../../store/fhir/filter.js';
import type { IndexRows, ReferenceRow } from '../../store/fhir/rows.js';
import { EVERYTHING } from '../access/compartment.js';
import type { IndexedVersion } from '../access/rules.js';
import type { Definitions } from '../definitions/definition.js';
import { parameterName } from '../index/parameter-name.js';
import type { Resource } from '../resource.js';

/** Whose resources are exported: those of some or all patients, with their compartments. */
export interface Population {
  /** Ids; absent for all patients. */
  readonly members?: ReadonlySet<string>;
}

/** So many patients at most are searched for by name; with more, all resources are looked at. */
const MAX_SEARCHED = 200;

/** The types that the compartments of patients have. */
export const typesOfPatients = (
  types: readonly string[],
  definitions: Definitions,
): readonly string[] =>
  types.filter((type) => type === 'Patient' || definitions.compartment(type).length > 0);

const linksOf = (type: string, definitions: Definitions): string[] =>
  definitions
    .compartment(type)
    .filter((code) => definitions.parameter(type, code) !== undefined)
    .map((code) => parameterName(type, code));

/** A condition that narrows a search to a population; what it finds is to be checked with `isOf`. */
export function populationFilter(
  type: string,
  { members }: Population,
  definitions: Definitions,
): Filter {
  if (members === undefined || members.size > MAX_SEARCHED) return EVERYTHING;
  if (members.size === 0) return { kind: 'nothing' };
  if (type === 'Patient') return { kind: 'id', any: [...members] };
  const any = [...members].map((target) => ({ type: 'Patient', target }));
  const of = linksOf(type, definitions).map(
    (parameter): Filter => ({ kind: 'reference', parameter, any }),
  );
  return { kind: 'any', of };
}

/** Whether a resource is one of the patients, or in the compartment of one. */
export function isOf(
  { members }: Population,
  { type, id, rows }: Pick<IndexedVersion, 'type' | 'id' | 'rows'>,
  definitions: Definitions,
): boolean {
  if (type === 'Patient') return members === undefined || members.has(id);
  const links = linksOf(type, definitions);
  const isLink = (row: ReferenceRow) => row.type === 'Patient' && links.includes(row.parameter);
  return rows.references.some((row) => isLink(row) && (members?.has(row.target) ?? true));
}

/** The patients who are active members of a Group. */
export function membersOf(group: string, index: (resource: Resource) => IndexRows): Set<string> {
  const { member, ...resource } = JSON.parse(group) as Resource & {
    readonly member?: readonly { readonly inactive?: boolean }[];
  };
  const active = (member ?? []).filter(({ inactive }) => inactive !== true);
  const { references } = index({ ...resource, member: active } as Resource);
  const own = parameterName('Group', 'member');
  return new Set(
    references
      .filter(({ parameter, type }) => parameter === own && type === 'Patient')
      .map(({ target }) => target),
  );
}
