import type { Assessment } from '../assessment.js';
import type { ChosenModels } from '../choose-model.js';
import { rounded } from '../findings.js';
import type { ImageComparison, NotAssessed } from '../schema.js';
import { type ComparableReading, type Comparison, compareReadings } from './readings.js';

/** An earlier reading and its source. */
export interface PriorReading {
  readonly prior: ImageComparison['prior'];
  readonly reading: ComparableReading;
}

export interface PriorComparison {
  readonly comparison?: ImageComparison;
  readonly sentences: readonly string[];
  readonly notAssessed: readonly NotAssessed[];
  readonly warnings: readonly string[];
}

/** Compares an assessment with an earlier one and returns the fields of the answer. */
export function compareWithPrior(
  { prior, reading }: PriorReading,
  now: Assessment,
  { reader, segmenter }: ChosenModels,
): PriorComparison {
  const labels = now.reported.map(({ facts }) => ({
    id: facts.id,
    name: facts.name,
    threshold: facts.threshold,
    repeatabilitySd: facts.repeatability_sd,
  }));
  const manifest = segmenter?.manifest;
  const measured =
    manifest?.kind === 'image-segmenter' ? manifest.measurements?.cardiothoracic_ratio : undefined;
  const ratio = now.heart && {
    limit: now.heart.limit.limit,
    repeatabilitySd: measured?.repeatability_sd,
  };
  const comparison: Comparison = compareReadings(
    reading,
    now.comparable,
    reader ? labels : [],
    ratio,
  );
  const changes = comparison.changes.map(({ id, previous, current, trend, withinNoise }) => ({
    name: id,
    previous: rounded(previous),
    current: rounded(current),
    change: rounded(current - previous),
    trend,
    within_noise: withinNoise,
  }));
  return {
    ...(changes.length > 0 && { comparison: { prior, changes } }),
    sentences: comparison.sentences,
    notAssessed: comparison.notCompared.map(({ what, reason }) => ({
      what: what === 'comparison' ? what : `comparison.${what}`,
      reason,
    })),
    warnings: comparison.warnings,
  };
}
