import { formsOf } from './shorthand-forms.js';
import { MEASURE_WORDS } from './shorthand-table.js';
import { createForm, makeWord, type Word, withGap } from './words.js';

const ARROW = /[↑↓]+/;
const OF_MEASURE = { '↑': formsOf('high'), '↓': formsOf('low') } as const;
const OF_OTHERS = { '↑': formsOf('increased'), '↓': formsOf('reduced') } as const;

export const hasArrows = (text: string): boolean => text.includes('↑') || text.includes('↓');

const arrowBetween = (text: string, from: number, to: number) => {
  const match = ARROW.exec(text.slice(from, to));
  return match && { start: from + match.index, end: from + match.index + match[0].length };
};

const EMPTY = createForm('');

function arrowWord(text: string, start: number, end: number, of: Word, gap: number): Word {
  const sign = text.charAt(start) === '↑' ? '↑' : '↓';
  const [form] = (MEASURE_WORDS.has(of.folded) ? OF_MEASURE : OF_OTHERS)[sign];
  return makeWord(start, end, form ?? EMPTY, gap);
}

/** `↑ temp` and `BP ↓`: an arrow as the word that it means; not between a name and its value. */
export function arrowsAsWords(text: string, words: readonly Word[]): readonly Word[] {
  const read: Word[] = [];
  for (let at = 0; at <= words.length; at += 1) {
    const word = words[at];
    const before = words[at - 1];
    const arrow = arrowBetween(text, before?.end ?? 0, word?.start ?? text.length);
    if (arrow === null) {
      if (word !== undefined) read.push(word);
      continue;
    }
    const { start, end } = arrow;
    const joined = word !== undefined && text.slice(end, word.start).trim() === '';
    if (joined && !word.number && word.start - end < 2) {
      read.push(arrowWord(text, start, end, word, word.gap), withGap(word, 0));
      continue;
    }
    if (before !== undefined && !joined) read.push(arrowWord(text, start, end, before, 0));
    if (word !== undefined) read.push(word);
  }
  return read;
}
