/** The first letter of a sentence. */
export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const MOST_NAMED = 4;

/** `aspirin, ibuprofen and 3 more`. */
export function listed(names: readonly string[]): string {
  const shown =
    names.length > MOST_NAMED + 1
      ? [...names.slice(0, MOST_NAMED), `${names.length - MOST_NAMED} more`]
      : names;
  const last = shown.at(-1) ?? '';
  return shown.length > 1 ? `${shown.slice(0, -1).join(', ')} and ${last}` : last;
}

/** What is at stake in a few words: the first clause of the effect. */
const atStake = (effect: string) => (/^[^,;:.(]+/.exec(effect)?.[0] ?? effect).trim();

const inSentence = (text: string) =>
  /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;

/** `Warfarin with aspirin and ibuprofen: bleeding`. */
export function titleOf(
  first: readonly string[],
  second: readonly string[],
  { title, effect }: { readonly title?: string | undefined; readonly effect: string },
): string {
  const drugs =
    second.length > 0 ? `${listed(first)} with ${listed(second)}` : `${listed(first)} together`;
  return `${capital(drugs)}: ${inSentence(title ?? atStake(effect))}`;
}
