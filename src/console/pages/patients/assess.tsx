import type { FhirResource } from 'fhir/r4';
import { Activity, Calculator, Pill } from 'lucide-preact';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { request } from '../../api/client.js';
import { MedicationsView } from '../../components/answers/alerts.js';
import {
  type AnalysisAnswer,
  type MedicationsAnswer,
  type RiskAnswer,
  type ScoreAnswer,
  versionsOf,
} from '../../components/answers/answer-types.js';
import { medicationsAsText } from '../../components/answers/as-text.js';
import { AnalysisView } from '../../components/answers/differential.js';
import { formatProbability } from '../../components/answers/figures.js';
import { NotAssessed } from '../../components/answers/not-assessed.js';
import { PredictionView, ScoreView } from '../../components/answers/score.js';
import { Button } from '../../components/button.js';
import { ClinicalNotice } from '../../components/clinical-notice.js';
import { CopyButton } from '../../components/copy-button.js';
import { Failure } from '../../components/failure.js';
import { Guard } from '../../components/guard.js';
import { Loading } from '../../components/loading.js';
import { Panel } from '../../components/panel.js';
import { usePage } from '../../state/page.js';
import { mayUse } from '../../state/session.js';
import { useAction } from '../../state/use-load.js';
import type { World } from '../../state/world.js';
import { text } from '../../text/en.js';
import { FileAnswer } from './file-answer.js';
import { JsonText } from './json-text.js';

type Kind = 'analyze' | 'risk' | 'medications';

/** An answer with the request that it is to. */
type GivenAnswer = { readonly sent: object } & (
  | { readonly kind: 'analyze'; readonly answer: AnalysisAnswer }
  | { readonly kind: 'risk'; readonly answer: RiskAnswer }
  | { readonly kind: 'medications'; readonly answer: MedicationsAnswer }
);

interface Options {
  readonly world: World;
  readonly signal: AbortSignal;
}

/** Reads the stored record on the appliance, and files nothing. */
const recordRequest = (patient: string) => ({ subject: `Patient/${patient}`, file: false });

async function ask(kind: Kind, patient: string, options: Options): Promise<GivenAnswer> {
  const sent = recordRequest(patient);
  const post = <T,>(path: string) => request<T>('POST', path, { ...options, body: sent });
  switch (kind) {
    case 'analyze':
      return { kind, sent, answer: await post<AnalysisAnswer>('/v1/analyze') };
    case 'risk':
      return { kind, sent, answer: await post<RiskAnswer>('/v1/risk') };
    case 'medications':
      return { kind, sent, answer: await post<MedicationsAnswer>('/v1/medications') };
  }
}

type NameOf = (what: string) => string | undefined;

function ScoreDetails({ scores }: { readonly scores: readonly ScoreAnswer[] }) {
  return (
    <>
      {scores.map((score) => (
        <details class="answer-details" key={score.score}>
          <summary>{score.summary || score.name}</summary>
          <ScoreView answer={score} />
        </details>
      ))}
    </>
  );
}

/** `Observation`, or `Observation/7`: a part of the record. */
const RESOURCE = /^[A-Z][A-Za-z]+(?:$|\/)/;

function RiskView({ answer, nameOf }: { readonly answer: RiskAnswer; readonly nameOf: NameOf }) {
  const { scores, predictions, not_assessed = [] } = answer;
  const isComplete = ({ missing, value }: ScoreAnswer) => value !== null && missing.length === 0;
  const complete = scores.filter(isComplete);
  const bounded = scores.filter((score) => !isComplete(score));
  // What of the record did not count is said first; a score without its inputs is only not available.
  const unread = not_assessed.filter(({ what }) => RESOURCE.test(what));
  const unscored = not_assessed.filter(({ what }) => !RESOURCE.test(what));
  return (
    <>
      <NotAssessed items={unread} nameOf={nameOf} />
      {scores.length === 0 && predictions.length === 0 && <p>{text.patients.noScores}</p>}
      {complete.length > 0 && (
        <>
          <h3>{text.patients.completeScores(complete.length)}</h3>
          <ScoreDetails scores={complete} />
        </>
      )}
      {bounded.length > 0 && (
        <>
          <h3>{text.patients.boundedScores(bounded.length)}</h3>
          <p>{text.patients.boundedNote}</p>
          <ScoreDetails scores={bounded} />
        </>
      )}
      {predictions.length > 0 && (
        <>
          <h3>{text.patients.predictions(predictions.length)}</h3>
          {predictions.map((prediction) => (
            <details class="answer-details" key={prediction.model}>
              <summary>
                {prediction.outcome}: {formatProbability(prediction.probability)}
              </summary>
              <PredictionView answer={prediction} />
            </details>
          ))}
        </>
      )}
      {unscored.length > 0 && (
        <details class="patient-folded">
          <summary>{text.patients.unscored(unscored.length)}</summary>
          <NotAssessed items={unscored} />
        </details>
      )}
    </>
  );
}

interface ReadResource {
  readonly resource: string;
  readonly age_hours?: number | undefined;
}

function ReadFrom({ read, nameOf }: { read: readonly ReadResource[]; nameOf: NameOf }) {
  if (read.length === 0) return null;
  return (
    <details class="patient-folded">
      <summary>{text.patients.readFrom(read.length)}</summary>
      <ul>
        {read.map(({ resource, age_hours }) => (
          <li key={resource}>
            <bdi>{nameOf(resource) ?? resource}</bdi>
            {age_hours !== undefined && ` · ${text.patients.ageHours(age_hours)}`}
          </li>
        ))}
      </ul>
    </details>
  );
}

function Sent({ sent }: { readonly sent: object }) {
  return (
    <details class="patient-folded">
      <summary>{text.patients.sent}</summary>
      <JsonText value={sent} />
    </details>
  );
}

const noticeOf = ({ kind, answer }: GivenAnswer): string => {
  const versions = versionsOf(answer.models);
  if (kind === 'analyze') return text.answers.analysisNotice(versions);
  if (kind === 'medications') return text.answers.medicationsNotice(versions);
  const made = versions === '' ? '' : ` ${text.answers.versions(versions)}`;
  return `${text.patients.riskNotice}${made}`;
};

interface AnswerViewProps {
  readonly given: GivenAnswer;
  readonly nameOf: NameOf;
}

function AnswerView({ given, nameOf }: AnswerViewProps) {
  switch (given.kind) {
    case 'analyze':
      return <AnalysisView answer={given.answer} nameOf={nameOf} />;
    case 'risk':
      return <RiskView answer={given.answer} nameOf={nameOf} />;
    case 'medications':
      return <MedicationsView answer={given.answer} nameOf={nameOf} />;
  }
}

function AfterAnswer({
  given,
  nameOf,
  children,
}: AnswerViewProps & { children: ComponentChildren }) {
  return (
    <>
      <ReadFrom read={given.answer.read_from ?? []} nameOf={nameOf} />
      <Sent sent={given.sent} />
      <div class="assess-file">{children}</div>
    </>
  );
}

export interface AssessProps {
  readonly patient: string;
  readonly patientName: string;
  readonly isDeceased: boolean;
  readonly nameOf: NameOf;
  readonly onFiled: () => void;
}

const ICONS = { analyze: Activity, risk: Calculator, medications: Pill } as const;
const KINDS: readonly Kind[] = ['analyze', 'risk', 'medications'];

/** Analysis, risk and medication check of this patient, one press each; filing is a second step. */
export function Assess(props: AssessProps) {
  const { patient, patientName, isDeceased, nameOf, onFiled } = props;
  const { world, session } = usePage();
  const [kind, setKind] = useState<Kind>();
  const action = useAction((signal, wanted: Kind) => ask(wanted, patient, { world, signal }));
  const heading = useRef<HTMLHeadingElement>(null);
  const { state } = action;
  useEffect(() => {
    if (state.kind === 'ready') heading.current?.focus();
  }, [state]);
  const labels = {
    analyze: text.patients.analyze,
    risk: text.patients.risk,
    medications: text.patients.medicationsCheck,
  };
  const start = (wanted: Kind) => {
    setKind(wanted);
    action.run(wanted);
  };
  const allowed = KINDS.filter((one) => mayUse(session, one));
  if (allowed.length === 0) return null;
  const given = state.kind === 'ready' ? state.value : undefined;
  return (
    <div class="patient-part" id="assess">
      <Panel title={text.patients.assess}>
        <p>{text.patients.assessIntro}</p>
        {isDeceased && <p role="note">{text.patients.deceasedNote}</p>}
        <div class="buttons">
          {allowed.map((one) => {
            const Icon = ICONS[one];
            return (
              <Button
                key={one}
                look="primary"
                busy={state.kind === 'loading' && kind === one}
                onClick={() => start(one)}
              >
                <Icon size={18} aria-hidden="true" />
                {labels[one]}
              </Button>
            );
          })}
        </div>
        {state.kind === 'loading' && kind !== undefined && (
          <Loading what={text.patients.working[kind]} />
        )}
        {state.kind === 'failed' && kind !== undefined && (
          <Failure error={state.error} retry={() => start(kind)} />
        )}
      </Panel>
      {given !== undefined && (
        <section class="assess-answer" aria-label={text.patients.answerOf[given.kind]}>
          <div class="values-course-head">
            <h2 ref={heading} tabIndex={-1}>
              {text.patients.answerOf[given.kind]}
            </h2>
            <Button look="quiet" label={text.patients.dismiss} onClick={action.reset}>
              ✕
            </Button>
          </div>
          <ClinicalNotice>{noticeOf(given)}</ClinicalNotice>
          <Guard of={given}>
            <AnswerView given={given} nameOf={nameOf} />
            <AfterAnswer given={given} nameOf={nameOf}>
              <FileAnswer
                key={given.answer.created_at}
                patientName={patientName}
                resources={(given.answer.to_file ?? []) as unknown as readonly FhirResource[]}
                onFiled={onFiled}
              />
              {given.kind === 'medications' && (
                <CopyButton
                  content={medicationsAsText(given.answer)}
                  label={text.answers.copyAsText}
                />
              )}
            </AfterAnswer>
          </Guard>
        </section>
      )}
    </div>
  );
}
