/** The longest list, and the longest name, that an answer repeats. */
const MAX = { fields: 20, characters: 60 } as const;
/** Shorter beginnings are those of too many names. */
const MIN_COMMON = 3;

/** A field that was sent and is not known. */
export interface UnknownField {
  readonly name: string;
  /** The known field that is probably meant. */
  readonly meant?: string;
}

const letters = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '');

/** Of `eGFR`, `egfr`; of `weight`, `weight_kg`. */
function meantBy(name: string, known: readonly string[]): string | undefined {
  const own = letters(name);
  if (own.length < MIN_COMMON) return undefined;
  const starts = (field: string) =>
    letters(field).startsWith(own) || own.startsWith(letters(field));
  return known.find((field) => letters(field) === own) ?? known.find(starts);
}

/** The first fields that are not known, the end of long names left out. */
export function unknownFields(sent: readonly string[], known: readonly string[]): UnknownField[] {
  return sent
    .filter((name) => !known.includes(name))
    .slice(0, MAX.fields)
    .map((whole) => {
      const name = whole.length > MAX.characters ? `${whole.slice(0, MAX.characters)}…` : whole;
      const meant = meantBy(name, known);
      return { name, ...(meant !== undefined && { meant }) };
    });
}

/** The sentence for `warnings`. */
export const unknownFieldWarning = ({ name, meant }: UnknownField): string =>
  meant === undefined
    ? `patient.${name} is not a known field and was not used.`
    : `patient.${name} is not a known field and was not used; patient.${meant} may be meant.`;
