import type { ValueSpan } from '../../patient-record/values-in-words.js';
import type { MeasuredFinding } from './measured-findings.js';
import type { NamedFinding } from './named-findings.js';

/**
 * A number is more precise than the word it accompanies: `temperature of 37.0 °C` is not a fever.
 * Findings read from the words of a value are dropped where the value decides them, or shows that
 * their more general finding is absent.
 *
 * @param spans the values of the same text
 * @param measured the findings decided by values
 */
export function withoutMeasuredWords(
  findings: readonly NamedFinding[],
  spans: readonly ValueSpan[],
  measured: readonly MeasuredFinding[],
): readonly NamedFinding[] {
  if (spans.length === 0) return findings;
  return findings.filter(({ finding, start, end }) => {
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
