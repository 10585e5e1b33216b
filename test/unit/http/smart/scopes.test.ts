import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FhirPermission } from '../../../../src/calls/fhir-access.js';
import {
  accessOf,
  grantedScopes,
  keyScopesOf,
  type ResourceScope,
  readScope,
  readScopes,
} from '../../../../src/http/smart/scopes.js';

const ALL: readonly FhirPermission[] = ['create', 'read', 'update', 'delete', 'search'];
const permissions = (text: string) => [...(readScope(text)?.may ?? [])].sort();
const texts = (scopes: readonly ResourceScope[]) => scopes.map(({ text }) => text);
const granted = (asked: string, bounds: string) =>
  texts(grantedScopes(readScopes(asked), readScopes(bounds)));

describe('a scope', () => {
  it.each([
    ['patient/*.read', ['read', 'search']],
    ['user/Observation.write', ['create', 'delete', 'update']],
    ['system/*.*', [...ALL].sort()],
    ['system/Patient.cruds', [...ALL].sort()],
    ['system/Patient.rs', ['read', 'search']],
    ['system/Patient.cud', ['create', 'delete', 'update']],
    ['system/Patient.d', ['delete']],
  ])('%s allows %j', (text, may) => {
    expect(permissions(text)).toEqual(may);
  });

  it('has the criteria of its query, decoded', () => {
    const text =
      'patient/Observation.rs?category=http%3A%2F%2Fterminology.hl7.org%2Fx%7Claboratory&status=final';
    expect(readScope(text)).toMatchObject({
      context: 'patient',
      type: 'Observation',
      criteria: [
        ['category', 'http://terminology.hl7.org/x|laboratory'],
        ['status', 'final'],
      ],
    });
  });

  it.each([
    ...['openid', 'fhirUser', 'launch/patient', 'offline_access', '', 'system/Patient'],
    // Letters of another order, twice, in capitals, or none.
    ...['system/Patient.sr', 'system/Patient.rr', 'system/Patient.RS', 'system/Patient.'],
    ...['system/Patient.reads', 'system/Patient.rsx', 'system/patient.rs', 'System/Patient.rs'],
    ...['system/Pat ient.rs', 'system/Patient.rs\n', 'system/../Patient.rs', 'system/**.rs'],
    // Criteria that could be read as none, or would widen what is found.
    ...['system/Patient.rs?', 'system/Patient.rs?name=', 'system/Patient.rs?=x'],
    ...['system/Patient.rs?_count=5', 'system/Patient.rs?_include=*', 'system/Patient.rs?a.b=c'],
    ...['system/Patient.rs?_has:Observation:patient:code=1', 'system/Patient.rs?name=%ff'],
    ...[
      'system/Patient.rs?name=%4',
      'system/Patient.read?name=x',
      'system/Patient.rs?a=b&'.repeat(60),
    ],
  ])('is not read from %j', (text) => {
    expect(readScope(text)).toBeUndefined();
  });
});

describe('what is granted', () => {
  it('is what is asked for and configured', () => {
    expect(granted('system/*.rs', 'system/*.rs')).toEqual(['system/*.rs']);
    expect(granted('system/*.read', 'system/*.cruds')).toEqual(['system/*.read']);
    expect(granted('system/*.cruds', 'system/Patient.rs system/Observation.r')).toEqual([
      'system/Patient.rs',
      'system/Observation.r',
    ]);
    expect(granted('system/Patient.rs', 'system/Patient.r system/Patient.s')).toEqual([
      'system/Patient.r',
      'system/Patient.s',
    ]);
    expect(granted('system/Observation.cruds system/Condition.rs', 'system/Patient.rs')).toEqual(
      [],
    );
  });

  it('is of the same context', () => {
    expect(granted('patient/*.rs user/*.rs', 'user/Observation.rs system/*.rs')).toEqual([
      'user/Observation.rs',
    ]);
  });

  it('has the criteria of both', () => {
    const bound = 'patient/Observation.rs?category=laboratory';
    expect(granted('patient/*.rs', bound)).toEqual([bound]);
    expect(granted('patient/Observation.rs?status=final', bound)).toEqual([
      'patient/Observation.rs?status=final&category=laboratory',
    ]);
  });

  it('of a patient needs one', () => {
    const scopes = readScopes('patient/*.rs user/Condition.c');
    expect(accessOf(scopes).map(({ type }) => type)).toEqual(['Condition']);
    expect(accessOf(scopes, 'p1').map(({ type, patient }) => [type, patient])).toEqual([
      ['*', 'p1'],
      ['Condition', undefined],
    ]);
  });

  it('needs the scopes of a key for reading, for writing, or none', () => {
    const needed = (text: string) => keyScopesOf(accessOf(readScopes(text)));
    expect(needed('system/*.s')).toEqual(['fhir.read']);
    expect(needed('system/*.d')).toEqual(['fhir.write']);
    expect(needed('system/Patient.rs system/Condition.c')).toEqual(['fhir.read', 'fhir.write']);
    expect(needed('patient/*.cruds openid')).toEqual([]);
  });
});

const TYPES = ['*', 'Patient', 'Observation', 'Condition'];
const scopeTexts = fc
  .tuple(
    fc.constantFrom('system', 'patient', 'user'),
    fc.constantFrom(...TYPES),
    fc.oneof(
      fc.constantFrom('read', 'write', '*'),
      fc.subarray([...'cruds'], { minLength: 1 }).map((letters) => letters.join('')),
    ),
    fc.option(fc.tuple(fc.constantFrom('code', 'status', '_tag'), fc.string({ minLength: 1 }))),
  )
  .map(([context, type, may, criterion]) => {
    const isOld = ['read', 'write', '*'].includes(may);
    const query = criterion === null || isOld ? '' : `?${new URLSearchParams([criterion])}`;
    return `${context}/${type}.${may}${query}`;
  });
const lists = fc.array(scopeTexts, { maxLength: 6 }).map((list) => list.join(' '));

/** Whether a list allows something in a context, and under which criteria at least one grant does. */
const grantsFor = (
  scopes: readonly ResourceScope[],
  context: string,
  type: string,
  may: FhirPermission,
) =>
  scopes.filter(
    (scope) =>
      scope.context === context &&
      (scope.type === '*' || scope.type === type) &&
      scope.may.has(may),
  );
const isWithin = (narrow: ResourceScope, wide: ResourceScope) =>
  wide.criteria.every(([name, value]) =>
    narrow.criteria.some((one) => one[0] === name && one[1] === value),
  );

describe('for any lists', () => {
  it('nothing is granted beyond what was asked for or beyond the bounds', () => {
    fc.assert(
      fc.property(lists, lists, (askedText, boundsText) => {
        const [asked, bounds] = [readScopes(askedText), readScopes(boundsText)];
        for (const grant of grantedScopes(asked, bounds)) {
          for (const may of grant.may) {
            // A grant for every type needs one for every type on both sides.
            const types = grant.type === '*' ? ['*'] : [grant.type];
            for (const type of types) {
              for (const side of [asked, bounds]) {
                const wider = grantsFor(side, grant.context, type, may);
                expect(wider.some((one) => isWithin(grant, one))).toBe(true);
              }
            }
          }
        }
      }),
    );
  });

  it('all that both allow without criteria is granted', () => {
    fc.assert(
      fc.property(lists, lists, (askedText, boundsText) => {
        const [asked, bounds] = [readScopes(askedText), readScopes(boundsText)];
        const given = grantedScopes(asked, bounds);
        const plain = (scopes: readonly ResourceScope[], ...of: [string, string, FhirPermission]) =>
          grantsFor(scopes, ...of).some(({ criteria }) => criteria.length === 0);
        for (const context of ['system', 'patient', 'user']) {
          for (const type of TYPES.slice(1)) {
            for (const may of ALL) {
              const both = plain(asked, context, type, may) && plain(bounds, context, type, may);
              expect(plain(given, context, type, may)).toBe(both);
            }
          }
        }
      }),
    );
  });

  it('what is granted is written as it is meant', () => {
    fc.assert(
      fc.property(lists, lists, (asked, bounds) => {
        for (const scope of grantedScopes(readScopes(asked), readScopes(bounds))) {
          expect(readScope(scope.text)).toEqual(scope);
        }
      }),
    );
  });

  it('no text is misread or breaks the reader', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), (text) => {
        for (const scope of readScopes(text)) expect(text).toContain(scope.text);
      }),
    );
  });
});
