import type { LabelChange, LabelState, Trend } from './change.js';
import { repeatabilityCoefficient } from './repeatability.js';

/** Facts about a label from the manifest of the current reading's model. */
export interface ComparedLabel {
  readonly id: string;
  readonly name: string;
  /** Probability from which the label is reported, 0..1. */
  readonly threshold: number;
  /** Within-subject standard deviation of the logit over films of one unchanged patient. */
  readonly repeatabilitySd?: number | undefined;
}

/** One side of a comparison: the calibrated probability, 0..1, and the verdict on the label. */
export interface LabelSide {
  readonly probability: number;
  /** Absent in older stored readings: the threshold decides instead. */
  readonly verdict?: LabelState | undefined;
}

/** Probabilities are given with four digits: beyond that, 0 and 1 mean "less" and "more". */
const MIN_PROBABILITY = 1e-4;

/** ln(p / (1 - p)) of a probability limited to within 0 and 1. */
function logit(probability: number): number {
  const p = Math.min(1 - MIN_PROBABILITY, Math.max(MIN_PROBABILITY, probability));
  return Math.log(p / (1 - p));
}

/**
 * A change beyond noise. A finding is new only from absent to present: a label that was or is
 * unsure has become more or less probable. A verdict may also change because of the label that it
 * depends on; that is not a change of this label.
 */
function moved(step: number, [before, now]: readonly [LabelState, LabelState]): Trend {
  if (step > 0) return before === 'absent' && now === 'present' ? 'new' : 'increased';
  return before === 'present' && now === 'absent' ? 'resolved' : 'decreased';
}

/**
 * The change of one label between two readings, on logits.
 *
 * @returns undefined where the model does not state its repeatability
 * @throws RangeError for a repeatability that is negative or not finite
 */
export function labelChange(
  { id, name, threshold, repeatabilitySd }: ComparedLabel,
  previous: LabelSide,
  current: LabelSide,
): LabelChange | undefined {
  if (repeatabilitySd === undefined) return undefined;
  const repeatability = repeatabilityCoefficient(repeatabilitySd);
  const step = logit(current.probability) - logit(previous.probability);
  const withinNoise = Math.abs(step) <= repeatability;
  const verdictOf = ({ probability, verdict }: LabelSide): LabelState =>
    verdict ?? (probability >= threshold ? 'present' : 'absent');
  const verdicts = [verdictOf(previous), verdictOf(current)] as const;
  return {
    id,
    name,
    previous: previous.probability,
    current: current.probability,
    trend: withinNoise ? 'unchanged' : moved(step, verdicts),
    withinNoise,
    repeatability,
    threshold,
    verdicts,
  };
}
