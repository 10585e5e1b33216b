import type { MedicineCheck, MedicineObjection } from '../../medications/check-medicines.js';
import { medicinesIn, type NamedMedicine } from './named-medicines.js';
import { type Advice, adviceLine } from './recommend.js';

/** Words for many medicines: the one that will be chosen was not checked. */
const CLASS =
  /\b(?:nsaids?|\w*steroids?|antibiotics?|diuretics?|\w*inhibitors?|\w*blockers?|opioids?|\w*agonists?|anticoagulants?|contraceptives?|antihistamines?|statins?|triptans?|antidepressants?)\b/i;

/** The final advice, with warnings from the check of medicines. */
export interface CheckedRecommendations {
  readonly lines: readonly string[];
  readonly warnings: readonly string[];
}

type NumberedMedicine = NamedMedicine & { readonly proposed: number };

/**
 * Returns an alert that blocks one of the medicines of a line; alternatives within one line are not checked
 * against each other.
 */
function graveOf(
  { objections }: MedicineCheck,
  ofLine: readonly NumberedMedicine[],
): MedicineObjection | undefined {
  const own = new Set(ofLine.map(({ proposed }) => proposed));
  return objections.find(
    ({ proposed, blocks, besides }) =>
      own.has(proposed) &&
      blocks &&
      (besides.length === 0 || besides.some((other) => !own.has(other))),
  );
}

/** Returns one line of a medicine, according to the alerts on it. */
function sayMedicine(
  one: Advice,
  named: readonly NumberedMedicine[],
  checked: MedicineCheck,
): string {
  const line = adviceLine(one);
  const isRead = ({ proposed }: NumberedMedicine) => !checked.unchecked.includes(proposed);
  const main = named.filter(({ aside }) => !aside);
  const read = main.some(isRead) ? main.filter(isRead) : named.filter(isRead);
  if (read.length === 0) {
    return `${line} Not checked against this patient's medicines and allergies.`;
  }
  const grave = graveOf(checked, read);
  if (grave !== undefined) {
    return `Not without a prescriber's decision: ${one.text} [${grave.severity}: ${grave.title}. ${grave.management}]`;
  }
  const open = main.some((medicine) => !isRead(medicine) && CLASS.test(medicine.name));
  return open
    ? `${line} Not all of it was checked against this patient's medicines and allergies.`
    : line;
}

/**
 * Returns the advice as lines. A medicine with an alert that blocks it for this patient is not recommended:
 * the line states the alert.
 *
 * @param checked the alerts on the result of {@link medicinesIn}, by its indexes; nothing where
 *   medicines could not be checked at all
 */
export function checkedRecommendations(
  advice: readonly Advice[],
  checked: MedicineCheck | undefined,
): CheckedRecommendations {
  const named = medicinesIn(advice).map((one, proposed) => ({ ...one, proposed }));
  const unknown = { objections: [], unchecked: [...named.keys()], unresolved: [], models: [] };
  const lines = advice.map((one, at) => {
    if (one.medicine === undefined) return adviceLine(one);
    const ofLine = named.filter(({ line }) => line === at);
    return sayMedicine(one, ofLine, checked ?? unknown);
  });
  const unresolved = (checked?.unresolved ?? []).map(
    (text) => `Not recognised as a medicine, so advice was not checked against it: ${text}.`,
  );
  return { lines, warnings: unresolved };
}
