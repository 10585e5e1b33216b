import { unitWords } from '../patient-record/chart/unit-words.js';
import type { ScoreResult } from './schema.js';
import type { Score } from './score.js';

/** The number of parts that can be read in ten seconds. */
const MAX_PARTS = 4;

/** Lists the components with most of the points: `oxygen saturation 3, heart rate 2`. */
function weightiest(components: ScoreResult['components']): string {
  return components
    .filter(({ points }) => points !== null && points !== 0)
    .sort((a, b) => Math.abs(b.points ?? 0) - Math.abs(a.points ?? 0))
    .slice(0, MAX_PARTS)
    .map(({ title, points }) => `${title} ${points}`)
    .join(', ');
}

/**
 * Returns one line for the bedside: value, category, and its main components.
 *
 * @param value the score, its range where inputs are missing, or nothing where not even that is
 *   known
 */
export function summaryOf(
  score: Pick<Score, 'name' | 'unit'>,
  value: number | string | { readonly min: number; readonly max: number } | null,
  category: string | null,
  components: ScoreResult['components'],
  mostDecisive?: string,
): string {
  const statement =
    value === null
      ? 'cannot be bounded'
      : typeof value === 'object'
        ? `between ${value.min} and ${value.max}${unitWords(score.unit)}`
        : `${value}${unitWords(score.unit)}`;
  const parts = weightiest(components);
  const head = `${score.name}: ${statement}${category === null ? '' : ` (${category})`}`;
  const title = components.find(({ name }) => name === mostDecisive)?.title;
  const decisive = title === undefined ? '' : ` Most would be decided by: ${title}.`;
  return `${head}${parts === '' ? '' : `; ${parts}`}.${decisive}`;
}
