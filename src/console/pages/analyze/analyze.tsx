import { useState } from 'preact/hooks';
import { request } from '../../api/client.js';
import { type AnalysisAnswer, versionsOf } from '../../components/answers/answer-types.js';
import { analysisAsText } from '../../components/answers/as-text.js';
import { AnalysisView, UrgencyLevelView } from '../../components/answers/differential.js';
import { formatUnit } from '../../components/answers/figures.js';
import { Button } from '../../components/button.js';
import { ClinicalNotice } from '../../components/clinical-notice.js';
import { CopyButton } from '../../components/copy-button.js';
import {
  AreaControl,
  ChoiceControl,
  FlagControl,
  MeasureControl,
  TextControl,
} from '../../components/form/controls.js';
import { areAllAt, issueAt, issuesOf } from '../../components/form/issues.js';
import { LabRows } from '../../components/form/lab-rows.js';
import { LiveAnswer } from '../../components/form/live-answer.js';
import { Panel } from '../../components/panel.js';
import { usePage } from '../../state/page.js';
import { useLive } from '../../state/use-live.js';
import { text } from '../../text/en.js';
import { Findings, isOfInput } from './findings.js';
import {
  EMPTY_FORM,
  MEASURED_VITALS,
  nameOfField,
  type PatientForm,
  type ReadForm,
  readForm,
  shownFields,
  withCorrection,
} from './patient-form.js';

/** Long enough that a word is finished, short enough to feel immediate. */
const PAUSE_MS = 600;

const SPECIALTIES = Object.entries(text.analyze.specialties);
const SEXES = [['', text.common.unknown] as const, ...Object.entries(text.form.sexes)];
const LEVELS = [['', text.common.unknown] as const, ...Object.entries(text.analyze.levels)];

interface FormProps {
  readonly form: PatientForm;
  readonly read: ReadForm;
  readonly issues: ReadonlyMap<string, string>;
  readonly onChange: (changed: Partial<PatientForm>) => void;
}

function Story({ form, issues, onChange }: FormProps) {
  return (
    <Panel
      title={text.analyze.complaint}
      actions={<Button onClick={() => onChange(EMPTY_FORM)}>{text.form.clear}</Button>}
    >
      <AreaControl
        label={text.analyze.story}
        hint={text.analyze.storyHint}
        rows={6}
        error={issueAt(issues, 'patient_data.symptoms')}
        value={form.story}
        onValue={(story) => onChange({ story })}
      />
      <div class="form-grid">
        <TextControl
          label={text.analyze.onset}
          hint={text.analyze.onsetHint}
          error={issueAt(issues, 'patient_data.symptom_onset')}
          value={form.onset}
          onValue={(onset) => onChange({ onset })}
        />
        <ChoiceControl
          label={text.analyze.specialty}
          value={form.specialty}
          options={SPECIALTIES}
          onValue={(specialty) => onChange({ specialty })}
        />
      </div>
    </Panel>
  );
}

function Measurements({ form, read, issues, onChange }: FormProps) {
  const at = (field: string) => read.faults.get(field) ?? issueAt(issues, field);
  return (
    <Panel title={text.analyze.measurements}>
      <div class="form-grid">
        <MeasureControl
          label={text.analyze.age}
          unit="a"
          units={[['a', text.form.years]]}
          onUnit={() => undefined}
          error={at('patient_data.demographics.age')}
          value={form.age}
          onValue={(age) => onChange({ age })}
        />
        <ChoiceControl
          label={text.analyze.sex}
          value={form.sex}
          options={SEXES}
          error={at('patient_data.demographics.gender')}
          onValue={(sex) => onChange({ sex })}
        />
        <MeasureControl
          label={text.analyze.bloodPressure}
          hint={text.analyze.bloodPressureHint}
          unit="mm[Hg]"
          units={[['mm[Hg]', formatUnit('mm[Hg]')]]}
          onUnit={() => undefined}
          error={at('patient_data.vitals.blood_pressure')}
          value={form.bloodPressure}
          onValue={(bloodPressure) => onChange({ bloodPressure })}
        />
        {MEASURED_VITALS.map(([name, unit]) => (
          <MeasureControl
            key={name}
            label={text.analyze.vitals[name]}
            unit={unit}
            units={[[unit, name === 'temperature' ? text.analyze.degrees : formatUnit(unit)]]}
            onUnit={() => undefined}
            error={at(`patient_data.vitals.${name}`)}
            value={form.vitals[name]}
            onValue={(value) => onChange({ vitals: { ...form.vitals, [name]: value } })}
          />
        ))}
        <ChoiceControl
          label={text.analyze.consciousness}
          value={form.consciousness}
          options={LEVELS}
          error={at('patient_data.vitals.consciousness')}
          onValue={(consciousness) => onChange({ consciousness })}
        />
        <FlagControl
          label={text.analyze.onOxygen}
          value={form.onOxygen}
          error={at('patient_data.vitals.on_oxygen')}
          onValue={(onOxygen) => onChange({ onOxygen })}
        />
      </div>
      <LabRows
        rows={form.labs}
        faults={read.labFaults}
        issues={issues}
        path="patient_data.lab_results"
        onRows={(labs) => onChange({ labs })}
      />
    </Panel>
  );
}

function Background({ form, issues, onChange }: FormProps) {
  return (
    <Panel title={text.analyze.background}>
      <AreaControl
        label={text.analyze.history}
        hint={text.analyze.historyHint}
        rows={3}
        error={issueAt(issues, 'patient_data.demographics.medical_history')}
        value={form.history}
        onValue={(history) => onChange({ history })}
      />
      <AreaControl
        label={text.analyze.medications}
        hint={text.analyze.oneEachLine}
        rows={3}
        error={issueAt(issues, 'patient_data.medications')}
        value={form.medications}
        onValue={(medications) => onChange({ medications })}
      />
      <AreaControl
        label={text.analyze.allergies}
        hint={text.analyze.oneEachLine}
        rows={2}
        error={issueAt(issues, 'patient_data.allergies')}
        value={form.allergies}
        onValue={(allergies) => onChange({ allergies })}
      />
    </Panel>
  );
}

interface Analysed {
  /** The form as it was: an answer names its lines by number. */
  readonly form: PatientForm;
  readonly answer: AnalysisAnswer;
}

/** From findings to diagnoses: what is understood is shown while one types. */
export default function AnalyzePage() {
  const { world } = usePage();
  const [form, setForm] = useState(EMPTY_FORM);
  const read = readForm(form);
  const hasFaults = read.faults.size > 0 || read.labFaults.size > 0;
  const key = read.body === undefined || hasFaults ? undefined : JSON.stringify(read.body);
  const live = useLive<Analysed>(
    key,
    async (signal) => {
      const options = { world, body: read.body, signal };
      return { form, answer: await request<AnalysisAnswer>('POST', '/v1/analyze', options) };
    },
    PAUSE_MS,
  );
  const issues = issuesOf(live.error);
  const onChange = (changed: Partial<PatientForm>) =>
    setForm((before) => ({ ...before, ...changed }));
  const parts = { form, read, issues, onChange };
  return (
    <>
      <h1>{text.analyze.title}</h1>
      <ClinicalNotice>
        {text.answers.analysisNotice(versionsOf(live.answer?.answer.models))}
      </ClinicalNotice>
      <div class="work">
        <Story {...parts} />
        <LiveAnswer
          live={live}
          invitation={hasFaults ? text.analyze.mend : text.analyze.invitation}
          errorIsShown={areAllAt(issues, shownFields(form))}
          actions={({ answer }) => (
            <CopyButton content={analysisAsText(answer)} label={text.answers.copyAsText} />
          )}
        >
          {({ form: analysed, answer }) => (
            <>
              <div class="analyze-urgency">
                <UrgencyLevelView answer={answer} />
              </div>
              <Panel title={text.analyze.understood}>
                <Findings
                  answer={answer}
                  corrections={form.corrections}
                  nameOf={(what) => nameOfField(analysed, what)}
                  onCorrect={(concept, assertion) =>
                    onChange({
                      corrections: withCorrection(form.corrections, concept, assertion),
                    })
                  }
                />
              </Panel>
              <AnalysisView
                answer={answer}
                nameOf={(what) => nameOfField(analysed, what)}
                omissions={answer.not_assessed.filter((one) => !isOfInput(one))}
              />
            </>
          )}
        </LiveAnswer>
        <div>
          <Measurements {...parts} />
          <Background {...parts} />
        </div>
      </div>
    </>
  );
}
