/** One value of a variable, in the unit of the chart; a choice is its code. */
export interface Observation {
  readonly value: number | string | boolean;
  /** Milliseconds of the epoch; a value without time counts as current. */
  readonly at?: number;
}

/** What is known of a patient by name of variable, oldest first. */
export type Series = ReadonlyMap<string, readonly Observation[]>;
