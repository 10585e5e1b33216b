export type SqlValue = string | number | null;

/** A fragment of SQL with the values of its placeholders, in order. */
export interface Sql {
  readonly text: string;
  readonly values: readonly SqlValue[];
}

const isSql = (part: SqlValue | Sql): part is Sql => typeof part === 'object' && part !== null;

/** Builds SQL from fragments; any other value is bound as a parameter, never inserted as text. */
export function sql(strings: TemplateStringsArray, ...parts: (SqlValue | Sql)[]): Sql {
  let text = strings[0] ?? '';
  const values: SqlValue[] = [];
  for (const [index, part] of parts.entries()) {
    if (isSql(part)) values.push(...part.values);
    else values.push(part);
    text += (isSql(part) ? part.text : '?') + (strings[index + 1] ?? '');
  }
  return { text, values };
}

/** A name of the schema; never anything that came from outside. */
export const named = (name: string): Sql => ({ text: name, values: [] });

export function joined(parts: readonly Sql[], between: string): Sql {
  return {
    text: parts.map(({ text }) => text).join(between),
    values: parts.flatMap(({ values }) => values),
  };
}

export const NEVER: Sql = { text: '0', values: [] };
export const ALWAYS: Sql = { text: '1', values: [] };

export function anyOf(parts: readonly Sql[]): Sql {
  return parts.length === 0 ? NEVER : sql`(${joined(parts, ' OR ')})`;
}

export function allOf(parts: readonly Sql[]): Sql {
  return parts.length === 0 ? ALWAYS : joined(parts, ' AND ');
}
