export type Trend = 'new' | 'resolved' | 'increased' | 'decreased' | 'unchanged';

/**
 * The verdict of a reading on a label, including its threshold, its unsure band and the label that
 * it depends on.
 */
export type LabelState = 'present' | 'unsure' | 'absent';

export interface ScoreChange {
  readonly id: string;
  readonly name: string;
  /** Probabilities, or ratios. */
  readonly previous: number;
  readonly current: number;
  readonly trend: Trend;
  /** Whether the change is no greater than between two films of an unchanged patient. */
  readonly withinNoise: boolean;
  /**
   * The repeatability coefficient: 95 % of such differences are smaller; logits for labels, the
   * ratio's own unit for the ratio.
   */
  readonly repeatability: number;
  /** From which value on the finding is reported, or the ratio is high. */
  readonly threshold: number;
}

/** A change of a label, with the verdict on either side. */
export interface LabelChange extends ScoreChange {
  readonly verdicts: readonly [previous: LabelState, current: LabelState];
}
