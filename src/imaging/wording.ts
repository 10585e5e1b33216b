import { type LabelFacts, type PositiveLabel, UNSPECIFIC } from './findings.js';
import type { Finding } from './schema.js';

const READ_BY_A_RADIOLOGIST =
  'Have the film read by a radiologist; this analysis does not replace the report.';

/** What follows from a label, each with the guideline that says so. */
const ADVICE: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    pneumonia: [
      'Correlate with symptoms, temperature, oxygen saturation and inflammatory markers, and assess ' +
        'severity (CURB-65 in adults) where pneumonia is suspected clinically (NICE NG250).',
    ],
    tuberculosis: [
      'Where tuberculosis is plausible, use airborne precautions and send sputum for a rapid ' +
        'molecular test and culture before treatment (WHO consolidated guidelines on tuberculosis, ' +
        'module 3; NICE NG33).',
    ],
    covid19: [
      'Confirm or exclude by RT-PCR or antigen test: a chest film alone neither proves nor excludes ' +
        'COVID-19 (WHO rapid advice guide on chest imaging in COVID-19, 2020).',
    ],
    abnormal: ['Look for a cause that this model has no label for; compare with earlier films.'],
  }),
);

/** "a, b and c" */
function enumerate(parts: readonly string[], joint: 'and' | 'or'): string {
  const last = parts.at(-1) ?? '';
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} ${joint} ${last}`;
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
const percent = (probability: number) => `${Math.round(probability * 100)} %`;

/** Names such as `COVID-19 pattern` keep their capitals inside a sentence. */
const inSentence = (name: string) => (/^[A-Z]{2}/.test(name) ? name : lowerFirst(name));

/** The sentence on top of a report: what was found, or that none of what was looked for was. */
export function impressionOf(findings: readonly Finding[], looked: readonly LabelFacts[]): string {
  if (findings.length === 0) {
    const reported = looked.filter((label) => label.reported);
    if (reported.length === 0) return 'The model has no label that may be reported.';
    const names = reported
      .filter(({ id }) => id !== UNSPECIFIC)
      .map(({ name }) => inSentence(name));
    const other = reported.some(({ id }) => id === UNSPECIFIC) ? ['other abnormality'] : [];
    return (
      `No ${enumerate([...names, ...other], 'or')} above the reporting threshold. ` +
      'Disease that the model has no label for is not excluded.'
    );
  }
  const parts = findings.map(
    ({ finding, severity, probability }) =>
      `${inSentence(finding)} (${severity} extent, probability ${percent(probability)})`,
  );
  const text = enumerate(parts, 'and');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** Next steps in order; every one names what it rests on. */
export function recommendationsFor(positives: readonly PositiveLabel[]): string[] {
  const advice = positives.flatMap(({ facts }) => ADVICE.get(facts.id) ?? []);
  return [READ_BY_A_RADIOLOGIST, ...new Set(advice)];
}
