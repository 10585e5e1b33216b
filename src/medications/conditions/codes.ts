const CODE = /^([A-TV-Z]\d[0-9A-B])\.?([0-9A-TV-Z]{0,4})$/i;
/** Inside a text only unambiguous codes: with a dot, or in brackets. */
const INSIDE = /\b([A-TV-Z]\d[0-9A-B]\.[0-9A-TV-Z]{1,4})\b|[([]([A-TV-Z]\d[0-9A-B])[)\]]/gi;

const dotted = (category: string, rest: string) =>
  (rest === '' ? category : `${category}.${rest}`).toUpperCase();

/** The ICD-10 code that a text consists of: `i509` is `I50.9`. */
export function codeOf(text: string): string | undefined {
  const bare = text.trim().replace(/^icd-?\s*10(?:-?cm)?\s*[:#]?\s*/i, '');
  const [, category, rest = ''] = CODE.exec(bare) ?? [];
  return category && dotted(category, rest);
}

/** Returns the ICD-10 codes within a text, and the text without them. */
export function codesIn(text: string): {
  readonly codes: readonly string[];
  readonly rest: string;
} {
  const codes: string[] = [];
  const rest = text.replace(INSIDE, (_, plain?: string, bracketed?: string) => {
    codes.push((plain ?? bracketed ?? '').toUpperCase());
    return ' ';
  });
  return { codes, rest: rest.replace(/\bicd-?\s*10(?:-?cm)?\b/gi, ' ') };
}
