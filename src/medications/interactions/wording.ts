import { capital, listed } from '../wording.js';

/** The risk in a few words: the first clause of the effect. */
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
