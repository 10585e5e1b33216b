/** A text of any length, of one repeated part. */
export interface Grower {
  readonly name: string;
  /** @param characters UTF-16 code units, 2 at least */
  grow(characters: number): string;
}

const repeated =
  (piece: string): Grower['grow'] =>
  (characters) =>
    piece.repeat(Math.ceil(characters / piece.length)).slice(0, characters);

const named = (name: string, piece: string): Grower => ({ name, grow: repeated(piece) });

/** Different words, none of which is in a vocabulary. */
function unknownWords(characters: number): string {
  const words: string[] = [];
  for (let length = 0, n = 0; length < characters; n += 1) {
    const word = `z${(n * 7_919).toString(36)}q`;
    words.push(word);
    length += word.length + 1;
  }
  return words.join(' ').slice(0, characters);
}

/** Words, phrases that readers know, signs, and what Unicode writes out at length. */
export const GROWERS: readonly Grower[] = [
  named('one-letter words', 'a '),
  named('one long word', 'a'),
  { name: 'unknown words', grow: unknownWords },
  named('lengths of time', 'for 2 days '),
  named('denied findings', 'no fever, '),
  named('findings without a stop', 'fever and '),
  named('cues alone', 'denies '),
  named('what is not', 'fever is not '),
  named('doses', 'aspirin 5 mg '),
  named('numbers', '1 '),
  named('digits', '1'),
  named('values', 'bp 120/80 '),
  named('relatives', 'mother had '),
  named('questions and answers', 'Doctor: any fever? Patient: no. '),
  named('headings', '\nHistory: '),
  named('short forms', 'deep vein thrombosis (DVT) '),
  named('open brackets', '[{('),
  named('quotes', 'a"\''),
  named('backslashes', '\\'),
  named('slashes', 'a/'),
  named('commas', ','),
  named('full stops', '. '),
  named('spaces', ' '),
  named('lines', '\n'),
  named('a ligature of eighteen letters', '\ufdfa'),
  named('such ligatures as words', '\ufdfa '),
  named('squared words', '\u3300'),
  named('letters with a mark', 'e\u0301'),
  { name: 'one letter with many marks', grow: (n) => `a${'\u0301'.repeat(n - 1)}` },
  named('pictures', '\u{1f600}'),
  named('percent signs', '%41'),
];
