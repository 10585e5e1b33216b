import type { NameMatch } from '../dictionary/find-names.js';
import type { Meaning } from '../dictionary/meaning.js';
import type { Span } from '../span.js';
import { GAP, goesOn, type Word } from '../text/words.js';

/** Tests whose substance is also given: name of the test -> of what is given. */
const SUBSTANCES: ReadonlyMap<string, string> = new Map([
  ['magnesium', 'magnesium'],
  ['potassium', 'potassium'],
  ['calcium', 'calcium'],
  ['serum iron', 'iron'],
  ['phosphate', 'phosphate'],
  ['bicarbonate', 'bicarbonate'],
  ['zinc', 'zinc'],
  ['glucose', 'glucose'],
]);

const GIVES = new Set(
  (
    'given give giving gave receive receives received receiving start started starting begin began begun take takes took taking ' +
    'replaced replace replete repleted repleting supplemented supplement oral iv intravenous po im prescribed prescribe ' +
    'administered administer ordered infuse infused continue continued'
  ).split(' '),
);
const FORMS = new Set(
  'supplement supplementation supplements replacement repletion tablet tab pill infusion drip gtt bolus iv po rider'.split(
    ' ',
  ),
);
const DOSE_UNIT = /^(?:mgs?|g|gm|gram|milligram|mmol|meq|unit|ml|tablet|tab|amp|ampule|ampoule)$/;
const BETWEEN = new Set('some more with on and or additional further two'.split(' '));
const MAX_BETWEEN = 4;

/** `20 mmol IV`: an amount that is given, not one in a sample. */
function isDosed(text: string, words: readonly Word[], to: number): boolean {
  const [number, unit] = [words[to], words[to + 1]];
  if (number?.number !== true || !goesOn(number) || unit === undefined || !goesOn(unit))
    return false;
  return DOSE_UNIT.test(unit.folded) && !/^ ?\//.test(text.slice(unit.end, unit.end + 2));
}

/** `given magnesium`, `replaced potassium and magnesium`. */
function isGiven(words: readonly Word[], from: number, starts: ReadonlySet<number>): boolean {
  for (let at = from - 1; at >= 0 && at >= from - MAX_BETWEEN; at -= 1) {
    const word = words[at];
    const listed = ((words[at + 1]?.gap ?? 0) & ~(GAP.comma | GAP.hyphen)) === 0;
    if (word === undefined || !listed) return false;
    if (GIVES.has(word.folded)) return true;
    if (!BETWEEN.has(word.folded) && !starts.has(at)) return false;
  }
  return false;
}

const isSubstance = ({ type, name }: Meaning): boolean =>
  type === 'lab_test' && SUBSTANCES.has(name);

/** Substances of tests where they are given: `magnesium 2 g IV`, `replaced potassium`, `iron tablets`. */
export function findGiven(
  text: string,
  words: readonly Word[],
  named: readonly NameMatch[],
): readonly Span[] {
  if (!named.some(({ meanings }) => meanings.some(isSubstance))) return [];
  const substances = named.flatMap(({ from, to, meanings }) => {
    const test = meanings.find(isSubstance);
    return test === undefined ? [] : [{ name: SUBSTANCES.get(test.name) ?? test.name, from, to }];
  });
  const starts = new Set(substances.map(({ from }) => from));
  return substances.flatMap(({ from, to, name }): Span[] => {
    const next = words[to];
    const formed = goesOn(next) && FORMS.has(next?.folded ?? '');
    if (!formed && !isDosed(text, words, to) && !isGiven(words, from, starts)) return [];
    return [{ type: 'medication', from, to, confidence: 0.95, name, coding: [] }];
  });
}
