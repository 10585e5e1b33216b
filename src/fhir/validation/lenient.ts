/** An element whose absence is a warning and not an error, and why. */
export interface Leniency {
  /** The element as its definition names it. */
  readonly element: string;
  readonly reason: string;
}

/**
 * Deviations from R4 that the appliance accepts: content of published examples that is harmless.
 */
export const LENIENCIES: readonly Leniency[] = [
  {
    element: 'Narrative.div',
    reason:
      'a narrative without text is equivalent to no narrative; some systems send only its status',
  },
];

export const isLenient = (element: string): boolean =>
  LENIENCIES.some((leniency) => leniency.element === element);
