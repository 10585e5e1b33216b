import type { Exchange } from '../../calls/exchange.js';
import type { FhirPermission } from '../../calls/fhir-access.js';
import type { Clock } from '../../core/clock.js';
import type { Filter } from '../../store/fhir/filter.js';
import type { IndexRows } from '../../store/fhir/rows.js';
import type { ResourceName } from '../../store/fhir/store.js';
import type { Definitions } from '../definitions/definition.js';
import type { Resource } from '../resource.js';
import { isWithinLimits, matchesFilter } from '../search/match-rows.js';
import { EVERYTHING, namesAnother, readableFor } from './compartment.js';
import { type Condition, conditionOf, type GrantTerms } from './grants.js';

/** One version of a resource, with what a search would find it by. */
export interface IndexedVersion extends ResourceName {
  readonly rows: IndexRows;
  /** Milliseconds since 1970; absent before it is written. */
  readonly updated?: number;
  readonly body: string;
}

/** What the caller of one exchange may do with resources. */
export interface AccessRules {
  /** Whether it is allowed for any resource of the type. */
  allows(type: string, permission: FhirPermission): boolean;
  /** Whether it is allowed for all resources of the type, whatever is in them. */
  allowsAll(type: string, permission: FhirPermission): boolean;
  /** Whether something of this patient may be searched. */
  concerns(type: string, patient: string): boolean;
  /** Whether everything of this patient and type may be searched. */
  showsAllOf(type: string, patient: string): boolean;
  /** The condition that resources must meet; undefined where it is never allowed. */
  filter(type: string, permission: FhirPermission): Filter | undefined;
  /** Whether one of these permissions is given for the version. */
  covers(permissions: readonly FhirPermission[], version: IndexedVersion): boolean;
  /** Whether one grant of reading covers a version, and of a patient also what it is protected like. */
  coversWith(version: IndexedVersion, context: IndexedVersion): boolean;
  /** Whether one grant allows the change from one version to another. */
  mayChange(
    permission: 'create' | 'update' | 'delete',
    versions: readonly IndexedVersion[],
  ): boolean;
  /** The version of a stored or sent text. */
  indexed(row: ResourceName & { readonly body: string; readonly updated?: number }): IndexedVersion;
}

/** The rules of an exchange; undefined where its scopes alone decide. */
export type AccessOf = (who: Pick<Exchange, 'access' | 'base'>) => AccessRules | undefined;

export interface AccessParts {
  readonly definitions: Definitions;
  readonly index: (resource: Resource) => IndexRows;
  readonly timeZone: string;
  readonly clock: Clock;
}

/** Whether a version meets a filter, by the same rules as a search. */
export function isMet(filter: Filter, version: IndexedVersion): boolean {
  const { rows, id, updated, body } = version;
  const other = (one: Filter): boolean => {
    switch (one.kind) {
      case 'id':
        return one.any.includes(id);
      case 'updated':
        return (
          updated !== undefined &&
          one.any.some((box) => isWithinLimits({ low: updated, high: updated }, box))
        );
      case 'same-element':
        return matchesFilter(one.of, rows, other) && one.test(body);
      default:
        return false;
    }
  };
  return matchesFilter(filter, rows, other);
}

const isWhole = ({ patient, hasCriteria }: Condition): boolean =>
  patient === undefined && !hasCriteria;

type ConditionsOf = (type: string, permission: FhirPermission) => readonly Condition[];

function createConditions(
  access: NonNullable<Exchange['access']>,
  terms: GrantTerms,
): ConditionsOf {
  const known = new Map<string, readonly Condition[]>();
  return (type, permission) => {
    const key = `${type} ${permission}`;
    const conditions =
      known.get(key) ?? access.flatMap((one) => conditionOf(one, type, permission, terms) ?? []);
    known.set(key, conditions);
    return conditions;
  };
}

function createRules(
  conditionsOf: ConditionsOf,
  { definitions, index }: Pick<AccessParts, 'definitions' | 'index'>,
): AccessRules {
  const isOwn = ({ patient }: Condition, { type, rows }: IndexedVersion) =>
    patient === undefined || !namesAnother(patient, type, rows, definitions);
  return {
    allows: (type, permission) => conditionsOf(type, permission).length > 0,
    allowsAll: (type, permission) => conditionsOf(type, permission).some(isWhole),
    concerns: (type, id) => conditionsOf(type, 'search').some(({ patient = id }) => patient === id),
    showsAllOf: (type, id) =>
      conditionsOf(type, 'search').some(
        ({ patient = id, hasCriteria }) => patient === id && !hasCriteria,
      ),
    filter(type, permission) {
      const conditions = conditionsOf(type, permission);
      if (conditions.some(isWhole)) return EVERYTHING;
      const [only, ...more] = conditions.map(({ filter }) => filter);
      if (only === undefined || more.length === 0) return only;
      return { kind: 'any', of: [only, ...more] };
    },
    covers: (permissions, version) =>
      permissions.some((permission) =>
        conditionsOf(version.type, permission).some(({ filter }) => isMet(filter, version)),
      ),
    coversWith: (version, context) =>
      conditionsOf(version.type, 'read').some(({ filter, patient }) => {
        if (!isMet(filter, version)) return false;
        if (patient === undefined) return true;
        const ofPatient = readableFor(patient, context.type, definitions);
        return ofPatient !== undefined && isMet(ofPatient, context);
      }),
    mayChange(permission, versions) {
      const type = versions[0]?.type ?? '';
      return conditionsOf(type, permission).some((condition) =>
        versions.every((one) => isMet(condition.filter, one) && isOwn(condition, one)),
      );
    },
    indexed: ({ type, id, body, updated }) => ({
      type,
      id,
      body,
      rows: index(JSON.parse(body) as Resource),
      ...(updated !== undefined && { updated }),
    }),
  };
}

/** Creates what decides about every access with a token. */
export function createAccessOf(parts: AccessParts): AccessOf {
  const { definitions, timeZone, clock } = parts;
  return ({ access, base }) => {
    if (access === undefined) return undefined;
    const terms = { definitions, timeZone, now: clock(), base };
    return createRules(createConditions(access, terms), parts);
  };
}
