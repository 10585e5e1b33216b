import type { FhirAccess, FhirPermission } from '../../calls/fhir-access.js';
import type { Query } from '../../calls/query.js';
import type { KeyScope } from '../../calls/scopes.js';

/** Whose data a scope of SMART App Launch is about: of all, of one patient, or of what a person may see. */
export type ScopeContext = 'system' | 'patient' | 'user';

/** One scope for resources: https://hl7.org/fhir/smart-app-launch/STU2.2/scopes-and-launch-context.html */
export interface ResourceScope {
  readonly context: ScopeContext;
  /** `*` for every type. */
  readonly type: string;
  readonly may: ReadonlySet<FhirPermission>;
  readonly criteria: Query;
  /** As it is written. */
  readonly text: string;
}

type Meaning = Omit<ResourceScope, 'text'>;

const LETTERS: ReadonlyArray<readonly [letter: string, permission: FhirPermission]> = [
  ['c', 'create'],
  ['r', 'read'],
  ['u', 'update'],
  ['d', 'delete'],
  ['s', 'search'],
];

/** Of SMART 1. */
const WORDS: Readonly<Record<string, readonly FhirPermission[]>> = {
  read: ['read', 'search'],
  write: ['create', 'update', 'delete'],
  '*': ['create', 'read', 'update', 'delete', 'search'],
};

/** The letters of SMART 2 come in this order, each at most once. */
const FORM =
  /^(system|patient|user)\/(\*|[A-Z][A-Za-z]{1,63})\.(read|write|\*|c?r?u?d?s?)(?:\?(.*))?$/;
/** RFC 6749, 3.3. */
const SCOPE_TOKEN = /^[\x21\x23-\x5b\x5d-\x7e]{1,1000}$/;

/** More are never granted: the rest of a longer list is ignored. */
const MAX_SCOPES = 100;
const MAX_CRITERIA = 10;

/** A search parameter, perhaps with a modifier: no chain, nothing that includes other resources. */
const PARAMETER =
  /^(?:[a-z][A-Za-z0-9-]{0,63}|_id|_lastUpdated|_tag|_security|_profile|_source)(?::[a-z-]{1,20})?$/;
const BROKEN_ESCAPE = /%(?![0-9A-Fa-f]{2})/;
/** What stands for bytes that are not UTF-8. */
const REPLACEMENT = '\ufffd';

/** @returns undefined for criteria that could be read as none or as others */
function criteriaOf(text: string | undefined): Query | undefined {
  if (text === undefined) return [];
  if (BROKEN_ESCAPE.test(text)) return undefined;
  const criteria = [...new URLSearchParams(text)];
  const areClear = criteria.every(
    ([name, value]) => PARAMETER.test(name) && value.trim() !== '' && !value.includes(REPLACEMENT),
  );
  const isFew = criteria.length > 0 && criteria.length <= MAX_CRITERIA;
  return areClear && isFew ? criteria : undefined;
}

function permissionsOf(written: string): readonly FhirPermission[] {
  const word = Object.hasOwn(WORDS, written) ? WORDS[written] : undefined;
  return (
    word ??
    LETTERS.filter(([letter]) => written.includes(letter)).map(([, permission]) => permission)
  );
}

/** One scope; undefined for a malformed one and for one that is not about resources. */
export function readScope(text: string): ResourceScope | undefined {
  if (!SCOPE_TOKEN.test(text)) return undefined;
  const [, context, type = '', written = '', query] = FORM.exec(text) ?? [];
  if (context === undefined || written === '') return undefined;
  // SMART 1 has no criteria.
  if (query !== undefined && Object.hasOwn(WORDS, written)) return undefined;
  const criteria = criteriaOf(query);
  if (criteria === undefined) return undefined;
  const may = new Set(permissionsOf(written));
  return { context: context as ScopeContext, type, may, criteria, text };
}

/** The scopes for resources in a list of scopes; all others in it are ignored. */
export const readScopes = (text: string): readonly ResourceScope[] =>
  text
    .split(' ')
    .slice(0, MAX_SCOPES)
    .flatMap((one) => readScope(one) ?? []);

/** The letters of SMART 2 for what may be done. */
const lettersOf = (may: ReadonlySet<FhirPermission>): string =>
  LETTERS.filter(([, permission]) => may.has(permission))
    .map(([letter]) => letter)
    .join('');

function written(scope: Meaning): ResourceScope {
  const { context, type, may, criteria } = scope;
  const query = criteria.map(([name, value]): [string, string] => [name, value]);
  const condition = query.length === 0 ? '' : `?${new URLSearchParams(query)}`;
  return { ...scope, text: `${context}/${type}.${lettersOf(may)}${condition}` };
}

const hasCriterion = (criteria: Query, [name, value]: Query[number]): boolean =>
  criteria.some((one) => one[0] === name && one[1] === value);

/** What two scopes allow together; undefined where that is nothing. */
function common(asked: ResourceScope, bound: ResourceScope): ResourceScope | undefined {
  if (asked.context !== bound.context) return undefined;
  const type = asked.type === '*' ? bound.type : asked.type;
  if (bound.type !== '*' && bound.type !== type) return undefined;
  const may = new Set([...asked.may].filter((permission) => bound.may.has(permission)));
  if (may.size === 0) return undefined;
  const added = bound.criteria.filter((one) => !hasCriterion(asked.criteria, one));
  // What is granted as it was asked for is also written so.
  if (type === asked.type && may.size === asked.may.size && added.length === 0) return asked;
  return written({ context: asked.context, type, may, criteria: [...asked.criteria, ...added] });
}

/** What is granted of the scopes that are asked for: never more than these, never more than the bounds. */
export function grantedScopes(
  asked: readonly ResourceScope[],
  bounds: readonly ResourceScope[],
): readonly ResourceScope[] {
  const granted = asked.flatMap((one) => {
    const parts = bounds.flatMap((bound) => common(one, bound) ?? []);
    return parts.includes(one) ? [one] : parts;
  });
  return [...new Map(granted.map((scope) => [scope.text, scope])).values()];
}

/** @param patient in launch context: without one, scopes about it give nothing */
export function accessOf(scopes: readonly ResourceScope[], patient?: string): FhirAccess {
  return scopes.flatMap(({ context, type, may, criteria }) => {
    const grant = { type, may, criteria };
    if (context !== 'patient') return [grant];
    return patient === undefined ? [] : [{ ...grant, patient }];
  });
}

/** The scopes of the appliance that a caller needs for what a token allows. */
export function keyScopesOf(access: FhirAccess): readonly KeyScope[] {
  const may = new Set(access.flatMap((grant) => [...grant.may]));
  const canRead = may.has('read') || may.has('search');
  const canWrite = may.has('create') || may.has('update') || may.has('delete');
  return [
    ...(canRead ? (['fhir.read'] as const) : []),
    ...(canWrite ? (['fhir.write'] as const) : []),
  ];
}
