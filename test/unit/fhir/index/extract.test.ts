import { describe, expect, it } from 'vitest';
import { openDefinitions } from '../../../../src/fhir/definitions/open.js';
import { createIndexer } from '../../../../src/fhir/index/extract.js';
import { LONGEST_TEXT, MAX_WORDS } from '../../../../src/fhir/index/fold.js';
import type { IndexRows } from '../../../../src/store/fhir/rows.js';
import { thrownBy } from '../../../support/refusals.js';

const definitions = openDefinitions();
const index = createIndexer(definitions, 'UTC', ['https://box.local/v1/fhir']);

/** The rows of one parameter without its name. */
function rows<K extends keyof IndexRows>(found: IndexRows, kind: K, parameter: string) {
  return found[kind]
    .filter((row) => row.parameter === parameter)
    .map(({ parameter: _, ...rest }) => Object.values(rest));
}

const MRN = { coding: [{ system: 'urn:types', code: 'MR' }], text: 'Record number' };

describe('the rows of a patient', () => {
  const found = index({
    resourceType: 'Patient',
    id: 'p1',
    meta: { tag: [{ system: 'urn:tags', code: 'demo' }], profile: ['http://example.org/p|1.2'] },
    identifier: [{ type: MRN, system: 'urn:mrn', value: '12|3' }, { value: 'plain' }],
    active: true,
    name: [{ family: 'Carreno Quinones', given: ['Eve', 'Anna'], text: 'Eve C. Quinones' }],
    telecom: [
      { system: 'phone', value: '+1 (555) 010-99' },
      { system: 'email', value: 'Eve@Example.org' },
    ],
    gender: 'female',
    birthDate: '1990-05-06',
    address: [{ line: ['12 High Street'], city: 'Zürich', use: 'home' }],
    managingOrganization: { reference: 'Organization/o1/_history/3' },
  });

  it('index identifiers by system, by type and by the words of the type', () => {
    expect(rows(found, 'tokens', 'Patient?identifier')).toEqual([
      ['urn:mrn', '12|3'],
      ['', 'plain'],
    ]);
    expect(rows(found, 'tokens', 'Patient?identifier:of-type')).toEqual([['urn:types', 'MR|12|3']]);
    expect(rows(found, 'strings', 'Patient?identifier:text')).toEqual([
      ['record number', 'Record number'],
    ]);
  });

  it('index names whole and by each later word', () => {
    expect(rows(found, 'strings', 'Patient?family')).toEqual([
      ['carreno quinones', 'Carreno Quinones'],
      ['quinones', ''],
    ]);
    expect(rows(found, 'strings', 'Patient?name').map(([folded]) => folded)).toEqual([
      'carreno quinones',
      'quinones',
      'eve',
      'anna',
      'eve c quinones',
    ]);
  });

  it('index addresses by their texts and not by their use', () => {
    expect(rows(found, 'strings', 'Patient?address')).toEqual([
      ['zurich', 'Zürich'],
      ['12 high street', '12 High Street'],
    ]);
    expect(rows(found, 'tokens', 'Patient?address-use')).toEqual([['', 'home']]);
  });

  it('index contacts, codes, booleans and the common parameters', () => {
    expect(rows(found, 'tokens', 'Patient?phone')).toEqual([['', '+155501099']]);
    expect(rows(found, 'tokens', 'Patient?email')).toEqual([['', 'eve@example.org']]);
    expect(rows(found, 'tokens', 'Patient?gender')).toEqual([['', 'female']]);
    expect(rows(found, 'tokens', 'Patient?active')).toEqual([['', 'true']]);
    expect(rows(found, 'tokens', 'Patient?deceased')).toEqual([['', 'false']]);
    expect(rows(found, 'tokens', 'Patient?_tag')).toEqual([['urn:tags', 'demo']]);
    expect(rows(found, 'tokens', 'Patient?_profile')).toEqual([
      ['', 'http://example.org/p|1.2'],
      ['', 'http://example.org/p'],
    ]);
  });

  it('index references without their version', () => {
    expect(rows(found, 'references', 'Patient?organization')).toEqual([['Organization', 'o1']]);
  });

  it('leave out the columns of the resource itself', () => {
    const all = Object.values(found).flat() as readonly { parameter: string }[];
    expect(all.filter(({ parameter }) => /_id|_lastUpdated/.test(parameter))).toEqual([]);
  });
});

const observation = (rest: Readonly<Record<string, unknown>>) =>
  index({ resourceType: 'Observation', status: 'final', code: { text: 'Heart rate' }, ...rest });

const quantity = (value: object) =>
  rows(observation({ valueQuantity: value }), 'numbers', 'Observation?value-quantity');

describe('the rows of an observation', () => {
  it('index a quantity as written, in canonical units and by each spelling of its unit', () => {
    const system = 'http://unitsofmeasure.org';
    expect(quantity({ value: 90, unit: 'mg per dL', system, code: 'mg/dL' })).toEqual([
      ['', 90, 90],
      ['g.m-3', 900, 900],
      ['|mg/dL', 90, 90],
      ['|mg per dL', 90, 90],
    ]);
    expect(quantity({ value: 2, unit: 'tablets', system: 'urn:forms', code: 'TAB' })).toEqual([
      ['', 2, 2],
      ['urn:forms|TAB', 2, 2],
      ['|TAB', 2, 2],
      ['|tablets', 2, 2],
    ]);
    expect(quantity({ value: 3, system, code: '(score)' })[1]).toEqual([`${system}|(score)`, 3, 3]);
  });

  it('index a value with a comparator as its possible range', () => {
    const [[, low, high] = []] = quantity({ value: 5, comparator: '<' });
    expect(low).toBe(-Number.MAX_VALUE);
    expect(high).toBeLessThan(5);
    expect(high).toBeGreaterThan(4.999999);
    expect(quantity({ value: 5, comparator: '>=' })).toEqual([['', 5, Number.MAX_VALUE]]);
  });

  it('index sampled data by the lowest and highest sample', () => {
    const valueSampledData = { origin: { value: 10 }, period: 1, factor: -2, dimensions: 1 };
    const found = observation({ valueSampledData: { ...valueSampledData, data: '1 E 5 3 L' } });
    expect(rows(found, 'numbers', 'Observation?value-quantity')).toEqual([['', 0, 8]]);
  });

  it('mark values that have no row of their own, and index a code by its words', () => {
    const found = observation({ subject: { display: 'somebody' }, focus: [{ reference: '#f' }] });
    expect(rows(found, 'tokens', 'Observation?subject:present')).toEqual([['', 'true']]);
    expect(rows(found, 'tokens', 'Observation?focus:present')).toEqual([['', 'true']]);
    expect(rows(found, 'tokens', 'Observation?code:present')).toEqual([['', 'true']]);
    expect(rows(found, 'strings', 'Observation?code:text')).toEqual([['heart rate', 'Heart rate']]);
    expect(rows(found, 'tokens', 'Observation?encounter:present')).toEqual([]);
  });

  it('index own URLs as local references and all others unchanged', () => {
    const found = observation({
      subject: { reference: 'https://box.local/v1/fhir/Patient/p1' },
      performer: [
        { reference: 'https://other.example/fhir/Practitioner/9' },
        { reference: 'urn:uuid:1d1ee1e0-7b1e-4b4e-9d59-2b7a3b3b0f11' },
        { identifier: { system: 'urn:npi', value: '77' } },
      ],
    });
    expect(rows(found, 'references', 'Observation?subject')).toEqual([['Patient', 'p1']]);
    expect(rows(found, 'references', 'Observation?patient')).toEqual([['Patient', 'p1']]);
    expect(rows(found, 'references', 'Observation?performer')).toEqual([
      ['', 'https://other.example/fhir/Practitioner/9'],
      ['', 'urn:uuid:1d1ee1e0-7b1e-4b4e-9d59-2b7a3b3b0f11'],
    ]);
    expect(rows(found, 'tokens', 'Observation?performer:identifier')).toEqual([['urn:npi', '77']]);
  });
});

describe('a resource with too much to search by', () => {
  it('is refused', () => {
    const coding = Array.from({ length: 5001 }, (_, at) => ({ system: 'urn:s', code: `c${at}` }));
    expect(thrownBy(() => observation({ code: { coding } }))).toMatchObject({
      code: 'unprocessable',
      issues: [{ type: 'too-costly' }],
    });
  });

  it('is refused at the first row that is too many, whatever one value is made of', () => {
    const given = Array.from({ length: 40_000 }, () => 'a b c d e f g h');
    const value = { resourceType: 'Patient', name: [{ given }] };
    expect(thrownBy(() => index(value))).toMatchObject({
      code: 'unprocessable',
      issues: [{ type: 'too-costly', field: 'Patient' }],
    });
  });

  it('has few rows of few characters of a long name, and of an identifier of many kinds', () => {
    const family = 'a '.repeat(60_000);
    const coding = Array.from({ length: 1_000 }, (_, at) => ({ code: `c${at}` }));
    const identifier = [{ value: 'v'.repeat(100_000), type: { coding } }];
    const found = index({ resourceType: 'Patient', name: [{ family }], identifier });
    expect(found.strings.length).toBeLessThanOrEqual(3 * MAX_WORDS);
    expect(found.strings.every(({ folded }) => folded.length <= LONGEST_TEXT)).toBe(true);
    const kinds = rows(found, 'tokens', 'Patient?identifier:of-type') as unknown[][];
    expect(kinds).toHaveLength(1_000);
    expect(new Set(kinds.map(([, code]) => String(code).length <= 1_100))).toEqual(new Set([true]));
  });
});
