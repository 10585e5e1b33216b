import type { Token } from './tokens.js';
import type { Vocabulary } from './vocabulary.js';

/** `for 7 days`, `x 5 days`, `7/7`, `for 2/52`: a duration rather than a dose. */
export function durationAt(
  vocabulary: Vocabulary,
  tokens: readonly Token[],
  start: number,
): number {
  const lead = /^(?:for|x|during|fur|pendant|durante|per|voor|i)$/.test(tokens[start]?.text ?? '')
    ? 1
    : 0;
  const [count, sign, of] = [
    tokens[start + lead],
    tokens[start + lead + 1],
    tokens[start + lead + 2],
  ];
  if (count?.kind !== 'number') return 0;
  const australian = sign?.text === '/' && /^(?:7|52|12)$/.test(of?.text ?? '');
  if (australian && vocabulary.units.match(tokens, start + lead + 3) === undefined) {
    const afterName = lead === 0 && tokens[start - 1]?.kind === 'word' && /^\d{3}/.test(count.text);
    return afterName ? 0 : lead + 3;
  }
  const period =
    /^(?:days?|weeks?|wks?|months?|tagen?|wochen|jours|semaines|dias|giorni|dagen|weken|dagar)$/;
  // `x3d` is also read as three doses; it never changes the amount per dose.
  const short = lead === 1 && /^(?:d|w|wk)$/.test(sign?.text ?? '');
  if (!(short || period.test(sign?.text ?? '')) || /^(?:a|per|each|on)$/.test(of?.text ?? ''))
    return 0;
  return lead + 2;
}
