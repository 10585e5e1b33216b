import type {
  DateRow,
  NumberRow,
  ReferenceRow,
  StringRow,
  TokenRow,
} from '../../storage/fhir/rows.js';

/** Index rows while they are gathered. */
export interface Sink {
  readonly tokens: TokenRow[];
  readonly strings: StringRow[];
  readonly references: ReferenceRow[];
  readonly dates: DateRow[];
  readonly numbers: NumberRow[];
}

export const emptySink = (): Sink => ({
  tokens: [],
  strings: [],
  references: [],
  dates: [],
  numbers: [],
});

/** Makes the rows of one value. */
export type Emit = (value: unknown, into: Sink) => void;
