import { LOCAL_ROUTES, type Route } from '../taken.js';
import type { RouteWord } from './vocabulary.js';

/** A route as a form has it: a tablet, a cream. */
export const wayBy = (route: Route): RouteWord => ({
  says: 'route',
  route,
  systemic: !LOCAL_ROUTES.has(route),
});

/** One of several routes that are named; of two that differ only whether they reach the blood. */
export function oneWay(ways: readonly RouteWord[]): RouteWord | undefined {
  const [first, ...others] = ways;
  if (first === undefined || others.every(({ route }) => route === first.route)) return first;
  return { says: 'route', systemic: ways.some(({ systemic }) => systemic) };
}
