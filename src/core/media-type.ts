export interface MediaType {
  /** In lower case: `application/fhir+json`. */
  readonly type: string;
  /** Names in lower case, values without their quotation marks; in their original order. */
  readonly parameters: ReadonlyArray<readonly [name: string, value: string]>;
}

const TYPE = /\s*([^\s;,"]+)/y;
/** RFC 9110 §5.6.6, where a parameter may be empty. */
const PARAMETER = /\s*;\s*(?:([^\s;,="]+)\s*(?:=\s*(?:"([^"\\]*(?:\\.[^"\\]*)*)"|([^\s;,"]*)))?)?/y;
const REST = /\s*$/y;

/**
 * Reads a media type or range with its parameters (RFC 9110 §8.3.1).
 *
 * @returns undefined for a text that is not one media type
 */
export function readMediaType(text: string): MediaType | undefined {
  let at = 0;
  const next = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match !== null) at = pattern.lastIndex;
    return match;
  };
  const type = next(TYPE)?.[1];
  if (type === undefined) return undefined;
  const parameters: (readonly [string, string])[] = [];
  for (let parameter = next(PARAMETER); parameter !== null; parameter = next(PARAMETER)) {
    const [, name, quoted, bare = ''] = parameter;
    if (name === undefined) continue;
    parameters.push([name.toLowerCase(), quoted?.replace(/\\(.)/g, '$1') ?? bare]);
  }
  return next(REST) === null ? undefined : { type: type.toLowerCase(), parameters };
}

/** Returns the elements of a list such as `Accept`, split at commas outside quoted strings. */
export function splitList(text: string): string[] {
  const elements: string[] = [];
  let start = 0;
  let quoted = false;
  for (let at = 0; at <= text.length; at += 1) {
    const character = text[at];
    if (quoted && character === '\\') at += 1;
    else if (character === '"') quoted = !quoted;
    else if (character === undefined || (character === ',' && !quoted)) {
      elements.push(text.slice(start, at).trim());
      start = at + 1;
    }
  }
  return elements.filter((one) => one !== '');
}
