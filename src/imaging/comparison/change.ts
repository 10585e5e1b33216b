export type Trend = 'new' | 'resolved' | 'increased' | 'decreased' | 'unchanged';

/** What a reading said of a label: its threshold, its unsure band and what it depends on counted. */
export type LabelState = 'present' | 'unsure' | 'absent';

export interface ScoreChange {
  readonly id: string;
  readonly name: string;
  /** Probabilities, or ratios. */
  readonly previous: number;
  readonly current: number;
  readonly trend: Trend;
  /** The change is no greater than what two films of an unchanged patient differ by. */
  readonly withinNoise: boolean;
  /** Of these differences 95 % are smaller; logits for labels, the ratio's own unit for the ratio. */
  readonly repeatability: number;
  /** From which value on the finding is reported, or the ratio is high. */
  readonly threshold: number;
}

/** A change of a label, with the verdict on either side. */
export interface LabelChange extends ScoreChange {
  readonly verdicts: readonly [previous: LabelState, current: LabelState];
}
