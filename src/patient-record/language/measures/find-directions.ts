import type { NameMatch } from '../dictionary/find-names.js';
import type { Span } from '../span.js';
import { goesOn, type Word } from '../text/words.js';

/** `elevated troponin`: a test and which way it is off make a finding. */
const DIRECTION: ReadonlyMap<string, string> = new Map(
  Object.entries({
    elevated: 'elevated',
    raised: 'elevated',
    high: 'elevated',
    increased: 'elevated',
    rising: 'elevated',
    higher: 'elevated',
    supratherapeutic: 'elevated',
    low: 'low',
    decreased: 'low',
    reduced: 'low',
    lower: 'low',
    falling: 'low',
    subtherapeutic: 'low',
    deranged: 'abnormal',
    abnormal: 'abnormal',
    prolonged: 'prolonged',
    depressed: 'low',
    diminished: 'low',
    impaired: 'abnormal',
    positive: 'positive',
    elevation: 'elevated',
    borderline: 'borderline',
    worsening: 'worsening',
    poor: 'abnormal',
    rise: 'elevated',
    drop: 'low',
    uncontrolled: 'elevated',
    suppressed: 'low',
  }),
);
const ADVERB = new Set(
  'mildly slightly markedly very significantly moderately a little bit quite still also too serum persistently'.split(
    ' ',
  ),
);
const COPULA = new Set(
  'is wa are were was remain came back has been level levels be appears'.split(' '),
);

const directionOf = (word: Word | undefined) =>
  word === undefined ? undefined : DIRECTION.get(word.folded);

/** Returns a finding for each test that is described as abnormal. */
export function findDirections(
  words: readonly Word[],
  named: readonly NameMatch[],
): readonly Span[] {
  return named.flatMap(({ from, to, meanings }): Span[] => {
    const meaning = meanings.find(({ measured }) => measured !== undefined);
    if (meaning?.measured === undefined || meaning.measured.only) return [];
    const made = (start: number, end: number, direction: string): Span[] => {
      const name = `${direction} ${meaning.name}`;
      return [{ type: 'finding', from: start, to: end, confidence: 0.85, name, coding: [] }];
    };
    if (goesOn(words[from])) {
      const direct = directionOf(words[from - 1]);
      if (direct !== undefined) return made(from - 1, to, direct);
    }
    let at = to;
    while (at < to + 4 && goesOn(words[at]) && COPULA.has(words[at]?.folded ?? '')) at += 1;
    if (at === to) return [];
    while (at < to + 6 && goesOn(words[at]) && ADVERB.has(words[at]?.folded ?? '')) at += 1;
    const direction = goesOn(words[at]) ? directionOf(words[at]) : undefined;
    return direction === undefined ? [] : made(from, at + 1, direction);
  });
}
