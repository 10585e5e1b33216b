import { useState } from 'preact/hooks';
import { request } from '../../api/client.js';
import { MedicationsView } from '../../components/answers/alerts.js';
import { type MedicationsAnswer, versionsOf } from '../../components/answers/answer-types.js';
import { medicationsAsText } from '../../components/answers/as-text.js';
import { formatUnit } from '../../components/answers/figures.js';
import { Button } from '../../components/button.js';
import { ClinicalNotice } from '../../components/clinical-notice.js';
import { CopyButton } from '../../components/copy-button.js';
import {
  AreaControl,
  ChoiceControl,
  FlagControl,
  MeasureControl,
} from '../../components/form/controls.js';
import { areAllAt, type Issues, issueAt, issuesOf } from '../../components/form/issues.js';
import { LabRows } from '../../components/form/lab-rows.js';
import { LiveAnswer } from '../../components/form/live-answer.js';
import { Panel } from '../../components/panel.js';
import { usePage } from '../../state/page.js';
import { useLive } from '../../state/use-live.js';
import { text } from '../../text/en.js';
import { ComparisonView } from './comparison.js';
import {
  EMPTY_LIST,
  type ListForm,
  nameOfField,
  PATIENT_NUMBERS,
  type ReadList,
  readList,
  SHOWN_FIELDS,
  withSuggestion,
} from './list-form.js';

const PAUSE_MS = 600;

const SEXES = [['', text.common.unknown] as const, ...Object.entries(text.form.sexes)];
const HEPATIC = [['', text.common.unknown] as const, ...Object.entries(text.medications.hepatic)];

interface PartProps {
  readonly form: ListForm;
  readonly read: ReadList;
  readonly issues: Issues;
  readonly onChange: (changed: Partial<ListForm>) => void;
}

function Lists({ form, issues, onChange }: PartProps) {
  return (
    <Panel
      title={text.medications.lists}
      actions={<Button onClick={() => onChange(EMPTY_LIST)}>{text.form.clear}</Button>}
    >
      <AreaControl
        label={text.medications.takes}
        hint={text.medications.takesHint}
        rows={8}
        error={issueAt(issues, 'medications')}
        value={form.medications}
        onValue={(medications) => onChange({ medications })}
      />
      <AreaControl
        label={text.medications.proposed}
        hint={text.medications.proposedHint}
        rows={2}
        error={issueAt(issues, 'proposed')}
        value={form.proposed}
        onValue={(proposed) => onChange({ proposed })}
      />
    </Panel>
  );
}

function Context({ form, read, issues, onChange }: PartProps) {
  const at = (field: string) => read.faults.get(field) ?? issueAt(issues, field);
  return (
    <Panel title={text.medications.patient}>
      <p class="answer-note">{text.medications.patientNote}</p>
      <AreaControl
        label={text.medications.allergies}
        hint={text.medications.allergiesHint}
        rows={2}
        error={issueAt(issues, 'allergies')}
        value={form.allergies}
        onValue={(allergies) => onChange({ allergies })}
      />
      <AreaControl
        label={text.medications.conditions}
        hint={text.medications.conditionsHint}
        rows={2}
        error={issueAt(issues, 'conditions')}
        value={form.conditions}
        onValue={(conditions) => onChange({ conditions })}
      />
      <div class="form-grid">
        <ChoiceControl
          label={text.analyze.sex}
          value={form.sex}
          options={SEXES}
          error={at('patient.gender')}
          onValue={(sex) => onChange({ sex })}
        />
        {PATIENT_NUMBERS.map(([name, unit]) => (
          <MeasureControl
            key={name}
            label={text.medications.numbers[name]}
            unit={unit}
            units={[[unit, formatUnit(unit)]]}
            onUnit={() => undefined}
            error={at(`patient.${name}`)}
            value={form.numbers[name]}
            onValue={(value) => onChange({ numbers: { ...form.numbers, [name]: value } })}
          />
        ))}
        <ChoiceControl
          label={text.medications.liver}
          value={form.hepatic}
          options={HEPATIC}
          error={at('patient.hepatic_impairment')}
          onValue={(hepatic) => onChange({ hepatic })}
        />
        <FlagControl
          label={text.medications.pregnant}
          value={form.pregnant}
          error={at('patient.pregnant')}
          onValue={(pregnant) => onChange({ pregnant })}
        />
        <FlagControl
          label={text.medications.lactating}
          value={form.lactating}
          error={at('patient.lactating')}
          onValue={(lactating) => onChange({ lactating })}
        />
      </div>
      <LabRows
        rows={form.labs}
        faults={read.labFaults}
        issues={issues}
        path="patient.lab_results"
        onRows={(labs) => onChange({ labs })}
      />
    </Panel>
  );
}

interface Checked {
  /** The form as it was: an answer names its lines by number. */
  readonly form: ListForm;
  readonly together: MedicationsAnswer;
  readonly without: MedicationsAnswer | undefined;
}

/** A list of medicines as it is written, checked while one types. */
export default function MedicationsPage() {
  const { world } = usePage();
  const [form, setForm] = useState(EMPTY_LIST);
  const read = readList(form);
  const hasFaults = read.faults.size > 0 || read.labFaults.size > 0;
  const key = read.body === undefined || hasFaults ? undefined : JSON.stringify(read.body);
  const live = useLive<Checked>(
    key,
    async (signal) => {
      const check = (body: unknown) =>
        request<MedicationsAnswer>('POST', '/v1/medications', { world, body, signal });
      const [together, without] = await Promise.all([
        check(read.body),
        read.without === undefined ? undefined : check(read.without),
      ]);
      return { form, together, without };
    },
    PAUSE_MS,
  );
  const issues = issuesOf(live.error);
  const onChange = (changed: Partial<ListForm>) => setForm((before) => ({ ...before, ...changed }));
  const parts = { form, read, issues, onChange };
  const models = live.answer?.together.models;
  return (
    <>
      <h1>{text.medications.title}</h1>
      <ClinicalNotice>{text.answers.medicationsNotice(versionsOf(models))}</ClinicalNotice>
      <div class="work">
        <Lists {...parts} />
        <LiveAnswer
          live={live}
          invitation={hasFaults ? text.analyze.mend : text.medications.invitation}
          errorIsShown={areAllAt(issues, SHOWN_FIELDS)}
          actions={({ together }) => (
            <CopyButton content={medicationsAsText(together)} label={text.answers.copyAsText} />
          )}
        >
          {({ form: checked, together, without }) => (
            <>
              {without !== undefined && (
                <Panel title={text.medications.comparison}>
                  <ComparisonView without={without} together={together} />
                </Panel>
              )}
              <Panel title={text.medications.check}>
                <MedicationsView
                  answer={together}
                  nameOf={(what) => nameOfField(checked, what)}
                  onChoose={(line, suggestion) =>
                    setForm((before) => withSuggestion(before, line, suggestion))
                  }
                />
              </Panel>
            </>
          )}
        </LiveAnswer>
        <Context {...parts} />
      </div>
    </>
  );
}
