import type { Change, Trend } from './change.js';

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

function aboutFinding({ name, trend, previous, current }: Change): string[] {
  if (trend === 'unchanged') return [];
  const figures = `probability ${percent(previous)}, now ${percent(current)}`;
  return [`${inSentence(name)} ${SAID[trend]} (${figures})`];
}

/** Changes below the reporting threshold on both images are noise to a reader. */
function isTold({ previous, current, threshold }: Change): boolean {
  return Math.max(previous, current) >= threshold;
}

function aboutFindings(changes: readonly Change[]): string[] {
  if (changes.length === 0) return [];
  const told = changes.filter(isTold).flatMap(aboutFinding);
  return told.length > 0
    ? [`Compared with the earlier image ${told.join('; ')}.`]
    : [
        'Compared with the earlier image no reported finding changed by more than the noise of the reading.',
      ];
}

function aboutRatio({ previous, current, repeatability, withinNoise, threshold }: Change): string {
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

/** What the impression says of the changes; empty when nothing was compared. */
export function sentencesOf(findings: readonly Change[], ratio: Change | undefined): string[] {
  return [...aboutFindings(findings), ...(ratio ? [aboutRatio(ratio)] : [])];
}
