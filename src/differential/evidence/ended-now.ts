const ENDED =
  /\b(?:gone|none|nil|nothing|settled|resolved|recovered|better|over|stopped|ended|passed|cleared|fine|well|normal)\s+(?:now|since|today|at present)\b|\bnow\s+(?:all\s+|fully\s+|completely\s+)?(?:gone|settled|resolved|recovered|over|stopped|ended|passed|cleared|better|fine|well|normal|back to normal)\b/i;
const LONG_AGO =
  /\b(?:years?|decades?|child(?:hood)?|teens?|teenager|youth|infancy|history|hx|previous(?:ly)?|past|last (?:year|winter|summer|spring|autumn)|(?:19|20)\d\d)\b/i;

/**
 * Whether a sentence of the present complaint speaks of something that has just ended, such as
 * `chest pain for an hour, none now`: it is what the patient comes for, and not history.
 */
export const endedNow = (sentence: string): boolean =>
  ENDED.test(sentence) && !LONG_AGO.test(sentence);
