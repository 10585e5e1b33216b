/** A word of an expression; `at` is its place, for the message when it cannot be read. */
export interface Token {
  readonly kind: 'name' | 'text' | 'number' | 'variable' | 'symbol' | 'end';
  readonly text: string;
  readonly at: number;
}

/**
 * Names (also in backquotes), `'text'`, numbers, `%variable` (also `%"…"`), `$this`, symbols.
 * Dates and quantities are not read: no expression of R4 that is used here has one.
 */
const WORD =
  /\s*(?:(?<name>[A-Za-z_]\w*)|`(?<quoted>[^`]*)`|'(?<text>(?:[^'\\]|\\.)*)'|(?<number>\d+(?:\.\d+)?)|%(?:(?<variable>[A-Za-z_][\w-]*)|["`'](?<long>[^"`']*)["`'])|(?<symbol>\$this|\$index|\$total|!=|!~|<=|>=|[.()[\]{},|&=~<>+*/-]))/y;

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', f: '\f' };

const unescaped = (text: string): string =>
  text.replace(/\\(?:u([0-9a-fA-F]{4})|(.))/g, (_, code: string | undefined, one: string) =>
    code === undefined ? (ESCAPES[one] ?? one) : String.fromCharCode(Number.parseInt(code, 16)),
  );

function toToken(groups: Readonly<Record<string, string | undefined>>, at: number): Token {
  const { name, quoted, text, number, variable, long, symbol } = groups;
  if (text !== undefined) return { kind: 'text', text: unescaped(text), at };
  if (number !== undefined) return { kind: 'number', text: number, at };
  if (symbol !== undefined) return { kind: 'symbol', text: symbol, at };
  const named = name ?? quoted;
  if (named !== undefined) return { kind: 'name', text: named, at };
  return { kind: 'variable', text: variable ?? long ?? '', at };
}

/** @throws RangeError where the expression holds something else */
export function tokensOf(expression: string): readonly Token[] {
  const text = expression.trim();
  const tokens: Token[] = [];
  WORD.lastIndex = 0;
  while (WORD.lastIndex < text.length) {
    const at = WORD.lastIndex;
    const match = WORD.exec(text);
    if (match === null) throw new RangeError(`cannot read ${expression} at ${at}`);
    tokens.push(toToken(match.groups ?? {}, at));
  }
  return [...tokens, { kind: 'end', text: '', at: text.length }];
}
