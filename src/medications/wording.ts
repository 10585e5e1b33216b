/** Returns the sentence with a capital first letter. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const MAX_NAMED = 4;

/** `aspirin, ibuprofen and naproxen`; of many the first ones and the number of the others. */
export function listed(names: readonly string[], max: number = MAX_NAMED): string {
  const shown =
    names.length > max + 1 ? [...names.slice(0, max), `${names.length - max} more`] : names;
  const last = shown.at(-1) ?? '';
  return shown.length > 1 ? `${shown.slice(0, -1).join(', ')} and ${last}` : last;
}
