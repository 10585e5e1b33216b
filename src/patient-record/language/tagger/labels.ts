/** The position of a word relative to a name: outside, or the first or a further word of a problem or a substance. */
export const LABELS = ['O', 'B-problem', 'I-problem', 'B-substance', 'I-substance'] as const;
export const LABEL_COUNT = LABELS.length;
export const OUTSIDE = 0;

/** The kinds of names of the tagger. */
export type TaggedKind = 'problem' | 'substance';

const FIRST: Readonly<Record<TaggedKind, number>> = { problem: 1, substance: 3 };

export const firstOf = (kind: TaggedKind): number => FIRST[kind];
export const furtherOf = (kind: TaggedKind): number => FIRST[kind] + 1;
export const kindOf = (label: number): TaggedKind =>
  label < FIRST.substance ? 'problem' : 'substance';
export const isFirst = (label: number): boolean =>
  label === FIRST.problem || label === FIRST.substance;
export const isFurther = (label: number): boolean => label > 0 && !isFirst(label);

/** A further word follows only the first or a further word of the same kind; `before` is -1 at the start. */
export const follows = (before: number, label: number): boolean =>
  !isFurther(label) || before === label || before === label - 1;
