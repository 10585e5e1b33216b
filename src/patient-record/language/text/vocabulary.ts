import { LISTED, UNCLASSIFIED } from './word-classes.js';
import { createForm, type Form, makeWord, type Word } from './words.js';

/** A class of {@link CLASS}, and which words may belong to it. */
export type ClassRule = readonly [bit: number, holds: (form: Form) => boolean];

/** More than a package has words, in all ways of writing them. */
const MAX_FORMS = 100_000;

const withClasses = ({ written, folded, plain, number }: Form, classes: number): Form => ({
  written,
  folded,
  plain,
  number,
  classes,
});

/** The same word apart from the text that it was cut from: V8 keeps that as long as a long part of it. */
const detached = (written: string): string => Buffer.from(written).toString();

/** The words of a package with their classes. */
export interface Vocabulary {
  /** The form of a word as written, with its classes. */
  formOf(written: string): Form;
  /** A word with its classes, also where it was made from a fixed form. */
  classified(word: Word): Word;
}

/**
 * Classifies words by rules. Words that a list has are kept for the next text; others, such as names
 * of persons, are not: no patient data stay here.
 */
export function createVocabulary(rules: readonly ClassRule[]): Vocabulary {
  const forms = new Map<string, Form>();

  function classesOf(form: Form): number {
    let classes = 0;
    for (const [bit, holds] of rules) if (holds(form)) classes |= bit;
    return classes;
  }

  function formOf(written: string): Form {
    const known = forms.get(written);
    if (known !== undefined) return known;
    const bare = createForm(written);
    const classes = classesOf(bare);
    const listed = !bare.number && (classes & LISTED) !== 0;
    if (!listed || forms.size >= MAX_FORMS) return withClasses(bare, classes);
    const form = withClasses(createForm(detached(written)), classes);
    forms.set(form.written, form);
    return form;
  }

  return {
    formOf,
    classified(word) {
      if (word.classes !== UNCLASSIFIED) return word;
      const { start, end, written, folded, gap, sure } = word;
      const form = formOf(written);
      const usual = form.folded === folded;
      return makeWord(start, end, usual ? form : withClasses(word, classesOf(word)), gap, sure);
    },
  };
}
