import type { InputFacts } from './inputs-from-chart.js';
import type { Score } from './score.js';

const DAY_MS = 86_400_000;

/**
 * Values measured more than a day apart do not describe one state of a patient; lasting properties
 * (age, height, history) may be of any age.
 */
export function staleness({ inputs }: Score, facts: InputFacts): string[] {
  const dated = [...facts].flatMap(([name, { at }]) =>
    at === undefined || inputs[name]?.fixed ? [] : [{ name, at }],
  );
  if (dated.length === 0) return [];
  const newest = dated.reduce((latest, { at }) => Math.max(latest, at), 0);
  return dated
    .filter(({ at }) => newest - at > DAY_MS)
    .map(({ name, at }) => {
      const days = Math.floor((newest - at) / DAY_MS);
      return `${name} is ${days} ${days === 1 ? 'day' : 'days'} older than the newest value`;
    });
}
