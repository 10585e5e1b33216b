import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openDefinitions } from '../../../../src/fhir/definitions/open.js';
import { compileInvariant } from '../../../../src/fhir/path/evaluate.js';
import type { Resource } from '../../../../src/fhir/resource.js';

const definitions = openDefinitions();

/** Of a resource, or with a path of what lies in a resource that does not matter. */
function holds(expression: string, value: unknown, path?: string): boolean | undefined {
  const resource = (path === undefined ? value : { resourceType: 'Patient', id: 'p' }) as Resource;
  const at = path ?? resource.resourceType;
  const group = { type: at.split('.')[0]!, path: at };
  const rule = compileInvariant(expression, { type: group.type, group }, definitions);
  return rule({ resource, root: resource, focus: value });
}

const patient = {
  resourceType: 'Patient',
  active: true,
  name: [{ family: 'Berg', given: ['Ada', 'Eva'] }, { text: 'A' }],
  _birthDate: { extension: [{ url: 'urn:x', valueCode: 'unknown' }] },
  deceasedBoolean: false,
  contained: [{ resourceType: 'Organization', id: 'o', name: 'Ward' }],
};

describe('a rule', () => {
  it.each([
    ['name.exists()', true],
    ['name.exists(family.exists())', true],
    ["name.exists(family = 'Hill')", false],
    ['name.given.count() = 2', true],
    ['name[1].text.exists() and name[2].empty()', true],
    ['name.first().family = name.tail().text', false],
    ['deceased.exists()', true],
    ['deceasedBoolean.exists()', false],
    ['deceased is boolean', true],
    ['deceased is Boolean', true],
    ['deceased is dateTime', false],
    ['(deceased as boolean) = false', true],
    ['deceased.ofType(dateTime).empty()', true],
    ['Patient.name.count() = 2', true],
    ['contained.name = %resource.contained.name', true],
    ['contained.is(Organization)', true],
    ['contained.ofType(Patient).exists()', false],
    ['contained.where($this is Organization).id = %rootResource.contained.id', true],
    ['%context.active', true],
    ['active', true],
    ['name.family', true],
    ["name.family.startsWith('Be') and name.family.contains('er')", true],
    ["name.family.matches('^[A-Z]e')", true],
    ["name.family.replaceMatches('e', 'u') = 'Burg'", true],
    ["name.family.substring(1) = 'erg'", true],
    ['name.family.substring(9).empty()', true],
    ["name.family & name.suffix & 'x' = 'Bergx'", true],
    ["name.family + 'x' = 'Bergx'", true],
    ["'Ada' in name.given", true],
    ["name.given contains 'Ida'", false],
    ["(name.given | 'Ada').count() = 2", true],
    ["name.given.combine('Ada').count() = 3", true],
    ["name.given.intersect('Ada' | 'Ida').count() = 1", true],
    ['name.given.isDistinct()', true],
    ["name.given.combine('Ada').isDistinct()", false],
    ["name.given.select($this = 'Ada').allFalse()", false],
    ["name.given.all($this.matches('a$'))", true],
    ['name.all(family.exists())', false],
    ["iif(active, name.family, 'none') = 'Berg'", true],
    ["name.count().toString() = '2' and '2'.toInteger() = 2", true],
    ['name.family.toInteger().empty()', true],
    ["name.trace('names').exists()", true],
    ['active xor deceased', true],
    ['children().count() = 6', true],
    ["descendants().where($this = 'Ward').count() = 1", true],
    ['gender.empty()', true],
    ['{}.empty()', true],
  ])('on a patient: %s is %s', (expression, expected) => {
    expect(holds(expression, patient)).toBe(expected);
  });

  it('counts a primitive that has only extensions, but finds no value in it', () => {
    expect(holds('birthDate.exists() and birthDate.hasValue().not()', patient)).toBe(true);
    expect(holds("birthDate.extension.url = 'urn:x'", patient)).toBe(true);
    expect(holds('active.hasValue() and name.first().hasValue().not()', patient)).toBe(true);
    const given = {
      resourceType: 'Patient',
      name: [{ given: ['A', null], _given: [null, { id: 'x' }] }],
    };
    expect(
      holds('name.given.count() = 2 and name.given.where(hasValue()).count() = 1', given),
    ).toBe(true);
  });

  it('says nothing where a value that it needs is not there', () => {
    for (const expression of [
      "gender = 'male'",
      'gender != birthDate',
      "gender in ('male' | 'female')",
      'name.given < 1',
      'gender and active',
      "gender.startsWith('m')",
      'gender is code',
      'active and name.given',
    ]) {
      expect(holds(expression, patient)).toBe(undefined);
    }
    expect(holds("gender = 'male' or active", patient)).toBe(true);
    expect(holds("gender = 'male' and active.not()", patient)).toBe(false);
    expect(holds("gender = 'male' implies active", patient)).toBe(true);
    expect(holds("active.not() implies gender = 'male'", patient)).toBe(true);
  });

  it.each([
    ['2020', '2021', true],
    ['2021', '2020', false],
    ['2020-01', '2020-01', true],
    ['2020', '2020-02', undefined],
    ['2020-03', '2020', undefined],
    ['2020-02-01T10:00:00Z', '2020-02-01T11:30:00+02:00', false],
    ['2020-02-01T10:00:00Z', '2020-02-01T12:00:00+02:00', true],
    ['2020-02-01T10:00:00.100Z', '2020-02-01T10:00:00.2Z', true],
    ['2020-02-01T23:00:00-05:00', '2020-02-02', true],
    ['2020-02-02T00:30:00+02:00', '2020-02-01', false],
    ['2020-02-01', '2020-02-01T23:00:00Z', undefined],
    ['sometime', '2020', undefined],
  ])('orders the dates %s and %s by their common precision: %s', (start, end, expected) => {
    expect(holds('start <= end', { start, end }, 'Period')).toBe(expected);
    expect(holds('start.exists() and start = start', { start }, 'Period')).toBe(
      start === 'sometime' ? undefined : true,
    );
  });

  it.each([
    [{ value: 1, unit: 'mg' }, { value: 2, unit: 'mg' }, true],
    [{ value: 3 }, { value: 2 }, false],
    [{ value: 3, code: 'g', system: 'u' }, { value: 2, code: 'g', system: 'u', unit: 'g' }, false],
    [{ value: 3, code: 'mg', system: 'u' }, { value: 2, code: 'g', system: 'u' }, undefined],
    [{ value: 3, code: 'mg', system: 'u' }, { value: 2, unit: 'mg' }, undefined],
    [{ unit: 'mg' }, { value: 2, unit: 'mg' }, undefined],
  ])('orders amounts of one unit alone: %j and %j: %s', (low, high, expected) => {
    expect(holds('low.empty() or high.empty() or (low <= high)', { low, high }, 'Range')).toBe(
      expected,
    );
  });

  it('compares what has members by all of them, in any order', () => {
    const coding = (system: string, code: string) => ({ system, code });
    const rule = 'coding.isDistinct()';
    const twice = { coding: [coding('a', 'b'), { code: 'b', system: 'a' }] };
    expect(holds(rule, twice, 'CodeableConcept')).toBe(false);
    expect(holds(rule, { coding: [coding('a', 'b'), coding('a', 'c')] }, 'CodeableConcept')).toBe(
      true,
    );
  });

  it('finds equal points of time in different zones once', () => {
    const event = ['2020-02-01T10:00:00Z', '2020-02-01T11:00:00+01:00'];
    expect(holds('event.isDistinct()', { event }, 'Timing')).toBe(false);
    expect(holds('event.isDistinct()', { event: ['2020-02', '2020-02-01'] }, 'Timing')).toBe(true);
  });

  it('takes the answer of a questionnaire for a boolean where it is one', () => {
    const rule = "operator = 'exists' implies (answer is Boolean)";
    const path = 'Questionnaire.item.enableWhen';
    expect(holds(rule, { operator: 'exists', answerBoolean: true }, path)).toBe(true);
    expect(holds(rule, { operator: 'exists', answerString: 'a' }, path)).toBe(false);
  });

  it('is read at a primitive too', () => {
    const rule = compileInvariant(
      "$this = '*' or toInteger() >= 0",
      { type: 'string' },
      definitions,
    );
    const resource: Resource = { resourceType: 'Patient' };
    const at = (focus: unknown) => rule({ resource, root: resource, focus });
    expect([at('*'), at('3'), at('x'), at(undefined)]).toEqual([true, true, undefined, undefined]);
  });

  it.each(['resolve()', 'htmlChecks()', 'name.last()', '%unknown', '1 / 2', '-1', 'constructor()'])(
    'is refused before it is used if it asks for more than rules of R4 do: %s',
    (expression) => {
      expect(() => holds(expression, patient)).toThrow(RangeError);
    },
  );

  it('looks up once, not once a node, what is the same for all of them', () => {
    const rules = definitions.invariants({ type: 'Observation', path: 'Observation' });
    const { expression } = rules.find(({ key }) => key === 'obs-7')!;
    const codings = Array.from({ length: 100 }, (_, at) => ({ code: `c${at}` }));
    let asked = 0;
    const observation = (suffix: string) => ({
      resourceType: 'Observation',
      get code() {
        asked += 1;
        return { coding: codings };
      },
      component: codings.map(({ code }) => ({ code: { coding: [{ code: code + suffix }] } })),
      valueString: 'a',
    });
    expect(holds(expression, observation('x'))).toBe(true);
    expect(asked).toBe(1);
    expect(holds(expression, observation(''))).toBe(false);
    expect(asked).toBe(2);
  });

  it('never fails, whatever stands where', () => {
    const rules = [...definitions.resourceTypes]
      .flatMap((type) =>
        definitions.invariants({ type, path: type }).map((rule) => ({ type, rule })),
      )
      .map(({ type, rule: { expression } }) =>
        compileInvariant(expression, { type, group: { type, path: type } }, definitions),
      );
    const names = ['contained', 'meta', 'entry', 'type', 'name', 'item', 'code', 'text', '_name'];
    const anything = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        fc.constantFrom(null, 'a', 1, true),
        fc.array(tie('value'), { maxLength: 2 }),
        fc.dictionary(fc.constantFrom(...names), tie('value'), { maxKeys: 4 }),
      ),
    })).value;
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...names), anything), (fields) => {
        const resource = { resourceType: 'Bundle', ...fields };
        for (const rule of rules) {
          expect([true, false, undefined]).toContain(
            rule({ resource, root: resource, focus: resource }),
          );
        }
      }),
      { numRuns: 25 },
    );
  });
});
