import { type Item, isChange } from './items.js';

/** A dose and the index of the item that states it. */
export interface StatedDose {
  readonly dose: string;
  readonly n: number;
}

/** `10 ml of 10 %`: how strong it is. */
const isShare = (item: Item | undefined): boolean =>
  item?.kind === 'dose' && item.dose.text.endsWith('%');

/** `two tablets` of something: their strength is the dose, where it is stated. */
export const isCount = (dose: string): boolean =>
  /\b(?:tablet|tab|capsule|cap|pill|puff|patch|vial|ampoule|sachet)e?s?$/i.test(dose);

/** Returns the dose of one name: `40 mg`, then what it was changed to. */
export function doseOf(items: readonly Item[]): StatedDose | undefined {
  let stated: StatedDose | undefined;
  let hasChange = false;
  for (const [n, item] of items.entries()) {
    if (item.kind === 'wall') break;
    hasChange ||= isChange(item);
    if (item.kind !== 'dose') continue;
    const [before, next] = [items[n - 1], items[n + 1]];
    // `two units of blood`: of something else.
    if (next?.kind === 'filler' && next.of && !isShare(items[n + 2])) continue;
    if (stated === undefined && before?.kind === 'separator' && before.word) continue;
    const lead = before?.kind === 'lead' ? before.word : '';
    const isEarlier = lead === 'from' && items.slice(n + 1).every(({ kind }) => kind !== 'dose');
    if (isEarlier) continue;
    const isLater = hasChange && /^(?:to|now|currently)$/.test(lead);
    if (stated === undefined || isLater) stated = { dose: item.dose.text, n };
  }
  return stated;
}

/** The doses of a list, from the first on: `A and B, 300 mg and 600 mg`. */
export function listedDoses(items: readonly Item[]): readonly string[] {
  const doses: string[] = [];
  for (const item of items) {
    if (item.kind === 'dose') doses.push(item.dose.text);
    else if (doses.length > 0 && item.kind !== 'separator') break;
  }
  return doses;
}
