import { LOCAL_ROUTES, type Route } from '../taken-ingredient.js';
import type { RouteWord } from './vocabulary.js';

/** The routes of a form: a tablet, a cream. */
export const wayBy = (route: Route): RouteWord => ({
  says: 'route',
  route,
  systemic: !LOCAL_ROUTES.has(route),
});

/**
 * Chooses one of several stated routes; of two that differ only in being systemic, the systemic
 * one.
 */
export function oneWay(ways: readonly RouteWord[]): RouteWord | undefined {
  const [first, ...others] = ways;
  if (first === undefined || others.every(({ route }) => route === first.route)) return first;
  return { says: 'route', systemic: ways.some(({ systemic }) => systemic) };
}
