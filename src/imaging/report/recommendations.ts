import { HEART_SIZE_ADVICE } from './chest-heart-rules.js';
import type { CollectedFindings } from './collect.js';
import { enumerate } from './phrase.js';
import { type Advice, articled } from './rule.js';
import { cite } from './sources.js';
import { type Level, type ReportPatient, rankOf, type Urgency } from './types.js';
import { doubtsOf, mostUrgent } from './urgency.js';

/** Whom to inform, and when, by the time scales of the ACR and of the AoMRC and RCR. */
const READ_IT: Readonly<Record<Level, Advice>> = {
  immediate: {
    level: 'immediate',
    text:
      'Immediate: have the image read now and tell the treating team in person or by telephone ' +
      'within minutes, and record it; treatment of an unstable patient does not wait for it',
    sources: ['acrActionable', 'rcrAlerts'],
  },
  urgent: {
    level: 'urgent',
    text:
      'Urgent: have the image read by a radiologist and inform the treating team within hours; ' +
      'this analysis does not replace the report',
    sources: ['acrActionable', 'rcrAlerts'],
  },
  soon: {
    level: 'soon',
    text:
      'Soon: have the image read by a radiologist within days and see that the result is ' +
      'acknowledged; this analysis does not replace the report',
    sources: ['acrActionable', 'rcrReporting'],
  },
  routine: {
    level: 'routine',
    text: 'Have the image read by a radiologist; this analysis does not replace the report',
    sources: ['rcrReporting'],
  },
};

function decideDoubts(collected: CollectedFindings): Advice[] {
  const { unsure } = collected;
  if (unsure.length === 0) return [];
  const nouns = unsure.map(({ rule }) => articled(rule.noun, rule.countable === true));
  return [
    {
      level: mostUrgent(doubtsOf(collected))?.level ?? 'routine',
      text: `Have the radiologist decide on ${enumerate(nouns, 'and')}, and act on the clinical state meanwhile`,
      sources: ['rcrReporting'],
    },
  ];
}

/** Usual limits of childbearing age in departments that ask before an exposure. */
const FERTILE = { from: 12, to: 55 } as const;

/** An unstated sex or age does not exclude pregnancy. */
function mayBePregnant({ age, gender }: ReportPatient): boolean {
  if (gender === 'M') return false;
  return age === undefined || (age >= FERTILE.from && age <= FERTILE.to);
}

const PREGNANCY: Advice = {
  level: 'routine',
  text: 'Pregnancy is not known here: ask before any further X-ray or CT',
  sources: ['irmer'],
};

/** Recommendations, the most urgent first, otherwise in the order of the findings. */
export function adviceFor(
  collected: CollectedFindings,
  urgency: Urgency | undefined,
  wideHeart: boolean,
): Advice[] {
  const { findings, circumstances } = collected;
  const specific = [
    ...findings.flatMap((one) => one.rule.advice(one, circumstances)),
    ...decideDoubts(collected),
    ...(wideHeart ? [HEART_SIZE_ADVICE] : []),
  ].sort((a, b) => rankOf(b.level) - rankOf(a.level));
  const exposing = specific.some(({ ionising }) => ionising);
  return [
    READ_IT[urgency?.level ?? 'routine'],
    ...specific,
    ...(exposing && mayBePregnant(circumstances.patient) ? [PREGNANCY] : []),
  ];
}

/** As sentences, each once, with their sources in brackets. */
export function recommendationsOf(advice: readonly Advice[]): string[] {
  return [...new Set(advice.map(({ text, sources }) => `${text} (${cite(sources)}).`))];
}
