import type { Slice } from './slice.js';

/** What was chosen of the films of a study. */
export interface ChosenFilm {
  readonly film: Slice;
  readonly reasons: readonly string[];
}

/** Views in words. */
const VIEW_WORDS: Readonly<Record<string, string>> = { PA: 'PA', AP: 'AP' };

/** Preferred first: the model's views in their order, then films that name none, then others. */
function rankOf({ view }: Slice, views: readonly string[]): number {
  if (view === undefined) return views.length;
  const at = views.indexOf(view);
  return at < 0 ? views.length + 1 : at;
}

function compare(a: Slice, b: Slice, views: readonly string[]): number {
  const keys: ReadonlyArray<(film: Slice) => number> = [
    (film) => rankOf(film, views),
    ({ isForProcessing }) => (isForProcessing ? 1 : 0),
    ({ isDerived }) => (isDerived ? 1 : 0),
    ({ seriesNumber = Infinity }) => seriesNumber,
    ({ instanceNumber = Infinity }) => instanceNumber,
  ];
  for (const key of keys) {
    const difference = key(a) - key(b);
    if (difference !== 0 && !Number.isNaN(difference)) return difference;
  }
  return (a.instanceUid ?? '') < (b.instanceUid ?? '') ? -1 : 1;
}

const describeView = ({ view }: Slice) =>
  view === undefined ? 'names no view' : `is ${VIEW_WORDS[view] ?? 'of another view'}`;

/**
 * The film of a study that a model should read: of a view that it reads, ready for display, the first.
 * It does not depend on the order of the films.
 *
 * @param views that the model reads, preferred first; empty where it names none
 * @returns undefined without films
 */
export function chooseFilm(
  films: readonly Slice[],
  views: readonly string[],
): ChosenFilm | undefined {
  const [film, ...others] = [...films].sort((a, b) => compare(a, b, views));
  if (film === undefined) return undefined;
  const rank = rankOf(film, views);
  const alike = others.filter((other) => rankOf(other, views) === rank).length;
  const unlike = others.length - alike;
  const left = (count: number, why: string) =>
    count === 0
      ? []
      : [`${count} other ${count === 1 ? 'film was' : 'films were'} not read: ${why}.`];
  return {
    film,
    reasons: [
      `Of ${films.length} ${films.length === 1 ? 'film' : 'films'} one was read, which ${describeView(film)}.`,
      ...left(unlike, 'of views that suit the model less'),
      ...left(alike, 'it would have suited as well'),
    ],
  };
}
