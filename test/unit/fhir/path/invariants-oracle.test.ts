import { describe, expect, it } from 'vitest';
import type { Element, Group, Invariant } from '../../../../src/fhir/definitions/definition.js';
import { openDefinitions } from '../../../../src/fhir/definitions/open.js';
import { compileInvariant, type EvaluationContext } from '../../../../src/fhir/path/evaluate.js';
import type { Resource } from '../../../../src/fhir/resource.js';
import { createLooseMaker } from '../../../support/fhir/loose-resources.js';
import { createOracle } from '../../../support/fhir/path-oracle.js';
import {
  hasSharedExamples,
  NO_SHARED_EXAMPLES,
  synthesizedResources,
  usCoreExamples,
} from '../../../support/fhir/shared-examples.js';

const definitions = openDefinitions();

/**
 * Not compared: what the evaluator refuses because it is checked by hand (`htmlChecks`, `resolve`),
 * and what the library has no answer to (`dom-3` takes `as` of a list; `ref-1` the outermost
 * resource). All are checked by hand.
 */
const BY_HAND = new Set(['txt-1', 'txt-2', 'ctm-1', 'ref-1', 'dom-3']);

/**
 * Not compared: the library compares amounts without a UCUM unit as
 * JavaScript objects (`rng-2`), and `is Boolean` does not hold there for a boolean of FHIR (`que-7`),
 * so that no `exists` condition of a questionnaire would be valid. `evaluate.test.ts` has both.
 */
const OTHERWISE = new Set(['rng-2', 'que-7']);

type Answer = boolean | undefined;
interface Pair {
  readonly key: string;
  readonly own: (value: unknown, resource: Resource) => Answer;
  /** An empty list: nothing can be said. No list: the library has no answer. */
  readonly theirs: (value: unknown, resource: Resource) => readonly unknown[] | undefined;
}

function pairOf({ key, expression }: Invariant, focus: EvaluationContext): Pair {
  const compiled = compileInvariant(expression, focus, definitions);
  const oracle = createOracle(expression, focus.group?.path ?? focus.type);
  return {
    key,
    own: (value, resource) => compiled({ resource, root: resource, focus: value }),
    theirs: oracle,
  };
}

const pairs = new Map<string, readonly Pair[]>();

/** The rules of a group, or those said of an element itself. */
function pairsOf(
  focus: EvaluationContext,
  rules: readonly Invariant[],
  name: string,
): readonly Pair[] {
  const known = pairs.get(name);
  if (known) return known;
  const made = rules.filter(({ key }) => !BY_HAND.has(key)).map((rule) => pairOf(rule, focus));
  pairs.set(name, made);
  return made;
}

interface Told {
  count: number;
  /** Key → answers that were seen. */
  readonly answers: Map<string, Set<boolean | undefined>>;
  readonly different: string[];
}

const bothWays = ({ answers }: Told, key: string): boolean =>
  answers.get(key)?.has(true) === true && answers.get(key)?.has(false) === true;

const nothingTold = (): Told => ({ count: 0, answers: new Map(), different: [] });

function judge(told: Told, list: readonly Pair[], value: unknown, resource: Resource): void {
  for (const { key, own, theirs } of list) {
    const answer = own(value, resource);
    const seen = told.answers.get(key) ?? new Set();
    told.answers.set(key, seen.add(answer));
    if (OTHERWISE.has(key)) continue;
    const expected = theirs(value, resource);
    if (expected === undefined) continue;
    told.count += 1;
    if (answer !== expected[0]) told.different.push(`${key}: ${answer}, not ${expected[0]}`);
  }
}

function visitElement(told: Told, element: Element, value: unknown, resource: Resource): void {
  const { group, invariants = [], type } = element;
  // The library fails at a bare decimal, here that of a probability.
  if (typeof value !== 'number')
    judge(told, pairsOf(element, invariants, `${element.name} ${type} itself`), value, resource);
  if (type === 'Resource') visitResource(told, value as Resource);
  else if (group) visit(told, { type, group }, value, resource);
}

function visit(
  told: Told,
  focus: Required<EvaluationContext>,
  value: unknown,
  resource: Resource,
): void {
  const rules = definitions.invariants(focus.group);
  judge(told, pairsOf(focus, rules, focus.group.path), value, resource);
  for (const element of definitions.elements(focus.group)) {
    const child = (value as Record<string, unknown>)[element.name];
    if (child === undefined) continue;
    for (const one of Array.isArray(child) ? child : [child]) {
      visitElement(told, element, one, resource);
    }
  }
}

function visitResource(told: Told, resource: Resource): void {
  const type = resource.resourceType;
  visit(told, { type, group: { type, path: type } }, resource, resource);
}

/** Texts that stand in the rules, which few would hold by chance. */
const wordsIn = (rules: readonly Invariant[]): readonly string[] =>
  rules.flatMap(({ expression }) =>
    [...expression.matchAll(/'([\w:/.-]{1,70})'/g)].map((m) => m[1]!),
  );

const groupsOf = (type: string): readonly Group[] => {
  const seen = new Map<string, Group>();
  const add = (group: Group) => {
    if (seen.has(group.path)) return;
    seen.set(group.path, group);
    for (const element of definitions.elements(group)) if (element.group) add(element.group);
  };
  add({ type, path: type });
  return [...seen.values()];
};

const rulesOf = (group: Group): readonly Invariant[] => [
  ...definitions.invariants(group),
  ...definitions.elements(group).flatMap(({ invariants = [] }) => invariants),
];

const wrong = (system: string) => ({
  coding: [{ system: `http://terminology.hl7.org/CodeSystem/${system}`, code: 'entered-in-error' }],
});

/** Broken rules that chance would hardly hit. */
const RARE: readonly Resource[] = [
  {
    resourceType: 'Observation',
    contained: [{ resourceType: 'Patient', contained: [{ resourceType: 'Patient' }] }],
    code: { coding: [{ code: 'a' }, { code: 'b' }] },
    valueString: 'a',
    component: [{ code: { coding: [{ code: 'b' }] } }],
  },
  {
    resourceType: 'Questionnaire',
    item: [{ linkId: 'a', enableWhen: [{ question: 'a' }, { question: 'b' }, { question: 'c' }] }],
  },
  {
    resourceType: 'AllergyIntolerance',
    clinicalStatus: { text: 'a' },
    verificationStatus: wrong('allergyintolerance-verification'),
  },
  {
    resourceType: 'Condition',
    clinicalStatus: { text: 'a' },
    verificationStatus: wrong('condition-ver-status'),
  },
  { resourceType: 'Bundle', entry: [{ fullUrl: 'a' }, { fullUrl: 'a' }] },
  { resourceType: 'Bundle', type: 'document', entry: [{ resource: { resourceType: 'Patient' } }] },
  { resourceType: 'Bundle', type: 'message', entry: [{ resource: { resourceType: 'Patient' } }] },
  {
    resourceType: 'RiskAssessment',
    prediction: [{ probabilityDecimal: 101 }, { probabilityDecimal: 100 }],
  },
  ...['patient-privacy', 'research', 'adr', 'treatment'].map(
    (code): Resource => ({
      resourceType: 'Consent',
      scope: { coding: [{ system: 'something', code }] },
    }),
  ),
];

const MAX = 1_000;
const LEAST = 20;

/** Makes values for a group until each of its rules was kept and broken. */
function judgeMade(told: Told, group: Group): void {
  const rules = rulesOf(group);
  const focus = { type: group.type, group };
  const words = [...new Set(wordsIn(rules)), 'http://unitsofmeasure.org', 'a', 'A'];
  const maker = createLooseMaker(definitions, words, 11);
  const isResource = group.path === group.type && definitions.resourceTypes.has(group.type);
  const all = pairsOf(focus, definitions.invariants(group), group.path);
  for (let made = 0; made < MAX; made += 1) {
    const open = made < LEAST ? all : all.filter(({ key }) => !bothWays(told, key));
    if (open.length === 0) return;
    const value = isResource ? maker.resource(group.type) : maker.part(group);
    const resource = isResource ? (value as Resource) : { resourceType: 'Observation' };
    if (made < LEAST) visit(told, focus, value, resource);
    else judge(told, open, value, resource);
  }
}

describe('invariants beside the reference implementation of FHIRPath', () => {
  it('are answered the same on made values, and each of them both ways', () => {
    const groups = new Map(
      definitions.served.flatMap((type) => groupsOf(type).map((group) => [group.path, group])),
    );
    const told = nothingTold();
    for (const resource of RARE) visitResource(told, resource);
    for (const group of groups.values()) judgeMade(told, group);
    expect([...new Set(told.different)]).toEqual([]);
    // It is said of an element that the type does not have.
    const open = [...told.answers.keys()].filter((key) => !bothWays(told, key));
    expect(open).toEqual(['cid-0']);
    expect(told.answers.size).toBeGreaterThan(60);
    expect(told.count).toBeGreaterThan(10_000);
  });

  it('can all be compiled but those that are checked by hand', () => {
    const refused = [...definitions.resourceTypes]
      .flatMap(groupsOf)
      .flatMap((group) => rulesOf(group).map((rule) => ({ ...rule, group })))
      .filter(({ expression, group }) => {
        try {
          compileInvariant(expression, { type: group.type, group }, definitions);
          return false;
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError);
          return true;
        }
      });
    expect([...new Set(refused.map(({ key }) => key))].sort()).toEqual(['ctm-1', 'txt-1', 'txt-2']);
  });

  it.skipIf(!hasSharedExamples)(
    `are answered the same on the examples${hasSharedExamples ? '' : `: ${NO_SHARED_EXAMPLES}`}`,
    () => {
      const told = nothingTold();
      const synthesized = synthesizedResources().filter((_, at) => at % 25 === 0);
      for (const resource of [...usCoreExamples(), ...synthesized]) visitResource(told, resource);
      expect(told.different).toEqual([]);
      expect(told.count).toBeGreaterThan(3_000);
    },
  );
});
