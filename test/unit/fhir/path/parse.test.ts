import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePath } from '../../../../src/fhir/path/parse.js';

const member = (name: string) => ({ kind: 'member', name });
const text = (value: string) => ({ kind: 'literal', value });

describe('a FHIRPath expression', () => {
  it('is read from left to right along its dots', () => {
    expect(parsePath('Patient.name[0].given')).toEqual({
      kind: 'member',
      name: 'given',
      of: {
        kind: 'index',
        of: { kind: 'member', name: 'name', of: member('Patient') },
        at: { kind: 'literal', value: 0 },
      },
    });
  });

  it('binds operators in the order of the standard', () => {
    expect(parsePath("a or b and c = 'x' | d.e implies f")).toEqual(
      parsePath("(a or (b and (c = ('x' | (d.e))))) implies f"),
    );
    expect(parsePath('a & b <= c + d is e')).toEqual(parsePath('(a & b) <= ((c + d) is e)'));
    expect(parsePath('a = b != c')).toEqual(parsePath('(a = b) != c'));
    expect(parsePath('a implies b implies c')).toEqual(parsePath('(a implies b) implies c'));
  });

  it('knows types, variables, calls, nothing at all, and names in backquotes', () => {
    expect(parsePath('a is FHIR.Quantity')).toEqual({
      kind: 'type',
      operator: 'is',
      of: member('a'),
      type: 'Quantity',
    });
    expect(parsePath('%resource')).toEqual({ kind: 'variable', name: 'resource' });
    expect(parsePath('%`vs-name`')).toEqual({ kind: 'variable', name: 'vs-name' });
    expect(parsePath('{}')).toEqual({ kind: 'empty' });
    expect(parsePath('$this.`div`')).toEqual({ ...member('div'), of: { kind: 'this' } });
    expect(parsePath("iif(a, 'b', 1)")).toEqual({
      kind: 'call',
      name: 'iif',
      parameters: [member('a'), text('b'), { kind: 'literal', value: 1 }],
    });
  });

  it('takes a word that is an operator elsewhere for a name where only a name can stand', () => {
    expect(parsePath('a.contains(b)')).toMatchObject({ kind: 'call', name: 'contains' });
    expect(parsePath('a contains b')).toMatchObject({ operator: 'contains' });
    expect(parsePath('text.contains')).toMatchObject({ kind: 'member', name: 'contains' });
  });

  it('undoes escapes in texts', () => {
    expect(parsePath(String.raw`'a\'b\\c\n\u0041'`)).toEqual(text("a'b\\c\nA"));
  });

  it.each([
    '',
    'a.',
    'a b',
    '(a',
    'a[1',
    'f(a',
    'f(a,)',
    'a = ',
    '#',
    '{ a }',
    "'open",
    'a is 1',
    '-1',
  ])('is refused where it is not whole: %s', (expression) => {
    expect(() => parsePath(expression)).toThrow(RangeError);
  });

  it('is either read or refused with a RangeError, whatever it is made of', () => {
    const words = [
      'a',
      '.',
      '(',
      ')',
      '[',
      ']',
      ',',
      "'t'",
      '1',
      ' is ',
      ' and ',
      '=',
      '|',
      '%x',
      '{',
      '}',
      '-',
      '$this',
      ' ',
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...words), { maxLength: 12 }), (parts) => {
        try {
          expect(parsePath(parts.join(''))).toHaveProperty('kind');
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError);
        }
      }),
    );
  });
});
