/** What a line of text is about: what is wrong now, what was before, what is taken. */
export type LineKind = 'complaint' | 'history' | 'onset' | 'medication';

/** A line of free text of a request. */
export interface TextLine {
  readonly text: string;
  /** Path of its field. */
  readonly field: string;
  readonly kind: LineKind;
}
