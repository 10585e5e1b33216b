import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openDefinitions } from '../../../../src/fhir/definitions/open.js';
import type { FhirIssue } from '../../../../src/fhir/outcome.js';
import { createValidator } from '../../../../src/fhir/validation/create-validator.js';
import { madeOfAnyType, makeResource } from '../../../support/fhir/made-resources.js';
import { KINDS, mutate } from '../../../support/fhir/mutants.js';
import { type Json, placesIn } from '../../../support/fhir/places.js';
import { rounds } from '../../../support/rounds.js';

const definitions = openDefinitions();
const validator = createValidator(definitions);

const errorsOf = (resource: unknown): readonly FhirIssue[] =>
  validator.validate(resource, {}).filter(({ severity }) => severity === 'error');

describe('a legal resource', () => {
  it.each(definitions.served)('of type %s has no errors', (type) => {
    for (let seed = 0; seed < 40; seed += 1) {
      expect(errorsOf(makeResource(definitions, type, seed, (seed % 11) / 10))).toEqual([]);
    }
  });

  it('of any type can be read, also of those that are not served', () => {
    for (const type of definitions.resourceTypes) {
      const issues = validator.validate({ resourceType: type }, {});
      const codes = issues.filter(({ severity }) => severity === 'error').map(({ code }) => code);
      expect(codes.filter((code) => code !== 'required' && code !== 'invariant')).toEqual([]);
    }
  });

  it('reports warnings: no narrative, an unknown profile', () => {
    const profile = ['http://example.org/fhir/StructureDefinition/a'];
    const base = ['http://hl7.org/fhir/StructureDefinition/Patient'];
    expect(validator.validate({ resourceType: 'Patient', meta: { profile } }, {})).toEqual([
      {
        severity: 'information',
        code: 'not-supported',
        diagnostics: expect.stringContaining('profile'),
        expression: 'Patient.meta.profile[0]',
      },
      {
        severity: 'warning',
        code: 'invariant',
        diagnostics: expect.stringMatching(/^dom-6/),
        expression: 'Patient',
      },
    ]);
    const text = { status: 'empty', div: '<div xmlns="http://www.w3.org/1999/xhtml">-</div>' };
    expect(
      validator.validate({ resourceType: 'Patient', text, meta: { profile: base } }, {}),
    ).toEqual([]);
  });
});

describe('a resource with one fault', () => {
  it.each(Object.keys(KINDS))('%s: that fault is reported and no other of the kind', (kind) => {
    let seen = 0;
    fc.assert(
      fc.property(madeOfAnyType(definitions), fc.nat(), (resource, at) => {
        const mutated = mutate(definitions, resource, kind, at);
        if (mutated === undefined) return;
        seen += 1;
        const errors = errorsOf(mutated.mutant);
        const [first] = errors;
        expect({ code: first?.code, expression: first?.expression }).toEqual(mutated.expected);
        const others = errors.slice(1).filter(({ code }) => code !== 'invariant');
        expect(others).toEqual([]);
      }),
      { numRuns: rounds({ short: 150, long: 750 }) },
    );
    expect(seen).toBeGreaterThan(20);
  });

  it('reports all faults at once', () => {
    const issues = errorsOf({
      resourceType: 'Observation',
      status: 'no-such-code',
      subject: { reference: 'TestScript/1' },
      valueQuantity: { value: '5' },
      unheardOf: 1,
    });
    expect(issues.map(({ code, expression }) => `${code} ${expression}`)).toEqual([
      'code-invalid Observation.status',
      'processing Observation.subject',
      'value Observation.value.value',
      'structure Observation',
      'required Observation.code',
    ]);
  });
});

describe('whatever is sent', () => {
  it('is answered, never thrown at', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(errorsOf(value).length).toBeGreaterThan(0);
      }),
    );
  });

  it('is answered in the place of any element', () => {
    fc.assert(
      fc.property(madeOfAnyType(definitions), fc.nat(), fc.jsonValue(), (resource, at, value) => {
        const changed = structuredClone(resource) as Json & typeof resource;
        const places = placesIn(definitions, changed);
        const { parent, element } = places[at % places.length]!;
        parent[element.name] = value;
        expect(Array.isArray(validator.validate(changed, {}))).toBe(true);
      }),
      { numRuns: rounds({ short: 60, long: 1_500 }) },
    );
  });

  it('is never repeated in what is said about it', () => {
    const secret = 'Zwiebelkuchen';
    fc.assert(
      fc.property(madeOfAnyType(definitions), fc.nat(), (resource, at) => {
        const changed = structuredClone(resource) as Json & typeof resource;
        const places = placesIn(definitions, changed);
        const { parent, element } = places[at % places.length]!;
        parent[element.name] = element.many ? [secret] : secret;
        parent[`${secret} of a patient`] = secret;
        expect(JSON.stringify(validator.validate(changed, {}))).not.toContain(secret);
      }),
      { numRuns: rounds({ short: 60, long: 1_500 }) },
    );
  });
});

describe('what the request expects', () => {
  const patient = { resourceType: 'Patient', id: 'a' };
  const text = (expected: { type?: string; id?: string }, resource: unknown = patient) =>
    validator
      .validate(resource, expected)
      .filter(({ severity }) => severity === 'error')
      .map(({ code, expression }) => `${code} ${expression}`);

  it('is met', () => {
    expect(text({ type: 'Patient', id: 'a' })).toEqual([]);
    expect(text({ type: 'Patient' }, { resourceType: 'Patient' })).toEqual([]);
  });

  it('is another type', () => {
    expect(text({ type: 'Observation' })).toEqual(['invalid Patient']);
  });

  it('is another id, or one where there is none', () => {
    expect(text({ type: 'Patient', id: 'b' })).toEqual(['invalid Patient.id']);
    expect(text({ id: 'b' }, { resourceType: 'Patient' })).toEqual(['invalid Patient.id']);
  });

  it('is a resource at all', () => {
    for (const value of [null, [], 'Patient', 5, {}, { resourceType: 'Person!' }]) {
      expect(text({}, value)).toEqual(['structure undefined']);
    }
    for (const resourceType of ['Resource', 'DomainResource', 'HumanName', 'constructor']) {
      expect(text({}, { resourceType })).toEqual(['structure undefined']);
    }
  });
});

describe('what is too much', () => {
  it('is reported once for nesting of any depth', () => {
    const nested = (depth: number): Json =>
      depth === 0 ? { url: 'x', valueInteger: 1 } : { url: 'x', extension: [nested(depth - 1)] };
    const patient = (depth: number) => ({ resourceType: 'Patient', extension: [nested(depth)] });
    expect(errorsOf(patient(40))).toEqual([]);
    expect(errorsOf(patient(62))).toEqual([]);
    for (const depth of [64, 3_000]) {
      expect(errorsOf(patient(depth)).map(({ code }) => code)).toEqual(['too-costly']);
    }
  });

  it('is reported once for size', () => {
    const name = Array.from({ length: 30_000 }, () => ({ text: 'x' }));
    const codes = errorsOf({ resourceType: 'Patient', name }).map(({ code }) => code);
    expect(codes).toEqual(['too-costly']);
  });

  it('is counted for each entry of a bundle on its own', () => {
    const resource = { resourceType: 'Patient', name: Array(10_000).fill({ text: 'x' }) };
    const entry = Array.from({ length: 4 }, () => ({ resource }));
    expect(errorsOf({ resourceType: 'Bundle', type: 'collection', entry })).toEqual([]);
  });

  it('is a list of faults without end; errors come before all else', () => {
    const meta = { profile: Array.from({ length: 150 }, (_, i) => `http://example.org/${i}`) };
    const name = Array.from({ length: 150 }, () => ({ given: ['a', ''] }));
    const issues = validator.validate({ resourceType: 'Patient', meta, name }, {});
    expect(issues).toHaveLength(100);
    expect(issues.slice(0, 99).every(({ severity }) => severity === 'error')).toBe(true);
    expect(issues[99]).toEqual({
      severity: 'information',
      code: 'informational',
      diagnostics: '202 more issues were found and are not listed.',
    });
  });
});
