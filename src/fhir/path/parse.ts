import { type Token, tokensOf } from './tokens.js';

/**
 * A FHIRPath expression as a tree (http://hl7.org/fhirpath/N1/, the grammar of release 2.0). Signs are
 * not read: no expression of R4 has one.
 */
export type Expression =
  | { readonly kind: 'literal'; readonly value: string | number | boolean }
  | { readonly kind: 'empty' }
  | { readonly kind: 'this' }
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'member'; readonly of?: Expression; readonly name: string }
  | { readonly kind: 'index'; readonly of: Expression; readonly at: Expression }
  | Call
  | {
      readonly kind: 'type';
      readonly operator: 'is' | 'as';
      readonly of: Expression;
      readonly type: string;
    }
  | Operation;

export interface Call {
  readonly kind: 'call';
  readonly of?: Expression;
  readonly name: string;
  readonly parameters: readonly Expression[];
}

export interface Operation {
  readonly kind: 'operation';
  readonly operator: string;
  readonly left: Expression;
  readonly right: Expression;
}

/** Precedence of operators, lowest first: the table of precedence of the standard. */
const LEVELS = [
  ['implies'],
  ['or', 'xor'],
  ['and'],
  ['in', 'contains'],
  ['=', '~', '!=', '!~'],
  ['<', '>', '<=', '>='],
  ['|'],
  ['is', 'as'],
  ['+', '-', '&'],
  ['*', '/', 'div', 'mod'],
];
const POWERS: ReadonlyMap<string, number> = new Map(
  LEVELS.flatMap((operators, at) => operators.map((operator) => [operator, at + 1] as const)),
);

interface Reader {
  peek(): Token;
  next(): Token;
  /** Whether the next word is this symbol, which is then read. */
  takes(symbol: string): boolean;
  expect(symbol: string): void;
  fail(): never;
}

function createReader(expression: string): Reader {
  const tokens = tokensOf(expression);
  let place = 0;
  const peek = () => tokens[Math.min(place, tokens.length - 1)] ?? fail();
  const fail = (): never => {
    throw new RangeError(`cannot read ${expression} at ${tokens[place]?.at}`);
  };
  const next = () => {
    const token = peek();
    place += 1;
    return token;
  };
  const takes = (symbol: string) => {
    const { kind, text } = peek();
    if (kind !== 'symbol' || text !== symbol) return false;
    place += 1;
    return true;
  };
  const expect = (symbol: string) => {
    if (!takes(symbol)) fail();
  };
  return { peek, next, takes, expect, fail };
}

function readParameters(reader: Reader): readonly Expression[] {
  const parameters: Expression[] = [];
  if (reader.takes(')')) return parameters;
  do parameters.push(readExpression(reader, 0));
  while (reader.takes(','));
  reader.expect(')');
  return parameters;
}

/** A name, or a call if a bracket follows. */
function readName(reader: Reader, name: string, of?: Expression): Expression {
  const on = of === undefined ? {} : { of };
  if (!reader.takes('(')) return { kind: 'member', name, ...on };
  return { kind: 'call', name, parameters: readParameters(reader), ...on };
}

function readSymbol(reader: Reader, symbol: string): Expression {
  if (symbol === '$this') return { kind: 'this' };
  if (symbol === '(') {
    const inner = readExpression(reader, 0);
    reader.expect(')');
    return inner;
  }
  if (symbol !== '{') reader.fail();
  reader.expect('}');
  return { kind: 'empty' };
}

function readTerm(reader: Reader): Expression {
  const { kind, text } = reader.next();
  if (kind === 'text') return { kind: 'literal', value: text };
  if (kind === 'number') return { kind: 'literal', value: Number(text) };
  if (kind === 'variable') return { kind: 'variable', name: text };
  if (kind === 'symbol') return readSymbol(reader, text);
  if (kind !== 'name') return reader.fail();
  if (text === 'true' || text === 'false') return { kind: 'literal', value: text === 'true' };
  return readName(reader, text);
}

function readPath(reader: Reader): Expression {
  let path = readTerm(reader);
  for (;;) {
    if (reader.takes('.')) {
      const { kind, text } = reader.next();
      path = kind === 'name' ? readName(reader, text, path) : reader.fail();
    } else if (reader.takes('[')) {
      path = { kind: 'index', of: path, at: readExpression(reader, 0) };
      reader.expect(']');
    } else return path;
  }
}

/** `string`, `FHIR.string`, `System.String`: the last part counts. */
function readType(reader: Reader): string {
  let type = '';
  do {
    const { kind, text } = reader.next();
    type = kind === 'name' ? text : reader.fail();
  } while (reader.takes('.'));
  return type;
}

function readExpression(reader: Reader, minPrecedence: number): Expression {
  let left = readPath(reader);
  for (;;) {
    const { kind, text } = reader.peek();
    const power = kind === 'name' || kind === 'symbol' ? POWERS.get(text) : undefined;
    if (power === undefined || power <= minPrecedence) return left;
    reader.next();
    if (text === 'is' || text === 'as') {
      left = { kind: 'type', operator: text, of: left, type: readType(reader) };
    } else {
      left = { kind: 'operation', operator: text, left, right: readExpression(reader, power) };
    }
  }
}

/** @throws RangeError for an invalid expression */
export function parsePath(expression: string): Expression {
  const reader = createReader(expression);
  const tree = readExpression(reader, 0);
  if (reader.peek().kind !== 'end') reader.fail();
  return tree;
}
