import { trimesterOf } from '../patient.js';

/** The trimester that an entry states, in words or by weeks up to 44. */
export function trimesterIn(text: string): 1 | 2 | 3 | undefined {
  const word =
    /\b(1st|first|2nd|second|3rd|third|t1|t2|t3|[123])\s*(?:trimester|trim\b)|\btrimester\s*([123])/i.exec(
      text,
    );
  if (word) {
    const digit = /[123]/.exec(word[0])?.[0];
    const named = /second/i.test(word[0]) ? 2 : /third/i.test(word[0]) ? 3 : 1;
    return digit ? (Number(digit) as 1 | 2 | 3) : named;
  }
  const [, weeks] =
    /\b(\d{1,2})(?:\s*\+\s*\d)?\s*(?:\/\s*40\b|(?:completed\s+)?(?:weeks?|wks?|w)\b)/i.exec(text) ??
    [];
  if (weeks === undefined || Number(weeks) > 44) return undefined;
  return trimesterOf(Number(weeks));
}

/** Class after Child and Pugh (doi:10.1002/bjs.1800600817) where an entry states it. */
export function childPughIn(text: string): 'A' | 'B' | 'C' | undefined {
  const [, found] =
    /\bchild(?:[\s-]*turcotte)?[\s-]*pugh\s*(?:class|score|grade|stage)?\s*[:=]?\s*([abc])\b/i.exec(
      text,
    ) ?? [];
  return found === undefined ? undefined : (found.toUpperCase() as 'A' | 'B' | 'C');
}

const AGO =
  /(?:[,(]\s{0,3})?(?:\b(\d{1,2})\s*(days?|d|weeks?|wks?|w|months?|mths?|mo)\s+ago\b|\b(?:last|this|past) (?:week|month)\b|\byesterday\b)\)?/i;
const DAYS: Readonly<Record<string, number>> = { d: 1, w: 7, m: 30 };
/**
 * Labels that contraindicate a drug after an infarction or a stroke specify three to six months.
 */
const RECENT_DAYS = 183;

/** Rewrites `MI 2 weeks ago` as `recent MI`; other texts are returned unchanged. */
export function asRecent(text: string): string {
  const found = AGO.exec(text);
  if (found === null) return text;
  const [all, count, unit = ''] = found;
  const days = Number(count ?? 1) * (DAYS[unit.charAt(0).toLowerCase()] ?? 1);
  return days <= RECENT_DAYS ? `recent ${text.replace(all, '')}`.trim() : text;
}
