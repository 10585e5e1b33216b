/** Rows of a table to be read by one model. */
export interface ReadTableInput {
  readonly modelId: string;
  /** The manifest's features in order, in its units; NaN where a value is missing. */
  readonly rows: readonly ArrayLike<number>[];
}

/** The output of an additive model for one row. */
export interface TableReading {
  /** The output of the graph: the intercept and all contributions, uncalibrated. */
  readonly logit: number;
  /** Calibrated, 0..1. */
  readonly probability: number;
  /** One a term, uncalibrated log-odds. */
  readonly contributions: readonly number[];
  /** The calibrated probability of each member, where the package has an interval by members. */
  readonly members?: readonly number[];
}

export interface ReadTableOutput {
  readonly model: { readonly id: string; readonly backend: string };
  /** In the order of the rows. */
  readonly readings: readonly TableReading[];
}
