import { enumerate } from '../report/phrase.js';
import type { LabelChange, ScoreChange, Trend } from './change.js';

const percent = (probability: number) => `${Math.round(probability * 100)} %`;
const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
/** Names such as `COVID-19 pattern` keep their capitals inside a sentence. */
const inSentence = (name: string) => (/^[A-Z]{2}/.test(name) ? name : lowerFirst(name));

const SAID: Readonly<Record<Exclude<Trend, 'unchanged'>, string>> = {
  new: 'is new',
  resolved: 'is no longer above the reporting threshold',
  increased: 'has become more probable',
  decreased: 'has become less probable',
};

function aboutFinding({ name, trend, previous, current }: ScoreChange): string[] {
  if (trend === 'unchanged') return [];
  const figures = `probability ${percent(previous)}, now ${percent(current)}`;
  return [`${inSentence(name)} ${SAID[trend]} (${figures})`];
}

/** Changes of labels that neither reading reported or was unsure about are not mentioned. */
const isReported = ({ verdicts }: LabelChange) => verdicts.some((verdict) => verdict !== 'absent');

function aboutFindings(changes: readonly LabelChange[], all: boolean): string[] {
  if (changes.length === 0) return [];
  const sentences = changes.filter(isReported).flatMap(aboutFinding);
  if (sentences.length > 0) return [`Compared with the earlier image ${sentences.join('; ')}.`];
  const untold = changes.some(({ trend }) => trend !== 'unchanged');
  const quiet = all ? 'no reported finding' : 'no finding that could be compared';
  const which = untold ? 'only scores of findings that are reported on neither' : quiet;
  return [
    `Compared with the earlier image ${which} changed by more than the noise of the reading.`,
  ];
}

function aboutRatio({
  previous,
  current,
  repeatability,
  withinNoise,
  threshold,
}: ScoreChange): string {
  const [before, now] = [previous.toFixed(2), current.toFixed(2)];
  const noise = `the measurement noise of ±${repeatability.toFixed(2)}`;
  if (withinNoise) {
    return `The cardiothoracic ratio is unchanged within ${noise} (${before}, now ${now}).`;
  }
  const verb = current > previous ? 'rose' : 'fell';
  const crossed =
    current > threshold === previous > threshold
      ? ''
      : `; it is now ${current > threshold ? 'above' : 'not above'} the limit of ${threshold.toFixed(2)}`;
  return (
    `Compared with the earlier film the cardiothoracic ratio ${verb} from ${before} to ${now} ` +
    `(more than ${noise})${crossed}.`
  );
}

/**
 * Sentences about the changes for the impression; empty when nothing was compared.
 *
 * @param uncompared names of findings that could not be compared
 */
export function sentencesOf(
  findings: readonly LabelChange[],
  ratio: ScoreChange | undefined,
  uncompared: readonly string[],
): string[] {
  if (findings.length === 0 && ratio === undefined) return [];
  const missing = enumerate(uncompared.map(inSentence), 'and');
  return [
    ...aboutFindings(findings, uncompared.length === 0),
    ...(ratio ? [aboutRatio(ratio)] : []),
    ...(missing === '' ? [] : [`Not compared with the earlier image: ${missing}.`]),
  ];
}
