import type { SeriesManifest } from '../../inference/schema.js';
import { enumerate } from '../report/phrase.js';
import type { Slice } from './slice.js';
import { type Stack, stackOf } from './stack.js';

/** A series that could be read. */
interface Candidate {
  readonly stack: Stack;
  /** What its images have in common, as they are put in the answer. */
  readonly first: Slice;
  readonly extentMm: number;
}

/** What was chosen of a study, or of what was sent. */
export interface ChosenSeries {
  readonly stack: Stack;
  /** Why this series; of a single series, what it is. */
  readonly reasons: readonly string[];
  /** Images that are no slices: localisers. */
  readonly localizers: number;
}

const PLANE_WORDS = { axial: 'axial', coronal: 'coronal', sagittal: 'sagittal' } as const;
const KERNEL_WORDS = { soft: 'soft-tissue kernel', sharp: 'sharp (bone) kernel' } as const;
const WEIGHTING_WORDS = {
  t1: 'T1',
  t1_contrast: 'T1 with contrast medium',
  t2: 'T2',
  flair: 'FLAIR',
  diffusion: 'diffusion',
} as const;

const shortMm = (mm: number): string => `${Math.round(mm * 10) / 10} mm`;

/** One way in which series differ; the lower rank is better. */
interface Criterion {
  readonly rank: (one: Candidate, wanted: SeriesManifest) => number;
  readonly words: (one: Candidate) => string;
}

const isPlaneWanted = ({ stack: { plane } }: Candidate, { planes }: SeriesManifest): boolean =>
  plane !== undefined && (planes as readonly string[]).includes(plane);

const isShort = ({ stack, extentMm }: Candidate, wanted: SeriesManifest): boolean =>
  stack.slices.length < wanted.min_slices || extentMm < wanted.min_extent_mm;

/** In the order in which they decide. */
const CRITERIA: readonly Criterion[] = [
  {
    rank: (one, wanted) => {
      if (one.stack.plane === undefined) return 1;
      return isPlaneWanted(one, wanted) ? 0 : 2;
    },
    words: ({ stack: { plane } }) =>
      plane === undefined
        ? 'of unknown plane'
        : plane === 'oblique'
          ? 'oblique'
          : PLANE_WORDS[plane],
  },
  {
    rank: ({ first: { kernel } }, wanted) => {
      if (wanted.kernel === undefined || kernel === wanted.kernel) return 0;
      return kernel === undefined ? 1 : 2;
    },
    words: ({ first: { kernel } }) => (kernel ? KERNEL_WORDS[kernel] : 'kernel not stated'),
  },
  {
    rank: ({ first: { weighting } }, { weightings }) => {
      if (weightings === undefined) return 0;
      const at = weighting === undefined ? -1 : weightings.indexOf(weighting);
      return at < 0 ? weightings.length : at;
    },
    words: ({ first: { weighting } }) =>
      weighting ? WEIGHTING_WORDS[weighting] : 'weighting not stated',
  },
  {
    rank: ({ first: { hasContrast } }, { contrast }) =>
      contrast === undefined || (contrast === 'with') === hasContrast ? 0 : 1,
    words: ({ first: { hasContrast } }) =>
      hasContrast ? 'with contrast medium' : 'without contrast medium',
  },
  {
    rank: (one, wanted) => (isShort(one, wanted) ? 2 : one.stack.gaps.length > 0 ? 1 : 0),
    words: ({ stack: { slices, gaps } }) =>
      gaps.length > 0 ? `${slices.length} slices with gaps` : `${slices.length} slices`,
  },
  {
    rank: ({ first: { isDerived } }) => (isDerived ? 1 : 0),
    words: ({ first: { isDerived } }) =>
      isDerived ? 'computed from other images' : 'as it was acquired',
  },
  {
    rank: ({ first, stack }, { thickness_mm }) => {
      const thickness = first.thicknessMm ?? stack.spacingMm;
      if (thickness_mm === undefined || thickness === undefined) return 0;
      return Math.abs(Math.log(thickness / thickness_mm));
    },
    words: ({ first, stack }) => {
      const thickness = first.thicknessMm ?? stack.spacingMm;
      return thickness === undefined ? 'of unknown thickness' : `${shortMm(thickness)} thick`;
    },
  },
  {
    rank: ({ stack }) => -stack.slices.length,
    words: ({ stack }) => `${stack.slices.length} slices`,
  },
];

/** The first criterion that tells two candidates apart; undefined where none does. */
function deciding(a: Candidate, b: Candidate, wanted: SeriesManifest): Criterion | undefined {
  return CRITERIA.find(({ rank }) => Math.abs(rank(a, wanted) - rank(b, wanted)) > Number.EPSILON);
}

function compare(a: Candidate, b: Candidate, wanted: SeriesManifest): number {
  const criterion = deciding(a, b, wanted);
  if (criterion !== undefined) return criterion.rank(a, wanted) - criterion.rank(b, wanted);
  const number = (a.first.seriesNumber ?? Infinity) - (b.first.seriesNumber ?? Infinity);
  if (number !== 0 && !Number.isNaN(number)) return number;
  return (a.first.seriesUid ?? '') < (b.first.seriesUid ?? '') ? -1 : 1;
}

/** Series, by number where they have one. */
const nameOf = ({ first: { seriesNumber } }: Candidate): string =>
  seriesNumber === undefined ? 'a series without a number' : `series ${seriesNumber}`;

const upper = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function describe(one: Candidate, wanted: SeriesManifest): string {
  const { first, stack } = one;
  const facts = [
    ...(stack.plane === undefined ? [] : [stack.plane]),
    ...(first.kernel && wanted.kernel ? [KERNEL_WORDS[first.kernel]] : []),
    ...(first.weighting && wanted.weightings ? [WEIGHTING_WORDS[first.weighting]] : []),
    ...(first.hasContrast && first.weighting !== 't1_contrast' ? ['with contrast medium'] : []),
    `${stack.slices.length} ${stack.slices.length === 1 ? 'slice' : 'slices'}`,
    ...(stack.spacingMm === undefined ? [] : [`${shortMm(stack.spacingMm)} apart`]),
  ];
  return facts.join(', ');
}

function reasonsFor(
  chosen: Candidate,
  others: readonly Candidate[],
  wanted: SeriesManifest,
): string[] {
  const own = `${upper(nameOf(chosen))} was read: ${describe(chosen, wanted)}.`;
  const against = others.map((other) => {
    const criterion = deciding(chosen, other, wanted);
    return criterion === undefined
      ? `${upper(nameOf(other))} would have suited as well; it was not read.`
      : `${upper(nameOf(other))} was not read: ${criterion.words(other)}, not ${criterion.words(chosen)}.`;
  });
  return [own, ...against];
}

/** How much of what the model was made for the chosen series lacks. */
function doubtsAbout(chosen: Candidate, wanted: SeriesManifest): string[] {
  const doubts = CRITERIA.slice(0, 4).flatMap(({ rank, words }, at) => {
    const limit = at === 2 ? (wanted.weightings?.length ?? 1) : 1;
    return rank(chosen, wanted) >= limit ? [words(chosen)] : [];
  });
  if (doubts.length === 0) return [];
  return [
    `No series that the model was made for is there: this one is ${enumerate(doubts, 'and')}.`,
  ];
}

function candidatesOf(slices: readonly Slice[]): Candidate[] {
  const bySeries = new Map<string, Slice[]>();
  for (const slice of slices) {
    const series = slice.seriesUid ?? '';
    bySeries.set(series, [...(bySeries.get(series) ?? []), slice]);
  }
  return [...bySeries.values()].flatMap((own) => {
    const stack = stackOf(own);
    const [first] = stack.slices;
    if (first === undefined) return [];
    return [{ stack, first, extentMm: stack.positionsMm.at(-1) ?? 0 }];
  });
}

/**
 * The series of a study that a model should read, by what the headers say of plane, kernel,
 * weighting, contrast medium, completeness, origin and thickness, in this order; with the reason
 * against each other one. The choice does not depend on the order of the images.
 *
 * @returns undefined where there are only localisers
 */
export function chooseSeries(
  slices: readonly Slice[],
  wanted: SeriesManifest,
): ChosenSeries | undefined {
  const usable = slices.filter(({ isLocalizer }) => !isLocalizer);
  const ranked = candidatesOf(usable).sort((a, b) => compare(a, b, wanted));
  const [chosen, ...others] = ranked;
  if (chosen === undefined) return undefined;
  return {
    stack: chosen.stack,
    reasons: [...reasonsFor(chosen, others, wanted), ...doubtsAbout(chosen, wanted)],
    localizers: slices.length - usable.length,
  };
}
