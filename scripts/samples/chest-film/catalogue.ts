import type { Film } from './film.js';
import type { FilmKind } from './findings.js';
import type { Box } from './opacity.js';

export const FILM_SIZE = 1024;

/** One invented person for each film. */
export const SEEDS: Readonly<Record<FilmKind, number>> = {
  normal: 44,
  pneumonia: 24,
  tuberculosis: 60,
  covid19: 53,
};

export interface CatalogueEntry {
  readonly file: string;
  readonly kind: FilmKind;
  readonly synthetic: true;
  readonly seed: number;
  readonly sex: string;
  readonly size: number;
  readonly findings: readonly string[];
  /** Pixels of the file; the image's left is the patient's right. */
  readonly boxes: readonly Box[];
}

export interface Catalogue {
  readonly synthetic: true;
  readonly note: string;
  readonly films: readonly CatalogueEntry[];
  readonly grown_heart: readonly GrownHeartEntry[];
}

export function describeFilm(kind: FilmKind, film: Film): CatalogueEntry {
  return {
    file: `${kind}.png`,
    kind,
    synthetic: true,
    seed: film.patient.seed,
    sex: film.patient.sex,
    size: film.size,
    findings: film.painted,
    boxes: film.boxes,
  };
}

/** One invented person twice: between the two films the heart has grown, and nothing else. */
export const GROWN_HEART = {
  seed: 7,
  films: [
    { file: 'heart-earlier.jpg', heartGrowth: 1.12 },
    { file: 'heart-later.jpg', heartGrowth: 1.5 },
  ],
} as const;

export interface GrownHeartEntry {
  readonly file: string;
  readonly synthetic: true;
  readonly seed: number;
  readonly heart_growth: number;
  /** As drawn in the phantom, before any ray passes. */
  readonly cardiothoracic_ratio: number;
}
