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
import type { MedicationCheckRequest } from './medication-list.js';

type Kind = 'analyze' | 'risk' | 'medications';

/** An answer with the request that it is to. */
type GivenAnswer =
  | { readonly kind: 'analyze'; readonly sent: object; readonly answer: AnalysisAnswer }
  | { readonly kind: 'risk'; readonly sent: object; readonly answer: RiskAnswer }
  | {
      readonly kind: 'medications';
      readonly sent: object;
      readonly answer: MedicationsAnswer;
      readonly check: MedicationCheckRequest;
    };

interface Options {
  readonly world: World;
  readonly signal: AbortSignal;
}

/** Reads the stored record on the appliance, and files nothing. */
const recordRequest = (patient: string) => ({ subject: `Patient/${patient}`, file: false });

async function ask(
  kind: Kind,
  patient: string,
  check: MedicationCheckRequest | undefined,
  options: Options,
): Promise<GivenAnswer> {
  if (kind === 'medications') {
    if (check === undefined) throw new Error('The list of medicines is not read yet.');
    const body = check.request;
    const answer = await request<MedicationsAnswer>('POST', '/v1/medications', {
      ...options,
      body,
    });
    return { kind, sent: body, answer, check };
  }
  const body = recordRequest(patient);
  if (kind === 'analyze') {
    const answer = await request<AnalysisAnswer>('POST', '/v1/analyze', { ...options, body });
    return { kind, sent: body, answer };
  }
  return {
    kind,
    sent: body,
    answer: await request<RiskAnswer>('POST', '/v1/risk', { ...options, body }),
  };
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

/** What of the record was not sent: as prominent as what the appliance did not judge. */
function LeftOutParts({ check }: { readonly check: MedicationCheckRequest }) {
  return (
    <NotAssessed
      title={text.patients.leftOut(check.leftOut.length)}
      note={text.patients.leftOutNote}
      items={check.leftOut.map(({ resource, title, reason }) => ({
        what: title || resource,
        reason: text.patients.leftOutReasons[reason],
      }))}
    />
  );
}

/** The line of the list that an alert is about: `medications.0` → `warfarin 3 mg`. */
function lineNames({ request: { medications = [] } }: MedicationCheckRequest): NameOf {
  return (what) => {
    const [, index] = /^medications\.(\d+)$/.exec(what) ?? [];
    const line = index === undefined ? undefined : medications[Number(index)];
    return typeof line === 'string' ? line : line?.name;
  };
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
      return (
        <>
          <LeftOutParts check={given.check} />
          <MedicationsView answer={given.answer} nameOf={lineNames(given.check)} />
        </>
      );
  }
}

function AfterAnswer({
  given,
  nameOf,
  children,
}: AnswerViewProps & { children: ComponentChildren }) {
  return (
    <>
      {given.kind !== 'medications' && (
        <ReadFrom read={given.answer.read_from ?? []} nameOf={nameOf} />
      )}
      <Sent sent={given.sent} />
      <div class="assess-file">{children}</div>
    </>
  );
}

export interface AssessProps {
  readonly patient: string;
  readonly patientName: string;
  readonly isDeceased: boolean;
  /** The check of what the patient takes; undefined while the record is incomplete. */
  readonly check: (() => MedicationCheckRequest) | undefined;
  readonly nameOf: NameOf;
  readonly onFiled: () => void;
}

const ICONS = { analyze: Activity, risk: Calculator, medications: Pill } as const;
const KINDS: readonly Kind[] = ['analyze', 'risk', 'medications'];

/** Analysis, risk and medication check of this patient, one press each; filing is a second step. */
export function Assess(props: AssessProps) {
  const { patient, patientName, isDeceased, check, nameOf, onFiled } = props;
  const { world, session } = usePage();
  const [kind, setKind] = useState<Kind>();
  const action = useAction((signal, wanted: Kind, list: MedicationCheckRequest | undefined) =>
    ask(wanted, patient, list, { world, signal }),
  );
  const [nothing, setNothing] = useState(false);
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
    const list = wanted === 'medications' ? check?.() : undefined;
    const isEmpty = list !== undefined && (list.request.medications ?? []).length === 0;
    setNothing(isEmpty);
    setKind(wanted);
    if (isEmpty) action.reset();
    else action.run(wanted, list);
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
                disabled={one === 'medications' && check === undefined}
                onClick={() => start(one)}
              >
                <Icon size={18} aria-hidden="true" />
                {labels[one]}
              </Button>
            );
          })}
        </div>
        {allowed.includes('medications') && check === undefined && (
          <p class="plot-key">{text.patients.incompleteRecord}</p>
        )}
        {nothing && <p role="status">{text.patients.noMedicinesToCheck}</p>}
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
              {given.kind === 'medications' ? (
                <>
                  <p>{text.patients.notFiled}</p>
                  <CopyButton
                    content={medicationsAsText(given.answer)}
                    label={text.answers.copyAsText}
                  />
                </>
              ) : (
                <FileAnswer
                  key={given.answer.created_at}
                  patientName={patientName}
                  resources={(given.answer.to_file ?? []) as unknown as readonly FhirResource[]}
                  onFiled={onFiled}
                />
              )}
            </AfterAnswer>
          </Guard>
        </section>
      )}
    </div>
  );
}
