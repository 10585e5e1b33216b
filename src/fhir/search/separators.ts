/**
 * A value at its separators (`,`, `|`, `$`), escapes left as they are: `a\,b,c` gives `a\,b` and `c`
 * (http://hl7.org/fhir/R4/search.html#escaping).
 */
export function splitAt(text: string, separator: ',' | '|' | '$'): string[] {
  const parts: string[] = [];
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === separator) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  return [...parts, text.slice(from)];
}

/** Unescapes `\,`, `\|`, `\$` and `\\`. */
export const unescaped = (text: string) => text.replace(/\\([,|$\\])/g, '$1');
