import type { Json, Scope } from './model.js';
import { isObject } from './scope.js';

/**
 * Invariant ctm-1: only a practitioner acts on behalf of an organization. Who is referred to is not
 * fetched; a reference that names another type breaks the rule.
 */
export function checkParticipant(value: Json, path: string, scope: Scope): void {
  const { member, onBehalfOf } = value;
  if (onBehalfOf === undefined || !isObject(member)) return;
  const { reference } = member;
  const target =
    typeof reference === 'string' ? readReference(reference, scope.run.types) : undefined;
  const type =
    target?.kind === 'contained'
      ? scope.house.contained.get(target.id)
      : target?.kind === 'resource'
        ? target.type
        : undefined;
  if (type === undefined || type === 'Practitioner') return;
  const text = 'ctm-1: onBehalfOf needs a member who is a Practitioner.';
  scope.run.findings.error('invariant', text, path);
}

/** The target that a reference names. */
type Target =
  | { readonly kind: 'contained'; readonly id: string }
  | { readonly kind: 'container' }
  /** `Patient/123`, or a URL that ends so. */
  | { readonly kind: 'resource'; readonly type: string }
  | { readonly kind: 'conditional'; readonly type: string }
  /** Something else that is legal: a URN, a URL of another kind. */
  | { readonly kind: 'elsewhere' };

const ID = '[A-Za-z0-9.-]{1,64}';
const RELATIVE = new RegExp(`^([A-Z][A-Za-z]+)/${ID}(?:/_history/${ID})?$`);
const RESTFUL = new RegExp(`^https?://[^?#]*/([A-Z][A-Za-z]+)/${ID}(?:/_history/${ID})?$`);
const CONDITIONAL = /^([A-Z][A-Za-z]+)\?[^=]+=/;
const ABSOLUTE = /^[A-Za-z][A-Za-z0-9+.-]*:\S+$/;

const NOT_A_REFERENCE =
  'Must be Type/id, an absolute URL, a URN, or # and the id of a contained resource.';

/**
 * Checks the target of a Reference: its form, its type, and that a contained resource exists
 * (invariant ref-1). The existence of other targets is not checked.
 *
 * @param allowed types that its definition allows; none = any
 */
export function checkReference(
  value: Json,
  allowed: ReadonlySet<string> | undefined,
  path: string,
  scope: Scope,
): void {
  const { findings, types } = scope.run;
  const statedType = typeof value.type === 'string' ? value.type : undefined;
  const type =
    typeof value.reference === 'string' ? typeOf(value.reference, path, scope) : statedType;
  if (type === undefined || !types.has(type)) return;
  if (statedType !== undefined && types.has(statedType) && statedType !== type) {
    findings.error('processing', 'type is not that of the reference.', `${path}.type`);
  }
  if (allowed !== undefined && !allowed.has(type)) {
    const text = `Must not refer to ${type}; it may to ${[...allowed].join(', ')}.`;
    findings.error('processing', text, path);
  }
}

/** The type of the target, where it can be determined; reports errors. */
function typeOf(reference: string, path: string, scope: Scope): string | undefined {
  const { run, house } = scope;
  const target = readReference(reference, run.types);
  switch (target?.kind) {
    case undefined:
      run.findings.error('value', NOT_A_REFERENCE, `${path}.reference`);
      return undefined;
    case 'container':
      scope.refersToContainer = true;
      return house.root.resourceType;
    case 'contained':
      house.referred.add(target.id);
      if (house.contained.has(target.id)) return house.contained.get(target.id);
      run.findings.error(
        'invariant',
        'ref-1: the contained resource does not exist.',
        `${path}.reference`,
      );
      return undefined;
    case 'conditional':
      if (scope.inBundle) return target.type;
      run.findings.error(
        'processing',
        'Conditional references are for the entries of a transaction.',
        `${path}.reference`,
      );
      return undefined;
    case 'resource':
      return target.type;
    case 'elsewhere':
      return undefined;
  }
}

/**
 * Reads `Reference.reference`.
 *
 * @param types names of all resource types of R4
 * @returns nothing where it is not a literal reference
 *   (http://hl7.org/fhir/R4/references.html#literal)
 */
function readReference(reference: string, types: ReadonlySet<string>): Target | undefined {
  if (reference === '#') return { kind: 'container' };
  if (reference.startsWith('#')) return { kind: 'contained', id: reference.slice(1) };
  const relative = RELATIVE.exec(reference)?.[1];
  if (relative !== undefined) {
    return types.has(relative) ? { kind: 'resource', type: relative } : undefined;
  }
  const conditional = CONDITIONAL.exec(reference)?.[1];
  if (conditional !== undefined) {
    return types.has(conditional) ? { kind: 'conditional', type: conditional } : undefined;
  }
  if (!ABSOLUTE.test(reference)) return undefined;
  const foreign = RESTFUL.exec(reference)?.[1];
  return foreign !== undefined && types.has(foreign)
    ? { kind: 'resource', type: foreign }
    : { kind: 'elsewhere' };
}
