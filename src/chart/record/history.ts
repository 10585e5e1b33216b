import { foldName } from '../variable.js';
import { FLAGS, findVariable } from '../variables/catalogue.js';

/** What a line of a medical history says of one condition. */
export interface HistoryItem {
  readonly name: string;
  readonly present: boolean;
}

/** Words for a condition with underscores at both ends, the longest first. */
const PHRASES: ReadonlyArray<{ readonly phrase: string; readonly name: string }> = FLAGS.flatMap(
  ({ name, title, synonyms = [] }) =>
    [name, title, ...synonyms].map((words) => ({ phrase: `_${foldName(words)}_`, name })),
)
  // Two letters mean too many things inside a sentence.
  .filter(({ phrase }) => phrase.length >= 5)
  .sort((a, b) => b.phrase.length - a.phrase.length);

/** The condition whose name or synonym this is as a whole. */
function conditionNamed(words: string): string | undefined {
  const variable = findVariable(words);
  return variable?.kind === 'flag' ? variable.name : undefined;
}

const LEADING = /^(known|chronic|previous|prior|past|old|history_of|hx_of|h_o|status_post|s_p)_/;
const DENIED = /(^|_)(no|not|denies|denied|without|never|negative_for|ruled_out|excluded)_/;
/** Whoever else has it, or whether anybody does, is not said of the patient. */
const OF_OTHERS = /(^|_)(family|mother|father|brother|sister|parent|sibling|relative)s?_/;
const UNSURE = /(^|_)(possible|possibly|probable|suspected|query|rule_out|r_o|risk_of|at_risk)_/;

/** Who smoked once does not smoke now. */
const GAVE_UP =
  /_(?:ex|former|formerly|previous|previously|past|quit|stopped|gave_up|given_up|used_to)_(?:[a-z]+_){0,2}(?:smok|tobacco)|_(?:smok[a-z]*|tobacco)_(?:quit|stopped)/;

const withoutLead = (text: string): string => {
  const shorter = text.replace(LEADING, '');
  return shorter === text ? text : withoutLead(shorter);
};

/**
 * The conditions of the catalogue that a line of history names: `CHF`, `type 2 diabetes, diet
 * controlled`, `no known asthma`. Conditions of relatives and mere suspicions are left out.
 */
export function conditionsIn(line: string): HistoryItem[] {
  const folded = foldName(line);
  const exact = conditionNamed(folded) ?? conditionNamed(withoutLead(folded));
  if (exact !== undefined && !GAVE_UP.test(`_${folded}_`)) return [{ name: exact, present: true }];
  return line.split(/[,;.\n]|\band\b|\bbut\b|\bwith\b/i).flatMap((part) => {
    const text = `_${foldName(part)}_`;
    if (GAVE_UP.test(text)) return [{ name: 'current_smoker', present: false }];
    const alone = conditionNamed(withoutLead(text.slice(1, -1)));
    if (alone !== undefined) return [{ name: alone, present: true }];
    if (OF_OTHERS.test(text) && !text.includes('_family_history_of_coronary')) return [];
    if (UNSURE.test(text)) return [];
    const found = PHRASES.find(({ phrase }) => text.includes(phrase));
    if (found === undefined) return [];
    const before = text.slice(0, text.indexOf(found.phrase) + 1);
    return [{ name: found.name, present: !DENIED.test(before) }];
  });
}
