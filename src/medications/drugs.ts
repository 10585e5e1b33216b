import { byText } from '../core/by-text.js';
import { groupBy } from '../core/group.js';
import { LOCAL_ROUTES, type Route, type TakenIngredient } from './taken.js';

/** One ingredient with lines of the list that it is on. */
export interface Drug {
  readonly name: string;
  readonly lines: readonly TakenIngredient[];
}

/** By name, so that the order of the list plays no part. */
export function drugsOf(taken: readonly TakenIngredient[]): readonly Drug[] {
  return [...groupBy(taken, ({ ingredient }) => ingredient)]
    .map(([name, lines]) => ({ name, lines }))
    .sort((a, b) => byText(a.name, b.name));
}

/** The lines of the list that these drugs are on, each once. */
export const itemsOf = (drugs: readonly Drug[]): string[] => [
  ...new Set(drugs.flatMap(({ lines }) => lines.map(({ item }) => item))),
];

/** Missing: only where it reaches the blood. */
export type Routes = 'any' | readonly Route[] | undefined;

/** A line that names no route is given the usual way: into the body, or where it is to act. */
function goesBy(routes: Routes, { route, systemic }: TakenIngredient): boolean {
  if (routes === 'any') return true;
  if (routes === undefined) return systemic;
  if (route !== undefined) return routes.includes(route);
  return routes.some((one) => LOCAL_ROUTES.has(one) !== systemic);
}

/** The drug with only the lines that a rule is about; nothing where there are none. */
export function givenBy(routes: Routes, drug: Drug): Drug | undefined {
  const lines = drug.lines.filter((line) => goesBy(routes, line));
  if (lines.length === drug.lines.length) return drug;
  return lines.length > 0 ? { name: drug.name, lines } : undefined;
}

/** Whether two drugs are on two lines: what one product holds belongs together. */
export function onTwoLines(a: Drug, b: Drug): boolean {
  return a.lines.some(({ item }) => b.lines.some((other) => other.item !== item));
}
