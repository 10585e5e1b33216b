import { text } from '../../text/en.js';
import { formatExactTime } from '../format-time.js';
import {
  type AnalysisAnswer,
  type MedicationsAnswer,
  type Omission,
  type PredictionAnswer,
  type ScoreAnswer,
  type ScoreDeclaration,
  versionsOf,
} from './answer-types.js';
import { formatNumber, formatProbability } from './figures.js';
import { changeText, formatInput, roundedValue, titleOf, valueText } from './score-words.js';

// Answers as plain text, to be copied into a record. What was not assessed goes with it.

type Section = readonly [title: string, lines: readonly string[]];

const listed = (lines: readonly string[]) => lines.map((line) => `- ${line}`).join('\n');

function joined(title: string, sections: readonly Section[], end: string): string {
  const parts = sections
    .filter(([, lines]) => lines.length > 0)
    .map(([heading, lines]) => `${heading}\n${listed(lines)}`);
  return [title, ...parts, end].join('\n\n');
}

const omitted = (items: readonly Omission[] = []): Section => [
  text.answers.notAssessed(items.length),
  items.map(({ what, reason }) => `${what}: ${reason}`),
];

/** The rules, dangers, diagnoses, next steps and omissions of an analysis. */
export function analysisAsText(answer: AnalysisAnswer): string {
  const { explanation, urgency_level: level, warnings } = answer;
  return joined(
    `${text.answers.urgency}: ${text.answers.urgencyLevels[level]} (${text.answers.urgencySoon[level]})`,
    [
      [
        text.answers.urgencyRules,
        explanation.urgency.map(
          ({ rule, level: of, source }) => `${text.answers.urgencyLevels[of]}: ${rule} [${source}]`,
        ),
      ],
      omitted(answer.not_assessed),
      [text.answers.warnings(2), [...explanation.confidence.contradictions, ...warnings]],
      [
        text.answers.mustNotMiss,
        explanation.must_not_miss.map(
          ({ diagnosis, because, excluded_by }) =>
            `${diagnosis} (${because}); ${text.answers.excludedBy.toLowerCase()}: ${excluded_by}`,
        ),
      ],
      [
        text.answers.differential,
        explanation.differential.map(
          ({ diagnosis, icd10, probability, supporting, against }) =>
            `${formatProbability(probability)} ${diagnosis} (${icd10}); ` +
            `${text.answers.supporting}: ${supporting.join(', ') || text.answers.nothingFor}; ` +
            `${text.answers.against}: ${against.join(', ') || text.answers.nothingFor}`,
        ),
      ],
      [text.answers.recommendations, answer.recommendations],
    ],
    `${text.answers.analysisNotice(versionsOf(answer.models))} ${formatExactTime(answer.created_at)}`,
  );
}

/** A score with its inputs, points, what would change it and its paper. */
export function scoreAsText(answer: ScoreAnswer, declaration?: ScoreDeclaration): string {
  const { name, category, interpretation, components, missing, action, references } = answer;
  const heading = `${name}: ${valueText(answer)}${category === null ? '' : ` (${category})`}`;
  return joined(
    `${heading}\n${interpretation}`,
    [
      [
        text.answers.input,
        components.map(({ name: input, title, value, unit, points }) => {
          const shown = formatInput(declaration, input, roundedValue(value), unit);
          const scored = points === null ? '' : `; ${text.answers.points}: ${formatNumber(points)}`;
          return `${title}: ${shown}${scored}`;
        }),
      ],
      omitted(
        missing.map((input) => ({ what: titleOf(answer, input), reason: text.answers.missing })),
      ),
      [text.answers.warnings(answer.warnings.length), answer.warnings],
      [text.answers.whatTo, action === undefined ? [] : [`${action.text} [${action.source}]`]],
      [
        text.answers.wouldChange,
        answer.would_change.map((change) => changeText(answer, change, declaration)),
      ],
      [
        text.answers.references,
        references.map(({ title, year, doi, url }) =>
          [title, year, doi === undefined ? url : text.answers.doi(doi)]
            .filter((part) => part !== undefined)
            .join('. '),
        ),
      ],
    ],
    text.answers.scoreNotice(name),
  );
}

/** The prediction of a model with its interval and the patients for whom it is valid. */
export function predictionAsText(answer: PredictionAnswer): string {
  const { outcome, horizon, probability, interval, valid_for, model, version } = answer;
  const [low, high] = [formatProbability(interval.low), formatProbability(interval.high)];
  return [
    `${outcome}, ${horizon}: ${formatProbability(probability)} (${text.answers.interval(low, high)})`,
    text.answers.validFor(valid_for),
    ...answer.warnings,
    text.answers.predictionNotice(`${model} ${version}`),
  ].join('\n');
}

/** A check of medications: outcome, what was not judged, alerts, the list as it was understood. */
export function medicationsAsText(answer: MedicationsAnswer): string {
  const { safety, alerts, unresolved, resolved, warnings = [] } = answer;
  return joined(
    text.answers.outcomes[safety.outcome],
    [
      [
        text.answers.notJudged(safety.not_judged.length),
        safety.not_judged.map(({ what, reason }) => `${what}: ${reason}`),
      ],
      [text.answers.unresolved(unresolved.length), unresolved.map(({ input }) => input)],
      [
        text.answers.alerts(alerts.length),
        alerts.map(
          ({ severity, title, effect, management, rule_id }) =>
            `${text.answers.severities[severity]}: ${title}. ${effect} ${management} [${rule_id}]`,
        ),
      ],
      omitted(answer.not_assessed),
      [text.answers.warnings(warnings.length), warnings],
      [
        text.answers.understoodLines,
        resolved.map(({ input, ingredient, understood = {} }) => {
          const { dose, route, frequency } = understood;
          const read = [ingredient, dose, route, frequency].filter((part) => part !== undefined);
          return `${input} → ${read.join(', ')}`;
        }),
      ],
    ],
    `${text.answers.medicationsNotice(versionsOf(answer.models))} ${formatExactTime(answer.created_at)}`,
  );
}
