import type { FhirResource } from 'fhir/r4';
import { Badge } from '../../components/badge.js';
import { usePage } from '../../state/page.js';
import { useLoad } from '../../state/use-load.js';
import { text } from '../../text/en.js';
import { AI_ASSERTED, codeOf, conceptText } from './concepts.js';
import { type AnswerAuthor, type EarlierAnswer, earlierAnswers } from './earlier-answers.js';
import { search, searchFor } from './fhir-search.js';
import { formatTime } from './fhir-time.js';
import { Part } from './part.js';
import { formatNumber, readingsOf } from './readings.js';
import { TIMES } from './style-of-times.js';
import { valueText } from './words.js';

/** As what answers are filed. */
const TYPES = [
  'DiagnosticReport',
  'Observation',
  'RiskAssessment',
  'Condition',
  'DetectedIssue',
  'DocumentReference',
] as const;
const PAGE = 100;

/** What a filed resource says, in lines. */
function linesOf(resource: FhirResource): string[] {
  switch (resource.resourceType) {
    case 'DiagnosticReport':
      return [resource.conclusion ?? conceptText(resource.code)];
    case 'Observation':
      return readingsOf(resource).map(({ title, value }) => `${title}: ${valueText(value)}`);
    case 'RiskAssessment':
      return (resource.prediction ?? []).map(({ outcome, probabilityDecimal = 0 }) =>
        text.patients.probabilityOf(
          conceptText(outcome),
          formatNumber(Number((probabilityDecimal * 100).toPrecision(3))),
        ),
      );
    case 'Condition':
      return [`${conceptText(resource.code)} (${codeOf(resource.verificationStatus)})`];
    case 'DetectedIssue':
      // The first line of the text says what it is; the others explain it.
      return [resource.detail?.split('\n')[0] ?? conceptText(resource.code)];
    case 'DocumentReference':
      return [resource.description ?? conceptText(resource.type)];
    default:
      return [];
  }
}

/** The lines of resources as they stand in a list: of those to be filed as well. */
export function ResourceLines({ resources }: { readonly resources: readonly FhirResource[] }) {
  return (
    <ul class="answer-lines">
      {resources.flatMap((resource) =>
        linesOf(resource).map((line, n) => (
          <li key={`${resource.resourceType}/${resource.id}/${n}`}>
            <span class="answer-type">{resource.resourceType}</span> <bdi>{line}</bdi>
          </li>
        )),
      )}
    </ul>
  );
}

const authorText = ({ name, version }: AnswerAuthor): string => `${name} ${version}`.trim();

function Origin({ answer }: { readonly answer: EarlierAnswer }) {
  const { appliance, models, filedBy, sources, otherSources, hasProvenance } = answer;
  if (!hasProvenance) return <p>{text.patients.noProvenance}</p>;
  return (
    <dl class="facts">
      <dt>{text.patients.madeBy}</dt>
      <dd>{appliance === undefined ? text.common.unknown : authorText(appliance)}</dd>
      {models.length > 0 && (
        <>
          <dt>{text.patients.models}</dt>
          <dd>{models.map(authorText).join(', ')}</dd>
        </>
      )}
      <dt>{text.patients.filedBy}</dt>
      <dd>
        <bdi>{filedBy ?? text.patients.filedByProgram}</bdi>
      </dd>
      <dt>{text.patients.madeFrom}</dt>
      <dd>
        {sources.length > 0 ? sources.join(', ') : text.patients.fromRequest}
        {otherSources.map((source) => (
          <span class="answer-digest" key={source}>
            {source}
          </span>
        ))}
      </dd>
      <dt>{text.patients.answerId}</dt>
      <dd>
        <code>{answer.id}</code>
      </dd>
    </dl>
  );
}

function Answer({ answer }: { readonly answer: EarlierAnswer }) {
  const kind = text.patients.answerKinds[answer.activity] ?? text.patients.otherAnswer;
  return (
    <li>
      <details class="patient-folded patient-answer">
        <summary>
          <strong>{kind}</strong> {answer.time !== undefined && formatTime(answer.time, TIMES)}{' '}
          <Badge tone="unknown">{text.patients.unconfirmed}</Badge>
        </summary>
        <ResourceLines resources={answer.resources} />
        <Origin answer={answer} />
      </details>
    </li>
  );
}

export interface AnswersPartProps {
  readonly patient: string;
  /** Changes when an answer was filed. */
  readonly filed: number;
}

/** Answers that were filed with this patient, each with where it came from. */
export function AnswersPart({ patient, filed }: AnswersPartProps) {
  const { world } = usePage();
  const loaded = useLoad(
    async (signal) => {
      const pages = await Promise.all(
        TYPES.map((type) =>
          search<FhirResource>(
            searchFor(type, {
              patient,
              _security: AI_ASSERTED,
              _revinclude: 'Provenance:target',
              _sort: '-_lastUpdated',
              _count: PAGE,
            }),
            { world, signal },
          ),
        ),
      );
      return {
        answers: earlierAnswers(
          pages.flatMap(({ resources, included }) => [...resources, ...included]),
        ),
        isComplete: pages.every(({ next }) => next === undefined),
      };
    },
    [world, patient, filed],
  );
  return (
    <Part title={text.patients.answers} id="answers" loaded={loaded}>
      {({ answers, isComplete }) =>
        answers.length === 0 ? (
          <p>{text.patients.noAnswers}</p>
        ) : (
          <>
            <ul class="patient-items">
              {answers.map((answer) => (
                <Answer key={answer.id} answer={answer} />
              ))}
            </ul>
            {!isComplete && <p>{text.patients.more(PAGE)}</p>}
          </>
        )
      }
    </Part>
  );
}
