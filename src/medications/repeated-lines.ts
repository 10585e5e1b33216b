import type { NotAssessed } from './finding.js';
import type { ReadMedication } from './names/read-request.js';
import type { TakenIngredient } from './taken-ingredient.js';

/** A medicine of the record, as it was read. */
export interface StoredMedication<R extends ReadMedication> {
  readonly read: R;
  readonly isStatement: boolean;
}

/**
 * What a line is a medicine of: its ingredients, and whether they act in the whole body; undefined where
 * part of it was not understood.
 */
function medicineOf({ taken, unknown, possible }: ReadMedication): string | undefined {
  if (taken.length === 0 || unknown.length > 0 || possible.length > 0) return undefined;
  const parts = taken.map(({ ingredient, systemic }) => `${ingredient} ${systemic}`);
  return [...new Set(parts)].sort().join('\n');
}

/** Whether two lines could be about one prescription: no amount that both state differs. */
function agree(one: ReadMedication, other: ReadMedication): boolean {
  const isSame = (a: TakenIngredient, b: TakenIngredient) => {
    const [amount, amount2] = [a.dose ?? a.rate, b.dose ?? b.rate];
    const [often, often2] = [a.frequency?.perDay, b.frequency?.perDay];
    const sameAmount =
      amount === undefined ||
      amount2 === undefined ||
      (amount.value === amount2.value && amount.unit === amount2.unit);
    return sameAmount && (often === undefined || often2 === undefined || often === often2);
  };
  return one.taken.every((a) =>
    other.taken.every((b) => a.ingredient !== b.ingredient || isSame(a, b)),
  );
}

/**
 * Leaves out medicines of a record that are on the list twice without being taken twice: those that the
 * request states as well, whose line counts whatever its dose, and statements about a medicine that is
 * also ordered, unless their doses differ.
 *
 * @param stated lines of the request, without those proposed
 */
export function withoutRepeated<R extends ReadMedication>(
  stated: readonly ReadMedication[],
  stored: ReadonlyArray<StoredMedication<R>>,
): { readonly kept: readonly R[]; readonly left: readonly NotAssessed[] } {
  const byMedicine = new Map(
    stated.toReversed().flatMap((line) => {
      const medicine = medicineOf(line);
      return medicine === undefined ? [] : [[medicine, line.item] as const];
    }),
  );
  const orders = stored.filter(({ isStatement }) => !isStatement).map(({ read }) => read);
  const kept: R[] = [];
  const left: NotAssessed[] = [];
  for (const { read, isStatement } of stored) {
    const medicine = medicineOf(read);
    const ordered = orders.find(
      (order) => medicine !== undefined && medicineOf(order) === medicine && agree(order, read),
    );
    const item = medicine && byMedicine.get(medicine);
    const counts = item ?? (isStatement ? ordered?.item : undefined);
    if (counts === undefined) kept.push(read);
    else {
      const reason = `the same medicine as ${counts}, which counts`;
      left.push({ what: read.item, reason, affectsSafety: false });
    }
  }
  return { kept, left };
}
