/** An element whose absence is a warning and not an error, and why. */
export interface Leniency {
  /** The element as its definition names it. */
  readonly element: string;
  readonly reason: string;
}

/**
 * Where the appliance takes what R4 forbids. Short on purpose: each line is content that published
 * examples hold and that no reader is misled by.
 */
export const LENIENCIES: readonly Leniency[] = [
  {
    element: 'Narrative.div',
    reason:
      'a narrative without text says no less than no narrative; systems send its status alone',
  },
];

export const isLenient = (element: string): boolean =>
  LENIENCIES.some((leniency) => leniency.element === element);
