import type { Person } from '../../patient-record/person-in-words.js';
import { daysOf, numberIn } from './lengths.js';

const LAST =
  /\b(?:lmp|last (?:menstrual )?(?:period|cycle|menses)|last menstruation|last menstrual cycle)\b[^.;\n]{0,40}?(\d+(?:\.\d+)?|an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve)[\s-]*(days?|weeks?|wks?|months?|years?|yrs?)\s*(?:ago|back|earlier|before)/i;
/** Longer than any usual cycle. */
const MISSED_DAYS = 38;
const GONE_DAYS = 300;
const YOUNGEST_MENOPAUSE = 40;
const OLDEST_PREGNANCY = 55;

export interface LastPeriod {
  /** The resulting finding; absent where the cycle is normal. */
  readonly finding?: 'missed_period' | 'menopause';
  /** The date as written. */
  readonly text: string;
}

/**
 * Reads the date of the last period: a period is missed after 38 days (the longest usual cycle,
 * FIGO 2018, doi 10.1002/ijgo.12666), and at menopausal age its absence is final after about a
 * year.
 */
export function lastPeriodIn(text: string, { age }: Person): LastPeriod | undefined {
  const match = LAST.exec(text);
  if (match === null) return undefined;
  const [words, number = '', unit = ''] = match;
  const days = daysOf(numberIn(number), unit);
  if (days <= MISSED_DAYS) return { text: words };
  const old = age !== undefined && age >= YOUNGEST_MENOPAUSE;
  if (days >= GONE_DAYS)
    return old ? { finding: 'menopause', text: words } : { finding: 'missed_period', text: words };
  if (age !== undefined && age > OLDEST_PREGNANCY) return { text: words };
  return { finding: 'missed_period', text: words };
}
