import { Printer } from 'lucide-preact';
import { useState } from 'preact/hooks';
import { useRoute } from 'preact-iso';
import { request } from '../../api/client.js';
import type {
  RiskAnswer,
  ScoreDeclaration,
  ScoreInput,
} from '../../components/answers/answer-types.js';
import { versionsOf } from '../../components/answers/answer-types.js';
import { predictionAsText, scoreAsText } from '../../components/answers/as-text.js';
import { NotAssessed } from '../../components/answers/not-assessed.js';
import { PredictionView, References, ScoreView } from '../../components/answers/score.js';
import { Button } from '../../components/button.js';
import { ClinicalNotice } from '../../components/clinical-notice.js';
import { CopyButton } from '../../components/copy-button.js';
import { Failure } from '../../components/failure.js';
import { Field } from '../../components/field.js';
import {
  ChoiceControl,
  type Flag,
  FlagControl,
  MeasureControl,
} from '../../components/form/controls.js';
import { areAllAt, issueAt, issuesOf } from '../../components/form/issues.js';
import { LiveAnswer } from '../../components/form/live-answer.js';
import { formatExactTime } from '../../components/format-time.js';
import { Loading } from '../../components/loading.js';
import { Panel } from '../../components/panel.js';
import { usePage } from '../../state/page.js';
import { useLive } from '../../state/use-live.js';
import { useLoad } from '../../state/use-load.js';
import { pathIn } from '../../state/world.js';
import { text } from '../../text/en.js';
import { loadScore } from './catalogue.js';
import {
  controlOf,
  type Entered,
  type EnteredValues,
  hintOf,
  isOptional,
  readInputs,
} from './inputs.js';
import './risk.css';

const PAUSE_MS = 300;
/** A form of more inputs is longer than the window: its result stays in sight. */
const PINNED_FROM = 12;

interface InputControlProps {
  readonly score: ScoreDeclaration;
  readonly input: ScoreInput;
  readonly entered: Entered;
  readonly error: string | undefined;
  readonly onEnter: (entered: Entered) => void;
}

function InputControl({ score, input, entered, error, onEnter }: InputControlProps) {
  const control = controlOf(input);
  const shared = {
    label: input.title,
    hint: hintOf(input),
    error,
    optional: isOptional(score, input),
  };
  const onValue = (value: string) => onEnter({ ...entered, value });
  switch (control.kind) {
    case 'flag':
      return <FlagControl {...shared} value={entered.value as Flag} onValue={onValue} />;
    case 'choice':
      return (
        <ChoiceControl
          {...shared}
          value={entered.value}
          onValue={onValue}
          options={control.options}
        />
      );
    case 'date':
      return (
        <Field {...shared}>
          {(attributes) => (
            <input
              {...attributes}
              type="date"
              value={entered.value}
              onInput={({ currentTarget }) => onValue(currentTarget.value)}
            />
          )}
        </Field>
      );
    case 'measure':
      return (
        <MeasureControl
          {...shared}
          value={entered.value}
          onValue={onValue}
          unit={entered.unit ?? input.unit ?? '1'}
          units={control.units}
          onUnit={(unit) => onEnter({ ...entered, unit })}
        />
      );
  }
}

const copyText = ({ scores, predictions }: RiskAnswer, score: ScoreDeclaration): string =>
  [
    ...scores.map((answer) => scoreAsText(answer, score)),
    ...predictions.map(predictionAsText),
  ].join('\n\n');

function Answer({ answer, score }: { readonly answer: RiskAnswer; score: ScoreDeclaration }) {
  const { scores, predictions, not_assessed = [], models } = answer;
  return (
    <>
      <NotAssessed items={not_assessed} />
      {scores.map((one) => (
        <ScoreView key={one.score} answer={one} declaration={score} />
      ))}
      {predictions.map((one) => (
        <PredictionView key={one.model} answer={one} />
      ))}
      <p class="answer-note">
        {text.risk.made(formatExactTime(answer.created_at), versionsOf(models), answer.risk_id)}
      </p>
    </>
  );
}

const NOTHING: Entered = { value: '' };

function ScoreForm({ score }: { readonly score: ScoreDeclaration }) {
  const { world } = usePage();
  const [values, setValues] = useState<EnteredValues>({});
  const { inputs, faults } = readInputs(score, values);
  const body = { score: score.id, inputs };
  const key = faults.size > 0 ? undefined : JSON.stringify(body);
  const live = useLive<RiskAnswer>(
    key,
    (signal) => request('POST', '/v1/risk', { world, body, signal }),
    PAUSE_MS,
  );
  const issues = issuesOf(live.error);
  const fields = score.inputs.map(({ name }) => `inputs.${name}`);
  return (
    <div class="work">
      <form class="score-form" onSubmit={(event) => event.preventDefault()} autocomplete="off">
        <Panel
          title={text.risk.inputs}
          actions={<Button onClick={() => setValues({})}>{text.form.clear}</Button>}
        >
          <p class="answer-note">{text.risk.inputsNote}</p>
          <div class="form-grid">
            {score.inputs.map((input) => (
              <InputControl
                key={input.name}
                score={score}
                input={input}
                entered={values[input.name] ?? NOTHING}
                error={faults.get(input.name) ?? issueAt(issues, `inputs.${input.name}`)}
                onEnter={(entered) => setValues({ ...values, [input.name]: entered })}
              />
            ))}
          </div>
        </Panel>
      </form>
      <div class={score.inputs.length > PINNED_FROM ? 'score-pinned' : undefined}>
        <Panel title={text.risk.result}>
          <LiveAnswer
            live={live}
            invitation={text.form.refused}
            errorIsShown={areAllAt(issues, fields)}
            actions={(answer) => (
              <div class="score-actions">
                <CopyButton content={copyText(answer, score)} label={text.answers.copyAsText} />
                <Button onClick={() => window.print()}>
                  <Printer size={18} aria-hidden="true" />
                  {text.common.print}
                </Button>
              </div>
            )}
          >
            {(answer) => <Answer answer={answer} score={score} />}
          </LiveAnswer>
        </Panel>
      </div>
    </div>
  );
}

/** One score: its form, its live result, its sources. */
export default function ScorePage() {
  const { world } = usePage();
  const { params } = useRoute();
  const id = params.score ?? '';
  const { state, reload } = useLoad((signal) => loadScore(world, id, signal), [world, id]);
  return (
    <>
      <p class="no-print">
        <a href={pathIn(world, 'risk')}>{text.risk.back}</a>
      </p>
      {state.kind === 'loading' && <Loading />}
      {state.kind === 'failed' && (
        <>
          <h1>{text.risk.title}</h1>
          <Failure error={state.error} retry={reload} />
        </>
      )}
      {state.kind === 'ready' && (
        <>
          <h1>{state.value.name}</h1>
          <ClinicalNotice>
            {state.value.kind === 'model'
              ? text.risk.modelNotice(state.value.name)
              : text.answers.scoreNotice(state.value.name)}
          </ClinicalNotice>
          <div class="score-about">
            <p>{state.value.purpose}</p>
            <p>
              <strong>{text.risk.population}:</strong> {state.value.population}
            </p>
          </div>
          <p class="score-print-head">{text.risk.printHead}</p>
          <ScoreForm key={state.value.id} score={state.value} />
          {state.value.kind === 'model' && (
            <Panel title={text.answers.references}>
              <References items={state.value.references} />
            </Panel>
          )}
        </>
      )}
    </>
  );
}
