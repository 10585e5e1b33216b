/** One value of a variable, in the unit of the chart; a choice is its code. */
export interface Observation {
  readonly value: number | string | boolean;
  /** Milliseconds since 1970; a value without time counts as current. */
  readonly at?: number;
}

/** The values of a patient by variable, oldest first. */
export type Series = ReadonlyMap<string, readonly Observation[]>;
