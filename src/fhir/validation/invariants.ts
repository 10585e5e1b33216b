import type { Definitions, Element, Group, Invariant } from '../definitions/definition.js';
import { compileInvariant, type EvaluationContext } from '../path/evaluate.js';
import type { PendingRules, Rule, ValidationRun } from './model.js';

/**
 * Invariants that the structure check covers itself: they apply to every element, or concern
 * what FHIRPath cannot (the resource that is referred to, the markup of a narrative).
 */
const BY_HAND: ReadonlySet<string> = new Set([
  'ele-1',
  'ext-1',
  'ref-1',
  'dom-2',
  'dom-3',
  'dom-4',
  'dom-5',
  'dom-6',
  'txt-1',
  'txt-2',
  'ctm-1',
]);

/**
 * Rules that hold where their result is unknown: they compare dates that may be of different
 * precision (2024 and 2024-01-15) or quantities of different units, or give no result for absent
 * elements; R4B and R5 rewrote them accordingly. Any other rule without a result is broken, as in
 * the validators of HL7: `repeats = true` where `repeats` is absent.
 */
const OPEN: ReadonlySet<string> = new Set([
  'per-1',
  'rng-2',
  'mdd-1',
  'bdl-8',
  'ras-2',
  'tim-9',
  // Of Task: a day of a change, and the time of the order on that day.
  'inv-1',
]);

/** Said of the name of a definition, which may be absent; ChargeItemDefinition has not even the element. */
const OF_A_NAME = /^name\.matches\(/;

/** The invariants of all elements of a group. */
export function rulesOfGroup(definitions: Definitions, group: Group): readonly Rule[] {
  const type = group.type === group.path ? group.type : 'BackboneElement';
  return compileAll(definitions, definitions.invariants(group), { type, group });
}

/** The invariants of an element at its path, in addition to those of its type. */
export function rulesOfElement(definitions: Definitions, element: Element): readonly Rule[] {
  const { type, group, invariants = [] } = element;
  return compileAll(definitions, invariants, group === undefined ? { type } : { type, group });
}

function compileAll(
  definitions: Definitions,
  invariants: readonly Invariant[],
  focus: EvaluationContext,
): readonly Rule[] {
  return invariants
    .filter(({ key }) => !BY_HAND.has(key))
    .map(({ key, severity, human, expression }) => ({
      key,
      severity,
      text: `${key}: ${human}`,
      mayBeOpen: OPEN.has(key) || OF_A_NAME.test(expression),
      looksAround: /%(resource|rootResource|context)\b/.test(expression),
      holds: compileInvariant(expression, focus, definitions),
    }));
}

/**
 * Reports the broken rules. Rules that depend on other parts of a structurally invalid resource are
 * skipped.
 */
export function checkRules({ pending, findings }: ValidationRun): void {
  const isSound = findings.errors === 0;
  for (const one of pending) {
    for (const rule of one.rules) {
      if ((isSound || !rule.looksAround) && isBroken(rule, one)) {
        if (rule.severity === 'error') findings.error('invariant', rule.text, one.path);
        else findings.note('warning', 'invariant', rule.text, one.path);
      }
    }
  }
}

function isBroken(rule: Rule, { focus, scope }: PendingRules): boolean {
  const holds = rule.holds({ resource: scope.resource, root: scope.house.root, focus });
  return holds === false || (holds === undefined && !rule.mayBeOpen);
}
