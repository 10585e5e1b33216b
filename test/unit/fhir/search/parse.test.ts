import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../../src/core/errors.js';
import { parseCriteria, parseSearch } from '../../../../src/fhir/search/parse.js';
import { queryOf, SEARCH_PARTS } from '../../../support/fhir/memory-search.js';
import { thrownBy } from '../../../support/refusals.js';
import { rounds } from '../../../support/rounds.js';

const lenient = { ...SEARCH_PARTS, strict: false };

const parse = (search: string, parts = lenient) => {
  const [type = '', ...rest] = search.split('?');
  return parseSearch(type, queryOf(rest.join('?')), parts);
};

const faultOf = (search: string, parts = lenient) => {
  const { code, issues } = thrownBy(() => parse(search, parts));
  return { code, type: issues[0]?.type, field: issues[0]?.field };
};

describe('a search that is understood', () => {
  it('asks for everything where there are no criteria', () => {
    expect(parse('Patient')).toEqual({
      type: 'Patient',
      query: {
        type: 'Patient',
        where: { kind: 'all', of: [] },
        order: [],
        limit: 50,
        total: 'none',
      },
      include: [],
      summary: 'false',
      elements: [],
      used: [],
      names: 'Patient',
      warnings: [],
    });
  });

  it('asks for a patient, a code and a date by rows and nothing else', () => {
    const { query } = parse('Observation?patient=1&code=urn:s|c&date=sa2024-01-01');
    expect(query.where).toEqual({
      kind: 'all',
      of: [
        {
          kind: 'reference',
          parameter: 'Observation?patient',
          any: [{ type: 'Patient', target: '1' }],
        },
        { kind: 'token', parameter: 'Observation?code', any: [{ system: 'urn:s', code: 'c' }] },
        {
          kind: 'date',
          parameter: 'Observation?date',
          any: [{ low: { min: { at: Date.UTC(2024, 0, 2) - 1, open: true } } }],
        },
      ],
    });
  });

  it('shapes the answer', () => {
    const found = parse(
      'Observation?_sort=-date,_lastUpdated&_count=7&_total=accurate&_summary=data&_elements=code,status&_format=json',
    );
    expect(found.query).toMatchObject({
      order: [
        { by: { parameter: 'Observation?date', in: 'dates' }, descending: true },
        { by: 'updated', descending: false },
      ],
      limit: 7,
      total: 'accurate',
    });
    expect(found).toMatchObject({ summary: 'data', elements: ['code', 'status'] });
    expect(found.used.map(([name]) => name)).toEqual([
      '_sort',
      '_count',
      '_total',
      '_summary',
      '_elements',
    ]);
  });

  it('counts alone when no entry is wanted, and never gives more than the limit', () => {
    expect(parse('Patient?_count=0').summary).toBe('count');
    expect(parse('Patient?_count=99999').query.limit).toBe(SEARCH_PARTS.limits.count);
  });

  it('includes by references, forwards, backwards and on from there', () => {
    const one = { reverse: false, from: 'Observation', iterate: false };
    expect(parse('Observation?_include=Observation:patient').include).toEqual([
      { ...one, parameter: 'Observation?patient' },
    ]);
    expect(parse('Observation?_include:iterate=Patient:organization:Organization').include).toEqual(
      [
        {
          reverse: false,
          from: 'Patient',
          parameter: 'Patient?organization',
          target: 'Organization',
          iterate: true,
        },
      ],
    );
    expect(parse('Patient?_revinclude=Provenance:target').include).toEqual([
      { reverse: true, from: 'Provenance', parameter: 'Provenance?target', iterate: false },
    ]);
    const all = parse('Encounter?_include=*').include.map(({ parameter }) => parameter);
    expect(all).toContain('Encounter?subject');
    expect(all).toContain('Encounter?location');
    expect(all).not.toContain('Encounter?status');
  });

  it.each([
    ['Patient?_id=1', 'Patient/1'],
    ['Observation?patient=1', 'Patient/1'],
    ['Observation?subject=1', 'Patient/1'],
    ['Observation?subject=Patient/1&code=2', 'Patient/1'],
    ['Observation?subject:Patient=1', 'Patient/1'],
    ['Observation?patient._id=1', 'Patient/1'],
    ['Provenance?target=Patient/1', 'Patient/1'],
    ['Observation?patient=1,2', undefined],
    ['Observation?subject=Group/1', undefined],
    ['Observation?encounter=1', undefined],
    ['Observation?_id=1', undefined],
    ['Patient?_id:not=1', undefined],
    ['Observation?patient:missing=true', undefined],
  ])('%s is bound to %s', (search, patient) => expect(parse(search).patient).toBe(patient));

  it('returns the names of its parameters and none of their values', () => {
    expect(parse('Observation?patient.name=Eve&code:text=x&date=ge2024&date=le2025').names).toBe(
      'Observation?patient.name,code:text,date',
    );
  });
});

describe('what is left out', () => {
  it.each([
    'Patient?nonsense=1',
    'Patient?name=',
    'Patient?name=%20',
    'Patient?_sort=nonsense',
    'Patient?_include=Patient:nonsense',
    'Patient?_include=Observation:patient',
    'Patient?_revinclude=Nonsense:patient',
    'Patient?nonsense.name=1',
  ])('%s is reported, and refused when strict', (search) => {
    const found = parse(search);
    expect(found.warnings).toMatchObject([{ severity: 'warning', code: 'not-supported' }]);
    expect(found.used).toEqual([]);
    expect(faultOf(search, SEARCH_PARTS)).toMatchObject({
      code: 'validation_error',
      type: 'not-supported',
    });
  });

  it('never repeats a name that may be a person', () => {
    const [warning] = parse('Patient?Eve%20Jones=1').warnings;
    expect(warning?.diagnostics).not.toContain('Eve');
    expect(warning?.expression).toBe('http');
  });
});

describe('what is refused', () => {
  it.each([
    ['Patient?name:phonetic=x', 'not-supported', 'http.name:phonetic'],
    ['Patient?gender:in=urn:x', 'not-supported', 'http.gender:in'],
    ['Patient?birthdate:exact=1970', 'not-supported', 'http.birthdate:exact'],
    ['Observation?subject:Coffee=1', 'not-supported', 'http.subject:Coffee'],
    ['Observation?code-value-quantity:not=a$1', 'not-supported', 'http.code-value-quantity:not'],
    ['Patient?_text=x', 'not-supported', 'http._text'],
    ['Patient?_filter=x', 'not-supported', 'http._filter'],
    ['Patient?_contained=true', 'not-supported', 'http._contained'],
    ['Patient?_sort:asc=name', 'not-supported', 'http._sort:asc'],
    ['Patient?_revinclude=*', 'not-supported', 'http._revinclude'],
    ['Observation?code.name=x', 'not-supported', 'http.code.name'],
    ['Observation?patient.nonsense=x', 'not-supported', 'http.patient.nonsense'],
    [
      'Patient?_has:Observation:nonsense:code=x',
      'not-supported',
      'http._has:Observation:nonsense:code',
    ],
    [
      'Patient?_has:Observation:patient:nonsense=x',
      'not-supported',
      'http._has:Observation:patient:nonsense',
    ],
    ['Patient?_has:Observation=x', 'invalid', 'http._has:Observation'],
    ['Patient?birthdate=yesterday', 'invalid', 'http.birthdate'],
    ['Patient?birthdate=xx1970', 'invalid', 'http.birthdate'],
    ['Patient?gender:missing=perhaps', 'invalid', 'http.gender:missing'],
    ['Patient?identifier=|', 'invalid', 'http.identifier'],
    ['Patient?identifier:of-type=a|b', 'invalid', 'http.identifier:of-type'],
    ['Patient?active=urn:s|true', 'invalid', 'http.active'],
    ['Observation?value-quantity=much', 'invalid', 'http.value-quantity'],
    ['Observation?value-quantity=1|mg', 'invalid', 'http.value-quantity'],
    ['Observation?patient=a b', 'invalid', 'http.patient'],
    ['Observation?subject:Patient=Group/1', 'invalid', 'http.subject:Patient'],
    ['Observation?code-value-quantity=a', 'invalid', 'http.code-value-quantity'],
    ['Patient?_count=-1', 'invalid', 'http._count'],
    ['Patient?_summary=perhaps', 'invalid', 'http._summary'],
    ['Patient?_total=all', 'invalid', 'http._total'],
    ['Patient?_elements=a.b', 'invalid', 'http._elements'],
    ['Patient?_sort=name,gender,active,birthdate', 'too-costly', 'http._sort'],
    [
      'Observation?encounter.part-of.part-of.patient.name=x',
      'too-costly',
      'http.encounter.part-of.part-of.patient.name',
    ],
    ['Provenance?target._id=x', 'too-costly', 'http.target._id'],
    ['Patient?phonetic:exact=x', 'not-supported', 'http.phonetic:exact'],
    [`Questionnaire?url:above=http://a${'/b'.repeat(200)}`, 'too-costly', 'http.url:above'],
    [`Patient?_id=${'a,'.repeat(201)}`, 'too-costly', 'http._id'],
    [`Questionnaire?url:above=http://a${'/'.repeat(500_000)}`, 'too-costly', 'http.url:above'],
    [`Patient?phonetic=${'a '.repeat(960)}`, 'too-costly', 'http.phonetic'],
    [
      `Patient?${Array.from({ length: 6 }, () => `name=${'a,'.repeat(199)}`).join('&')}`,
      'too-costly',
      'http.name',
    ],
    [
      `Patient?phonetic=${Array.from({ length: 60 }, (_, n) => `b${n} c d f g h j k l m n p q r s t v w`).join(',')}`,
      'too-costly',
      'http.phonetic',
    ],
    [`Patient?${'_id=a&'.repeat(51)}`, 'too-costly', 'http._query'],
  ])('%s: %s', (search, type, field) => {
    expect(faultOf(search)).toEqual({ code: 'validation_error', type, field });
  });

  it('returns a search or an AppError for any query', () => {
    const names = fc.constantFrom(
      '_id',
      '_lastUpdated',
      'date',
      'code',
      'patient',
      'value-quantity',
      'value-string',
      'combo-code-value-quantity',
      'subject.name',
      '_has:Observation:patient:code',
      '_sort',
      '_include',
      '_count',
      'category',
      'identifier',
      'nonsense',
    );
    const modifiers = fc.constantFrom('', ':not', ':text', ':missing', ':exact', ':of-type', ':x');
    const values = fc.oneof(
      fc.string(),
      fc.string({ unit: fc.constantFrom(...'ge0123456789-T:Z|,$\\.+eabc'.split('')) }),
    );
    const pairs = fc.array(
      fc
        .tuple(names, modifiers, values)
        .map(([name, modifier, value]) => [name + modifier, value] as const),
      { maxLength: 4 },
    );
    fc.assert(
      fc.property(pairs, (query) => {
        try {
          expect(parseSearch('Observation', query, lenient).type).toBe('Observation');
        } catch (error) {
          expect(error).toBeInstanceOf(AppError);
        }
      }),
      { numRuns: rounds({ short: 100, long: 2_500 }) },
    );
  });
});

describe('the criteria of a conditional interaction', () => {
  const criteria = (text: string) => parseCriteria('Patient', queryOf(text), lenient);

  it('are the filter of a search', () => {
    expect(criteria('identifier=urn:mrn|1&_format=json')).toEqual(
      parse('Patient?identifier=urn:mrn|1').query.where,
    );
  });

  it.each([
    ['', 'precondition_failed'],
    ['_format=json', 'precondition_failed'],
    ['identifier=', 'validation_error'],
    ['identifier=urn:mrn|1&nonsense=1', 'validation_error'],
    ['identifier=urn:mrn|1&_count=1', 'validation_error'],
    ['identifier=urn:mrn|1&_sort=name', 'validation_error'],
    ['_text=x', 'validation_error'],
  ])("'%s' is refused: %s", (text, code) => {
    expect(thrownBy(() => criteria(text)).code).toBe(code);
  });
});
