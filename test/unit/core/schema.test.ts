import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { check, jsonSchema, parse } from '../../../src/core/schema.js';
import { thrownBy } from '../../support/refusals.js';

const schema = z.strictObject({
  name: z.string('must be text'),
  kind: z.enum(['a', 'b'], 'must be a or b'),
  size: z.union([z.string(), z.number()]).optional(),
  vitals: z.strictObject({ leads: z.array(z.number()) }).optional(),
  limit: z.int().default(5),
});

const valid = { name: 'n', kind: 'a' } as const;

function issuesOf(value: unknown) {
  const result = check(schema, value);
  if (result.ok) throw new Error('expected faults');
  return result.issues;
}

describe('check', () => {
  it('gives the value with its defaults', () => {
    expect(check(schema, valid)).toEqual({ ok: true, value: { ...valid, limit: 5 } });
  });

  it('calls a missing field missing, whatever words its schema has for a wrong one', () => {
    expect(issuesOf({})).toEqual([
      { field: 'name', issue: 'is required' },
      { field: 'kind', issue: 'is required' },
    ]);
    expect(issuesOf({ name: undefined, kind: 'a' })).toEqual([
      { field: 'name', issue: 'is required' },
    ]);
  });

  it('uses the words of the schema for a wrong value, null included', () => {
    expect(issuesOf({ name: null, kind: 'c' })).toEqual([
      { field: 'name', issue: 'must be text' },
      { field: 'kind', issue: 'must be a or b' },
    ]);
  });

  it('keeps the words of a rule that looks at several fields', () => {
    const ruled = z
      .strictObject({ mode: z.string(), file: z.string().optional() })
      .superRefine(({ file }, context) => {
        if (!file) context.addIssue({ code: 'custom', path: ['file'], message: 'is needed' });
      });
    expect(check(ruled, { mode: 'files' })).toEqual({
      ok: false,
      issues: [{ field: 'file', issue: 'is needed' }],
    });
  });

  it('writes paths through objects and lists with dots', () => {
    expect(issuesOf({ ...valid, vitals: { leads: [1, 2, 'x'] } })).toMatchObject([
      { field: 'vitals.leads.2' },
    ]);
    expect(issuesOf({ ...valid, vitals: {} })).toEqual([
      { field: 'vitals.leads', issue: 'is required' },
    ]);
  });

  it('calls the whole input body', () => {
    expect(issuesOf('text')).toMatchObject([{ field: 'body' }]);
    expect(issuesOf(undefined)).toEqual([{ field: 'body', issue: 'is required' }]);
    expect(issuesOf([])).toMatchObject([{ field: 'body' }]);
  });

  it('lists every fault and every unknown key, each by its own path', () => {
    const issues = issuesOf({ name: 1, kind: 'a', more: 1, other: 2, vitals: { leads: [], x: 1 } });
    expect(issues.map(({ field }) => field).sort()).toEqual(['more', 'name', 'other', 'vitals.x']);
    expect(issues.filter(({ issue }) => issue === 'is not known')).toHaveLength(3);
  });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
    'refuses the key %s of parsed JSON',
    (key) => {
      const body: unknown = JSON.parse(`{"name":"n","kind":"a","${key}":{"polluted":true}}`);
      expect(issuesOf(body)).toEqual([{ field: key, issue: 'is not known' }]);
      expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    },
  );

  it('does not take inherited values for given ones', () => {
    const body: unknown = JSON.parse('{"__proto__":{"name":"n"},"kind":"a"}');
    expect(issuesOf(body)).toContainEqual({ field: 'name', issue: 'is required' });
  });

  it('reveals nothing of the wrong value', () => {
    const issues = issuesOf({ ...valid, size: { patient: 'Jane Roe' }, vitals: 'Jane Roe' });
    expect(issues).toHaveLength(2);
    expect(JSON.stringify(issues)).not.toContain('Jane');
  });
});

describe('parse', () => {
  it('throws one validation error that leads with the first fault and lists all', () => {
    const error = thrownBy(() => parse(schema, { kind: 3 }));
    expect(error.code).toBe('validation_error');
    expect(error.message).toBe('Invalid value for name: is required.');
    expect(error.issues.map(({ field }) => field)).toEqual(['name', 'kind']);
  });

  it('returns what the schema makes of the value', () => {
    expect(
      parse(
        z.string().transform((text) => text.length),
        'four',
      ),
    ).toBe(4);
  });
});

describe('a value of nothing but faults', () => {
  it('reports the first hundred', () => {
    const value = Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`key${i}`, i]));
    expect(issuesOf(value)).toHaveLength(100);
  });
});

describe('jsonSchema', () => {
  it('describes what is sent apart from what is received', () => {
    expect(jsonSchema(schema, 'input')).toMatchObject({
      type: 'object',
      required: ['name', 'kind'],
      additionalProperties: false,
    });
    expect(jsonSchema(schema, 'output').required).toEqual(['name', 'kind', 'limit']);
    expect(jsonSchema(schema, 'input')).not.toHaveProperty('$schema');
  });
});
