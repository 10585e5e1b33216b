import { collect } from './collect.js';
import { impressionOf } from './impression.js';
import { heartIsWide } from './measurements.js';
import { adviceFor, recommendationsOf } from './recommendations.js';
import type { Report, ReportInput } from './types.js';
import { urgencyOf } from './urgency.js';

/**
 * Creates the impression of a report and its recommendations from the results of a model. Pure and
 * deterministic; it uses only the input.
 *
 * @param input probabilities 0..1, calibrated; a NaN or infinite measurement is left out.
 */
export function reportOf(input: ReportInput): Report {
  const collected = collect(input);
  const urgency = urgencyOf(collected);
  const wideHeart = heartIsWide(input.measurements);
  return {
    impression: impressionOf(input, collected, urgency, wideHeart),
    recommendations: recommendationsOf(adviceFor(collected, urgency, wideHeart)),
    ...(urgency && { urgency }),
  };
}
