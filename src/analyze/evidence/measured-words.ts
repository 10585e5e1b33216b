import type { ValueSpan } from '../../patient-record/values-in-words.js';
import type { MeasuredFinding } from './measured.js';
import type { SaidFinding } from './said.js';

/**
 * A number says more than the word it is told with: `temperature of 37.0 °C` is no fever. What words
 * of a value say is left to the value, where it decides the finding or says that what the finding is
 * a kind of is not there.
 *
 * @param spans the values of the same text
 * @param measured what values decide
 */
export function withoutMeasuredWords(
  said: readonly SaidFinding[],
  spans: readonly ValueSpan[],
  measured: readonly MeasuredFinding[],
): readonly SaidFinding[] {
  if (spans.length === 0) return said;
  return said.filter(({ finding, start, end }) => {
    const beside = spans.filter((span) => span.start < end && start < span.end);
    return !beside.some(({ variable }) =>
      measured.some(
        (one) =>
          one.variable === variable &&
          (one.finding.id === finding.id ||
            (!one.present && finding.in?.includes(one.finding.id) === true)),
      ),
    );
  });
}
