import type { Resource } from '../resource.js';
import type { Json, Scope } from './model.js';
import { isObject, ownScope } from './scope.js';

const BASE = 'http://hl7.org/fhir/StructureDefinition/';

/**
 * The scope of a resource inside another one, contained or an entry of its own.
 *
 * @returns undefined where it cannot be read, which was reported before
 */
export function innerScope(
  value: Json,
  isContained: boolean,
  path: string,
  scope: Scope,
): Scope | undefined {
  const { run, house } = scope;
  if (!isResource(value, run.types)) {
    run.findings.error('structure', 'resourceType must name a resource type of R4.', path);
    return undefined;
  }
  if (!isContained) {
    return ownScope(run, value, path, scope.resource.resourceType === 'Bundle');
  }
  if (scope.isContained) {
    run.findings.error('invariant', 'dom-2: contained resources must not contain others.', path);
    return undefined;
  }
  const inner: Scope = { ...scope, resource: value, path, isContained, refersToContainer: false };
  house.guests.push(inner);
  return inner;
}

export const isResource = (value: Json, types: ReadonlySet<string>): value is Resource =>
  typeof value.resourceType === 'string' && types.has(value.resourceType);

/** The rules of Resource and DomainResource that concern more than one element. */
export function checkResourceRules(scope: Scope, hasNarrative: boolean): void {
  const { run, resource, path } = scope;
  checkProfiles(scope);
  if (scope.isContained) {
    checkContained(scope);
    return;
  }
  for (const guest of scope.house.guests) checkReferredTo(guest);
  if (hasNarrative && resource.text === undefined) {
    run.findings.note('warning', 'invariant', 'dom-6: should have a narrative.', path);
  }
}

function checkContained({ run, resource, path }: Scope): void {
  const { findings } = run;
  if (resource.id === undefined) {
    findings.error('required', 'A contained resource needs an id.', `${path}.id`);
  }
  if (!isObject(resource.meta)) return;
  const { versionId, lastUpdated, security } = resource.meta;
  if (versionId !== undefined || lastUpdated !== undefined) {
    const text = 'dom-4: a contained resource must not have a version or time of update.';
    findings.error('invariant', text, `${path}.meta`);
  }
  if (security !== undefined) {
    const text = 'dom-5: a contained resource must not have security labels.';
    findings.error('invariant', text, `${path}.meta.security`);
  }
}

/** dom-3 */
function checkReferredTo({ run, house, resource, path, refersToContainer }: Scope): void {
  const { id } = resource;
  if (typeof id !== 'string' || house.referred.has(id) || refersToContainer) return;
  const text = 'dom-3: a contained resource must be referred to, or refer to its container.';
  run.findings.error('invariant', text, path);
}

/** Only the base profiles are known here; reports profiles that were not checked. */
function checkProfiles({ run, resource, path }: Scope): void {
  const profiles = isObject(resource.meta) ? resource.meta.profile : undefined;
  if (!Array.isArray(profiles)) return;
  for (let i = 0; i < profiles.length; i++) {
    if (profiles[i] === BASE + resource.resourceType) continue;
    const text = 'This profile is not known here; it was not checked.';
    run.findings.note('information', 'not-supported', text, `${path}.meta.profile[${i}]`);
  }
}
