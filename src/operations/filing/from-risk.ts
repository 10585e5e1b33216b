import type { RiskResult } from '../../scores/schema.js';
import {
  concept,
  type FiledResource,
  type FileFacts,
  hl7,
  note,
  opening,
  percent,
  quantity,
} from './coding.js';
import { codingsOf, PROBABILITY, partCode, partName } from './score-codes.js';

type Score = RiskResult['scores'][number];
type Prediction = RiskResult['predictions'][number];

const SURVEY = concept('Score', hl7('observation-category', 'survey', 'Survey'));
const DAY = /^\d{4}-\d{2}-\d{2}$/;

function answerOf(value: number | string, unit: string) {
  if (typeof value === 'number') return { valueQuantity: quantity(value, unit) };
  return DAY.test(value) ? { valueDateTime: value } : { valueString: value };
}

/** Observations of the record that its inputs came from. */
function sourcesOf({ components }: Score, { observations }: FileFacts): string[] {
  const origins = components.map(({ from }) => from ?? '').join(' ');
  const named = new Set(origins.match(/Observation\/[A-Za-z0-9.-]{1,64}/g));
  return observations.filter((name) => named.has(name));
}

const codeOf = (code: string, name: string) => concept(name, ...codingsOf(code, name));

/** The points of each input, where the score is made of points. */
const pointsOf = ({ score, components }: Score) =>
  components.flatMap(({ name, title, points }) =>
    points === null
      ? []
      : [
          {
            code: codeOf(partCode(score, name), partName(title)),
            valueQuantity: quantity(points, '{score}'),
          },
        ],
  );

/** What the score says of an outcome. */
const probabilityOf = ({ risk }: Score) =>
  risk === undefined
    ? []
    : [
        {
          code: concept(
            `Probability of ${risk.outcome} (${risk.horizon})`,
            ...codingsOf(PROBABILITY, 'Probability of the outcome'),
          ),
          valueQuantity: quantity(risk.probability, '1'),
        },
      ];

/** A complete score; one that lacks inputs is not a result. */
function scoreOf(
  score: Score,
  value: number | string,
  result: RiskResult,
  file: FileFacts,
): FiledResource {
  const { name, unit, category, interpretation, summary, reference } = score;
  const component = [...pointsOf(score), ...probabilityOf(score)];
  const sources = sourcesOf(score, file);
  return {
    ...opening('Observation', result.risk_id, file, [summary || `${name}: ${value} ${unit}`]),
    status: 'preliminary',
    category: [SURVEY],
    code: codeOf(score.score, name),
    effectiveDateTime: result.created_at,
    issued: result.created_at,
    ...answerOf(value, unit),
    ...(category !== null && { interpretation: [concept(category)] }),
    method: concept(reference.doi === undefined ? reference.title : `doi:${reference.doi}`),
    ...(sources.length > 0 && { derivedFrom: sources.map((one) => ({ reference: one })) }),
    ...(component.length > 0 && { component }),
    ...note([interpretation, ...score.warnings]),
  };
}

function predictionOf(prediction: Prediction, result: RiskResult, file: FileFacts): FiledResource {
  const { model, version, outcome, horizon, probability, interval, valid_for } = prediction;
  const what = `${outcome} (${horizon})`;
  return {
    ...opening('RiskAssessment', result.risk_id, file, [`${what}: ${percent(probability)}.`]),
    status: 'preliminary',
    method: concept(`${model} ${version}`),
    code: concept(what),
    occurrenceDateTime: result.created_at,
    ...(file.observations.length > 0 && {
      basis: file.observations.map((reference) => ({ reference })),
    }),
    prediction: [
      {
        outcome: concept(what),
        probabilityDecimal: probability,
        rationale: `${interval.low} to ${interval.high}: ${interval.description}`,
      },
    ],
    ...note([`Valid for: ${valid_for}`, ...prediction.warnings]),
  };
}

/**
 * Scores and predictions as FHIR resources: an Observation for each complete score, and a
 * RiskAssessment for each prediction (probabilities 0..1).
 */
export function fromRisk(result: RiskResult, file: FileFacts): FiledResource[] {
  return [
    ...result.scores.flatMap((score) =>
      score.value === null || score.missing.length > 0
        ? []
        : [scoreOf(score, score.value, result, file)],
    ),
    ...result.predictions.map((prediction) => predictionOf(prediction, result, file)),
  ];
}
