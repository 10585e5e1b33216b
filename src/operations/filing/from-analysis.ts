import type { AnalyzeResult } from '../../differential/schema.js';
import {
  concept,
  type FiledResource,
  type FileFacts,
  hl7,
  ICD10,
  LOINC,
  nameOf,
  note,
  opening,
  percent,
} from './coding.js';
import { suspicion } from './conditions.js';

const MAX_DIAGNOSES = 5;
/** A note is read by a person: the answer itself has all of them. */
const MAX_DANGERS = 10;

/** Less probable diagnoses stay in the report: too many entries would hide what matters. */
const MIN_PROBABLE = 0.05;
const MAX_ABSENT = 50;
const MAX_REASONS = 10;

function firstOf(names: readonly string[], max: number): string {
  const more = names.length - max;
  const shown = names.slice(0, max).join(', ');
  return more > 0 ? `${shown}, and ${more} more` : shown;
}

type Diagnosis = AnalyzeResult['explanation']['differential'][number];

const icd10 = ({ icd10: code, diagnosis }: Pick<Diagnosis, 'icd10' | 'diagnosis'>) => ({
  system: ICD10,
  code,
  display: diagnosis,
});

/** The first diagnoses of the differential, if the evidence supports any. */
function primaryOf({ primary_diagnosis, explanation }: AnalyzeResult): Diagnosis | undefined {
  return explanation.differential.find(({ diagnosis }) => diagnosis === primary_diagnosis);
}

/** The conclusion of the report, one line per statement. */
function conclusionOf(result: AnalyzeResult): string[] {
  const { explanation, urgency_level, recommendations, risk_score } = result;
  const primary = primaryOf(result);
  const inWords = ({ diagnosis, probability }: Diagnosis) =>
    `${diagnosis} (${percent(probability)})`;
  const others = explanation.differential.filter((one) => one !== primary).slice(0, MAX_DIAGNOSES);
  const dangers = explanation.must_not_miss.map(({ diagnosis }) => diagnosis);
  return [
    primary === undefined
      ? 'Undetermined: the evidence does not carry a diagnosis.'
      : `Most probable: ${inWords(primary)}.`,
    others.length === 0 ? '' : `Also possible: ${others.map(inWords).join(', ')}.`,
    dangers.length === 0 ? '' : `Dangerous and not excluded: ${firstOf(dangers, MAX_DANGERS)}.`,
    `Urgency: ${urgency_level}. Probability of serious deterioration: ${percent(risk_score)}.`,
    ...recommendations,
  ].filter((line) => line !== '');
}

function reportOf(result: AnalyzeResult, file: FileFacts): FiledResource {
  const { analysis_id, created_at } = result;
  const lines = conclusionOf(result);
  const primary = primaryOf(result);
  return {
    ...opening('DiagnosticReport', analysis_id, file, lines),
    status: 'preliminary',
    category: [concept('Clinical analysis', hl7('v2-0074', 'OTH', 'Other'))],
    code: concept('Clinical analysis with differential diagnosis', {
      system: LOINC,
      code: '51848-0',
      display: 'Evaluation note',
    }),
    effectiveDateTime: created_at,
    issued: created_at,
    conclusion: lines.join('\n'),
    ...(primary && { conclusionCode: [concept(primary.diagnosis, icd10(primary))] }),
  };
}

/** A diagnosis of the differential: under investigation, not established. */
function candidate(
  one: Diagnosis,
  result: AnalyzeResult,
  report: FiledResource,
  file: FileFacts,
): FiledResource {
  const { diagnosis, probability, supporting, against, next_best_test: test } = one;
  return suspicion(file, {
    resultId: result.analysis_id,
    at: result.created_at,
    name: diagnosis,
    coding: [icd10(one)],
    verification: one === primaryOf(result) ? 'provisional' : 'differential',
    evidence: {
      ...(supporting.length > 0 && {
        code: supporting.slice(0, MAX_REASONS).map((reason) => concept(reason)),
      }),
      detail: [{ reference: nameOf(report) }],
    },
    notes: [
      `Probability ${probability} in the differential diagnosis.`,
      against.length === 0 ? '' : `Against it: ${against.slice(0, MAX_REASONS).join(', ')}.`,
      test === null ? '' : `Next best test: ${test}.`,
    ],
  });
}

/** Findings that the text or a person denies; measured values are not repeated here. */
const IN_WORDS = /\.(?:symptoms|medical_history)\.\d+$|^corrections\.\d+$/;

/** What is denied and nowhere said otherwise; of relatives it is another statement. */
function absentIn({ explanation: { findings } }: AnalyzeResult): string[] {
  const own = findings.filter(
    ({ assertion, of_relatives: ofRelatives }) => assertion !== 'family' && !ofRelatives,
  );
  const saidOtherwise = new Set(
    own.filter(({ assertion }) => assertion !== 'absent').map(({ concept }) => concept),
  );
  const denied = own.filter(
    ({ assertion, field }) => assertion === 'absent' && IN_WORDS.test(field),
  );
  return [...new Set(denied.map(({ concept }) => concept))]
    .filter((name) => !saidOtherwise.has(name))
    .slice(0, MAX_ABSENT);
}

function riskOf(result: AnalyzeResult, file: FileFacts): FiledResource {
  const { analysis_id, created_at, risk_score, explanation, urgency_level } = result;
  const outcome = 'Serious deterioration: death or intensive care';
  return {
    ...opening('RiskAssessment', analysis_id, file, [`${outcome}: ${percent(risk_score)}.`]),
    status: 'preliminary',
    method: concept(explanation.risk.model),
    code: concept('Risk of serious deterioration'),
    occurrenceDateTime: created_at,
    ...(file.observations.length > 0 && {
      basis: file.observations.map((reference) => ({ reference })),
    }),
    prediction: [{ outcome: concept(outcome), probabilityDecimal: risk_score }],
    ...note([
      `Urgency: ${urgency_level}.`,
      ...explanation.risk.contributions.map(
        ({ feature, value, probability }) => `${feature} ${value}: ${percent(probability)}`,
      ),
    ]),
  };
}

/**
 * An analysis as FHIR resources: a DiagnosticReport, a Condition for each probable diagnosis of the
 * differential and for each finding that the text denies, and a RiskAssessment (probabilities 0..1).
 */
export function fromAnalysis(result: AnalyzeResult, file: FileFacts): FiledResource[] {
  const report = reportOf(result, file);
  const { analysis_id: resultId, created_at: at } = result;
  const evidence = { detail: [{ reference: nameOf(report) }] };
  const primary = primaryOf(result);
  const candidates = result.explanation.differential.filter(
    (one) => one === primary || one.probability >= MIN_PROBABLE,
  );
  return [
    report,
    ...candidates.slice(0, MAX_DIAGNOSES).map((one) => candidate(one, result, report, file)),
    ...absentIn(result).map((name) =>
      suspicion(file, { resultId, at, name, verification: 'refuted', evidence }),
    ),
    riskOf(result, file),
  ];
}
