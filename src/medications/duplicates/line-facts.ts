import type { Frequency, Route, TakenIngredient } from '../taken-ingredient.js';
import type { LineFact } from './schema.js';

const PARENTERAL: ReadonlySet<Route> = new Set([
  'intravenous',
  'intramuscular',
  'subcutaneous',
  'intrathecal',
  'epidural',
]);
const SLOW: ReadonlySet<Route> = new Set(['transdermal', 'implant']);

const isSlow = ({ release, route }: TakenIngredient) =>
  release === 'extended' || release === 'depot' || (route !== undefined && SLOW.has(route));
const isParenteral = ({ route }: TakenIngredient) => route !== undefined && PARENTERAL.has(route);
const isOral = ({ route }: TakenIngredient) => route === 'oral' || route === undefined;
const onlyOne = (
  a: TakenIngredient,
  b: TakenIngredient,
  holds: (one: TakenIngredient) => boolean,
) => holds(a) !== holds(b);
const isStated = ({ frequency }: TakenIngredient, key: keyof Frequency) =>
  frequency?.[key] === true;

/** The same route, or one that is not stated. */
const mayBeSameRoute = (a: TakenIngredient, b: TakenIngredient) =>
  a.route === b.route || a.route === undefined || b.route === undefined;

function differInStrength(a: TakenIngredient, b: TakenIngredient): boolean {
  if (a.dose === undefined || b.dose === undefined || !mayBeSameRoute(a, b)) return false;
  return a.dose.unit === b.dose.unit && a.dose.value !== b.dose.value;
}

const FACTS: Readonly<Record<LineFact, (a: TakenIngredient, b: TakenIngredient) => boolean>> = {
  local_with_systemic: (a, b) => a.systemic !== b.systemic,
  both_local: (a, b) => !a.systemic && !b.systemic,
  different_routes: (a, b) => !mayBeSameRoute(a, b),
  route_not_said: (a, b) => a.route === undefined || b.route === undefined,
  oral_with_parenteral: (a, b) => onlyOne(a, b, isParenteral) && (isOral(a) || isOral(b)),
  immediate_with_extended: (a, b) => onlyOne(a, b, isSlow),
  one_as_needed: (a, b) => onlyOne(a, b, (one) => isStated(one, 'asNeeded')),
  both_as_needed: (a, b) => isStated(a, 'asNeeded') && isStated(b, 'asNeeded'),
  one_single_dose: (a, b) => onlyOne(a, b, (one) => isStated(one, 'once')),
  different_strength: differInStrength,
  one_in_combination: (a, b) => onlyOne(a, b, ({ together }) => together.length > 0),
  both_in_combination: (a, b) => a.together.length > 0 && b.together.length > 0,
  one_proposed: (a, b) => a.proposed !== b.proposed,
};

/** Whether a fact holds for two lines, in either order. */
export const holdsOfLines = (fact: LineFact, a: TakenIngredient, b: TakenIngredient): boolean =>
  FACTS[fact](a, b);
