/** The subject of a line of text: present complaint, history, medication. */
export type LineKind = 'complaint' | 'history' | 'onset' | 'medication';

/** A line of free text of a request. */
export interface TextLine {
  readonly text: string;
  /** Path of its field. */
  readonly field: string;
  readonly kind: LineKind;
}
