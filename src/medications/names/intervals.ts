import type { Timing } from './frequency.js';
import { countAt } from './quantities.js';
import { isMark, type Token } from './tokens.js';
import type { Vocabulary } from './vocabulary.js';

/** Frequency words of a line. */
export interface TimingAt {
  readonly timing: Partial<Timing>;
  readonly length: number;
  /** Number per dose, where the words give it: 2 of `2-0-2`; with its unit, `0-0-20 IE`. */
  readonly count?: number;
  readonly unit?: string;
}

export const wordAt = (tokens: readonly Token[], at: number) => {
  const token = tokens[at];
  return token?.kind === 'word' ? token.text : '';
};

const EVERY =
  /^(?:q|every|each|alle|alles|cada|c|ogni|elke|iedere|toutes|tous|jede|jeden|hver|var|all)$/;
const ARTICLES = /^(?:les|the|le|la)$/;
const HOURS =
  /^(?:h|hr|hrs|hour|hours|hourly|hrly|std|stunde|stunden|heure|heures|hora|horas|ora|ore|uur|timme|timmar|time|timer|horly)$/;
export const DAYS =
  /^(?:d|day|days|tag|tage|tagen|jour|jours|dia|dias|giorno|giorni|dag|dagen|dagar|dage|dager|daily)$/;
const WEEKS =
  /^(?:w|wk|wks|week|weeks|weekly|woche|wochen|semaine|semaines|semana|semanas|settimana|settimane|weken|vecka|veckor|uge|uger|uke|uker|sem)$/;
const MONTHS =
  /^(?:mo|month|months|monthly|monat|monate|mois|mes|meses|mese|mesi|maand|maanden|manad|manader|maned|maneder|mth|mths|m)$/;
export const DAYS_A_MONTH = 30.4;

/** The frequency of `N hours`, `N days` … */
function interval(count: number, unit: string): Partial<Timing> | undefined {
  if (count <= 0) return undefined;
  // Every few minutes: as long as necessary, not a daily count.
  if (/^(?:min|mins|minutes?|minuten|minutos|minuti)$/.test(unit)) return { unclear: true };
  if (HOURS.test(unit)) {
    return count > 24 ? { everyDays: [count / 24] } : { everyHours: [count] };
  }
  const days = DAYS.test(unit) ? 1 : WEEKS.test(unit) ? 7 : MONTHS.test(unit) ? DAYS_A_MONTH : 0;
  if (days === 0) return undefined;
  const every = count * days;
  if (every === 1) return { perDay: [1] };
  return every === 7 ? { daysAWeek: [1] } : { everyDays: [every] };
}

/** `q12h`, `every 4-6 hours`, `8 hourly`, `alle 3 Tage`, `/8h`. */
export function intervalAt(
  vocabulary: Vocabulary,
  tokens: readonly Token[],
  start: number,
): TimingAt | undefined {
  let at = start;
  if (wordAt(tokens, at) === 'once') at += 1;
  const every = EVERY.test(wordAt(tokens, at)) || isMark(tokens[at], '/');
  const q = wordAt(tokens, at) === 'q';
  if (every) at += 1;
  else at = start;
  if (every && (isMark(tokens[at], '/') || ARTICLES.test(wordAt(tokens, at)))) at += 1;
  const first = countAt(vocabulary, tokens, at);
  if (first?.value === undefined) return undefined;
  let count = first.value;
  at += first.length;
  const joins = isMark(tokens[at], '-') || ['to', 'bis', 'a', 'or'].includes(wordAt(tokens, at));
  const second = joins ? countAt(vocabulary, tokens, at + 1) : undefined;
  if (second?.value !== undefined) {
    // The shorter interval determines the maximum.
    count = Math.min(count, second.value);
    at += 1 + second.length;
  } else if (isMark(tokens[at], '-')) at += 1;
  if (['th', 'nd', 'rd', 'e'].includes(wordAt(tokens, at))) at += 1;
  const unit = wordAt(tokens, at);
  const adverb = /ly$/.test(unit) && unit !== 'daily';
  if (!every && !adverb) return undefined;
  const timing = interval(count, unit);
  if (timing !== undefined) return { timing, length: at + 1 - start };
  const bare = q && count <= 24 && Number.isInteger(24 / count);
  return bare ? { timing: { everyHours: [count] }, length: at - start } : undefined;
}
