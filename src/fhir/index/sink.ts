import type {
  DateRow,
  NumberRow,
  ReferenceRow,
  StringRow,
  TokenRow,
} from '../../store/fhir/rows.js';
import { refuseFor } from '../outcome.js';

/** Index rows while they are gathered. */
export interface RowCollector {
  readonly tokens: TokenRow[];
  readonly strings: StringRow[];
  readonly references: ReferenceRow[];
  readonly dates: DateRow[];
  readonly numbers: NumberRow[];
}

/** Maximum number of rows of a resource. */
export const MAX_ROWS = 5_000;

/** Number of rows that the resource may still have. */
interface Allowance {
  left: number;
  readonly type: string | undefined;
}

/** Rows that throw when their number exceeds the limit. */
class BoundedRows<Row> extends Array<Row> {
  #allowance: Allowance | undefined;

  static within<Row>(allowance: Allowance): BoundedRows<Row> {
    const rows = new BoundedRows<Row>();
    rows.#allowance = allowance;
    return rows;
  }

  override push(...rows: Row[]): number {
    const allowance = this.#allowance;
    if (allowance !== undefined) {
      allowance.left -= rows.length;
      if (allowance.left < 0) {
        const problem = `There is more in it to search by than ${MAX_ROWS} values.`;
        throw refuseFor('unprocessable', 'too-costly', problem, allowance.type);
      }
    }
    return super.push(...rows);
  }
}

/**
 * @param type of the resource, for the refusal of one with too many rows
 * @returns rows that throw AppError `unprocessable` at the first that is too many
 */
export function emptySink(type?: string): RowCollector {
  const allowance: Allowance = { left: MAX_ROWS, type };
  return {
    tokens: BoundedRows.within(allowance),
    strings: BoundedRows.within(allowance),
    references: BoundedRows.within(allowance),
    dates: BoundedRows.within(allowance),
    numbers: BoundedRows.within(allowance),
  };
}

/** Emits the rows of one value. */
export type EmitRows = (value: unknown, into: RowCollector) => void;
