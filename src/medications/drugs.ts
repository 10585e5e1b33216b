import { byText } from '../core/by-text.js';
import { groupBy } from '../core/group.js';
import { LOCAL_ROUTES, type Route, type TakenIngredient } from './taken-ingredient.js';

/** An ingredient with the lines of the list that contain it. */
export interface Drug {
  readonly name: string;
  readonly lines: readonly TakenIngredient[];
}

/** By name, independent of the order of the list. */
export function drugsOf(taken: readonly TakenIngredient[]): readonly Drug[] {
  return [...groupBy(taken, ({ ingredient }) => ingredient)]
    .map(([name, lines]) => ({ name, lines }))
    .sort((a, b) => byText(a.name, b.name));
}

/** The lines that contain these drugs, each once. */
export const itemsOf = (drugs: readonly Drug[]): string[] => [
  ...new Set(drugs.flatMap(({ lines }) => lines.map(({ item }) => item))),
];

/** Missing: systemic use only. */
export type Routes = 'any' | readonly Route[] | undefined;

/** A line without a route is assumed to use a usual one: systemic, or at the site of action. */
function goesBy(routes: Routes, { route, systemic }: TakenIngredient): boolean {
  if (routes === 'any') return true;
  if (routes === undefined) return systemic;
  if (route !== undefined) return routes.includes(route);
  return routes.some((one) => LOCAL_ROUTES.has(one) !== systemic);
}

/** The drug restricted to the lines that a rule applies to; nothing where there are none. */
export function givenBy(routes: Routes, drug: Drug): Drug | undefined {
  const lines = drug.lines.filter((line) => goesBy(routes, line));
  if (lines.length === drug.lines.length) return drug;
  return lines.length > 0 ? { name: drug.name, lines } : undefined;
}

/** Whether two drugs are on different lines: the ingredients of one product belong together. */
export function onTwoLines(a: Drug, b: Drug): boolean {
  return a.lines.some(({ item }) => b.lines.some((other) => other.item !== item));
}
