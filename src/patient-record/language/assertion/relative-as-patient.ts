import { lower } from '../clauses/grammar.js';
import { isRelative } from '../clauses/relatives.js';
import type { Word } from '../text/words.js';
import type { Cue } from './cues.js';

/** Words of a complaint that are looked at: such calls are short. */
const MAX_WORDS = 60;
const MAX_BEFORE = 7;

/** What may precede the relative at the beginning of a call for help. */
const BEFORE =
  /^(?:please|help|hi|hello|urgent|urgently|quick|quickly|emergency|ambulance|carer|here|i|think|my|our|the|this|elderly|old|poor|little|older|younger|pregnant|diabetic|best|year|\d+)$/;

/** What has just happened to the relative. */
const HAPPENED =
  /^(?:collapsed|collapses|slumped|fell|fallen|took|taken|swallowed|drank|drunk|ate|eaten|cut|slit|slashed|stabbed|shot|hanged|hung|stopped|fainted|faints|gone|went|turned|lost|choked|dropped|overdosed|burnt|burned|bitten|vomited|thrown|jumped|crashed|injected|inhaled|drowned|become|broken|broke|knocked|slipped|tripped|keeled|banged|hit|passed out|blacked out|come (?:off|over|out|up)|set (?:himself|herself|fire)|been (?:hit|shot|stabbed|bitten|stung|attacked|run|knocked|burnt|burned|electrocuted|crushed|thrown|trapped|found|sick|vomiting|throwing|fitting|unconscious|bleeding|unresponsive|kicked)|had (?:a|an|another) (?:big |bad |massive )?(?:fit|seizure|convulsion|stroke|heart|fall|accident|overdose|crash))\b/;
/** What the relative is doing or how he is now. */
const IS_NOW =
  /^(?:having (?:a|an|another|chest|trouble|difficulty|convulsions|fits)|fitting|seizing|convulsing|choking|bleeding|shaking|jerking|vomiting|throwing|coughing|gasping|struggling|fighting|breathing|responding|waking|moving|screaming|threatening|hallucinating|drowning|wheezing|unconscious|unresponsive|lifeless|blue|grey|gray|purple|pale|limp|floppy|drowsy|confused|delirious|trapped|pinned|stuck|lying|on the (?:floor|ground)|in labour|giving birth|burning|boiling|freezing|acting|talking|slurring|suicidal|dying|swelling|paralysed|out cold|turning|going|barely|hardly|making|losing|bringing|collapsed)\b/;
/** What the relative does not do or keeps doing, in the present. */
const STATES =
  /^(?:wont|cant|cannot|can not|doesnt|isnt|keeps|looks|sounds|suddenly|started|says (?:he|she)|barely|hardly)\b/;
const ADVERB = /^(?:just|suddenly|now|only|really|completely|already|all|not) /;

/** What makes it the illness of somebody else after all, or one of the past. */
const OF_ANOTHER =
  /\b(?:years? (?:ago|back)|months? (?:ago|back)|weeks? (?:ago|back)|for years|died|deceased|aged|at the age|history|inherited|genetic|hereditary|same|also|risk|when s?he was|as a child|last (?:year|month)|in the family|carrier|i feel|i get|i also|i have (?:had|been|the|a|an)|ive (?:had|got|been)|diagnosed)\b/;

/** Where the words about the relative begin: behind `in law`, `has`, `is just`. */
function stateOf(rest: string): { readonly text: string; readonly auxiliary: string } {
  let text = rest.replace(/^in laws? /, '');
  const auxiliary = /^(?:has|have|is|s|are|was|hes|shes) /.exec(text)?.[0].trim() ?? '';
  if (auxiliary !== '') text = text.slice(auxiliary.length + 1);
  while (ADVERB.test(text)) text = text.replace(ADVERB, '');
  return { text, auxiliary };
}

/**
 * Whether a complaint calls for help for the relative it begins with, who is then the patient: `my husband
 * has collapsed`, `my wife isn't breathing`; not `my father has diabetes` or `my sister had the same`.
 *
 * @param cue words for the relative
 */
export function isRelativeAsPatient(words: readonly Word[], cue: Cue): boolean {
  if (cue.from > MAX_BEFORE || words.length > MAX_WORDS) return false;
  if (!words.slice(cue.from, cue.to).some((word) => isRelative(lower(word)))) return false;
  if (words.slice(0, cue.from).some((word) => !BEFORE.test(lower(word)))) return false;
  const all = words.map((word) => word.folded).join(' ');
  if (OF_ANOTHER.test(all)) return false;
  const rest = words
    .slice(cue.to)
    .map((word) => word.folded)
    .join(' ');
  const { text, auxiliary } = stateOf(rest);
  if (HAPPENED.test(text)) return !(auxiliary === '' && /^had\b/.test(text));
  return STATES.test(text) || ((auxiliary === 'is' || auxiliary === 's') && IS_NOW.test(text));
}
