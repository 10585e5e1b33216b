import { NOT_BOUND } from './bindings.js';
import type { Complex, Json, Member, Primitive, Requirement, Scope, Shape } from './model.js';
import { narrativeFault } from './narrative.js';
import { checkParticipant, checkReference } from './references.js';
import { checkResourceRules, innerScope } from './resource-rules.js';
import { isObject } from './scope.js';

/** Limits of nesting and size, so that a resource does not block other requests. */
const DEEPEST = 64;
const MAX_MEMBERS = 50_000;

const NAME = /^[A-Za-z_]\w{0,63}$/;

/** `value` → `valueQuantity` */
type ChosenTypes = Map<string, string>;

/** Checks a resource against its definition and reports every deviation. */
export function checkResource(scope: Scope): void {
  const { resource, path, run } = scope;
  const { resourceType: type } = resource;
  const shape = run.shapes.of({ type, path: type });
  checkObject(resource, shape, path, scope, true);
  checkResourceRules(scope, shape.members.has('text'));
}

/** @param hasContent whether it has content besides an id (invariant ele-1) */
function checkObject(
  value: Json,
  shape: Shape,
  path: string,
  scope: Scope,
  hasContent = false,
): void {
  const { run } = scope;
  const before = run.findings.errors;
  run.depth += 1;
  if (isEmpty(value)) run.findings.error('structure', 'Must not be empty.', path);
  else if (!isTooMuch(scope, path)) {
    const chosen = checkMembers(value, shape, path, scope, hasContent);
    for (const one of shape.required) checkRequired(value, one, path, scope, chosen);
    if (shape.group.path === 'Extension') checkExtension(value, path, scope, chosen);
    if (shape.group.path === 'CareTeam.participant') checkParticipant(value, path, scope);
    if (run.findings.errors === before && shape.rules.length > 0) {
      run.pending.push({ rules: shape.rules, focus: value, path, scope });
    }
  }
  run.depth -= 1;
}

function isEmpty(value: Json): boolean {
  for (const _ in value) return false;
  return true;
}

function isTooMuch(scope: Scope, path: string): boolean {
  const { run, house } = scope;
  if (run.depth <= DEEPEST && house.members <= MAX_MEMBERS) return false;
  if (!house.gaveUp) {
    house.gaveUp = true;
    const text = `Is nested deeper than ${DEEPEST} levels or has more than ${MAX_MEMBERS} members.`;
    run.findings.error('too-costly', text, path);
  }
  return true;
}

function checkMembers(
  value: Json,
  shape: Shape,
  path: string,
  scope: Scope,
  hasContent: boolean,
): ChosenTypes | undefined {
  let chosen: ChosenTypes | undefined;
  let content = hasContent;
  let members = 0;
  for (const name in value) {
    members += 1;
    const member = shape.members.get(name);
    if (member === undefined) {
      if (name !== 'resourceType' || !shape.isResource) tellUnknown(name, path, scope);
      continue;
    }
    if (name !== 'id') content = true;
    if (member.choiceOf !== undefined) chosen = choose(member, path, scope, chosen);
    checkMember(value, member, `${path}.${member.label}`, scope);
  }
  scope.house.members += members;
  if (!content) scope.run.findings.error('invariant', 'ele-1: an id alone says nothing.', path);
  return chosen;
}

function tellUnknown(name: string, path: string, scope: Scope): void {
  // An invalid name may be a patient's; it is not repeated.
  const which = NAME.test(name) ? `"${name}"` : 'of this name';
  scope.run.findings.error('structure', `There is no element ${which} here.`, path);
}

function choose(
  member: Member,
  path: string,
  scope: Scope,
  chosen: ChosenTypes = new Map(),
): ChosenTypes {
  const { choiceOf = '' } = member;
  const name = member.kind === 'sibling' ? member.of : member.name;
  const before = chosen.get(choiceOf);
  if (before !== undefined && before !== name) {
    const text = `Only one type of ${choiceOf}[x] may be given.`;
    scope.run.findings.error('structure', text, path);
  }
  return chosen.set(choiceOf, name);
}

function checkRequired(
  value: Json,
  { label, names, choice, severity }: Requirement,
  path: string,
  scope: Scope,
  chosen: ChosenTypes | undefined,
): void {
  const isThere = choice
    ? chosen?.has(label) === true
    : names.some((name) => value[name] !== undefined);
  if (isThere) return;
  const text = `${label}${choice ? '[x]' : ''} is required.`;
  const place = `${path}.${label}`;
  if (severity === 'error') scope.run.findings.error('required', text, place);
  else scope.run.findings.note(severity, 'required', text, place);
}

function checkExtension(value: Json, path: string, scope: Scope, chosen?: ChosenTypes): void {
  if ((value.extension !== undefined) !== (chosen !== undefined)) return;
  const text = 'ext-1: must have either a value or extensions, not both.';
  scope.run.findings.error('invariant', text, path);
}

function checkMember(parent: Json, member: Member, path: string, scope: Scope): void {
  const value = parent[member.name];
  const { findings } = scope.run;
  if (!member.many) {
    if (Array.isArray(value)) findings.error('structure', 'Must be one value, not a list.', path);
    else checkValue(value, member, path, scope, otherHalf(parent, member));
    return;
  }
  if (!Array.isArray(value) || value.length === 0) {
    findings.error('structure', 'Must be a list of at least one value.', path);
    return;
  }
  scope.house.members += value.length;
  const other = otherHalf(parent, member);
  const halves: readonly unknown[] = Array.isArray(other) ? other : [];
  for (let i = 0; i < value.length; i++) {
    const isGap = value[i] === null && halves[i] !== undefined && halves[i] !== null;
    if (!isGap) checkValue(value[i], member, `${path}[${i}]`, scope, halves[i]);
  }
}

/** For `birthDate` the value of `_birthDate`, and vice versa. */
function otherHalf(parent: Json, member: Member): unknown {
  if (member.kind === 'complex') return undefined;
  return parent[member.kind === 'sibling' ? member.of : member.sibling];
}

function checkValue(
  value: unknown,
  member: Member,
  path: string,
  scope: Scope,
  other: unknown,
): void {
  if (member.kind === 'complex') checkComplex(value, member, path, scope);
  else if (member.kind === 'primitive') checkPrimitive(value, member, path, scope);
  else if (isObject(value)) {
    const hasValue = other !== undefined && other !== null;
    checkObject(value, scope.run.shapes.sibling(), path, scope, hasValue);
  } else scope.run.findings.error('structure', 'Must be an object: id and extensions.', path);
}

function checkComplex(value: unknown, member: Complex, path: string, scope: Scope): void {
  const { findings } = scope.run;
  if (!isObject(value)) {
    findings.error('structure', `Must be an object: ${member.type}.`, path);
    return;
  }
  if (member.shape === undefined) {
    const inner = innerScope(value, member.name === 'contained', path, scope);
    if (inner !== undefined) checkResource(inner);
    return;
  }
  const before = findings.errors;
  checkObject(value, member.shape(), path, scope);
  if (findings.errors > before) return;
  if (member.binding?.(value) === false) findings.error('code-invalid', NOT_BOUND, path);
  if (member.type === 'Reference') checkReference(value, member.targets, path, scope);
  if (findings.errors === before && member.rules.length > 0) {
    scope.run.pending.push({ rules: member.rules, focus: value, path, scope });
  }
}

function checkPrimitive(value: unknown, member: Primitive, path: string, scope: Scope): void {
  const { findings } = scope.run;
  const fault = member.check(value);
  if (fault !== undefined) {
    findings.error(fault.code, fault.text, path);
    return;
  }
  if (member.binding?.(value) === false) findings.error('code-invalid', NOT_BOUND, path);
  if (typeof value !== 'string') return;
  if (member.address && value.startsWith('#')) scope.house.referred.add(value.slice(1));
  if (member.type !== 'xhtml') return;
  const text = narrativeFault(value);
  if (text !== undefined) findings.error('invariant', text, path);
}
