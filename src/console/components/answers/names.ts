/** Fields of lists as the sentences of the API name them. */
const FIELD = /\b(?:medications|proposed|allergies|conditions)\.\d+\b/g;

/**
 * A sentence of the API with the lines of the request as they were typed: `medications.1 is not
 * known` → `“foobarium 3 mg” is not known`.
 */
export const withNames = (
  sentence: string,
  nameOf: ((what: string) => string | undefined) | undefined,
): string =>
  sentence.replace(FIELD, (field) => {
    const name = nameOf?.(field);
    return name === undefined ? field : `“${name}”`;
  });
