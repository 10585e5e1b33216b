import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../components/button.js';
import { Dialog } from '../../components/dialog.js';
import { Failure } from '../../components/failure.js';
import { Field } from '../../components/field.js';
import { Loading } from '../../components/loading.js';
import { usePage } from '../../state/page.js';
import { useAction } from '../../state/use-load.js';
import { text } from '../../text/en.js';
import type { Dictation } from './dictation.js';
import { findPatients, type PatientChoice } from './patients.js';

function describe({ birthDate, gender, identifiers }: PatientChoice): string {
  const born = birthDate === undefined ? text.dictate.bornUnknown : text.dictate.born(birthDate);
  return [born, gender, identifiers.slice(0, 2).join(', ')].filter(Boolean).join(' · ');
}

interface ChoicesProps {
  readonly patients: readonly PatientChoice[];
  readonly chosen: PatientChoice | undefined;
  readonly onChoose: (patient: PatientChoice) => void;
}

function Choices({ patients, chosen, onChoose }: ChoicesProps) {
  if (patients.length === 0) return <p role="status">{text.dictate.noPatient}</p>;
  return (
    <fieldset class="patient-choices">
      <legend>{text.dictate.choosePatient}</legend>
      {patients.map((patient) => (
        <label key={patient.id} class="patient-choice">
          <input
            type="radio"
            name="patient"
            checked={chosen?.id === patient.id}
            onChange={() => onChoose(patient)}
          />
          <span>
            <strong>{patient.name || text.dictate.noName}</strong>
            <span class="patient-facts">{describe(patient)}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

export interface FileDialogProps {
  readonly dictation: Dictation;
  readonly onClose: () => void;
}

/** Files the checked text with a patient. */
export function FileDialog({ dictation, onClose }: FileDialogProps) {
  const { world, session } = usePage();
  const [typed, setTyped] = useState('');
  const [patient, setPatient] = useState<PatientChoice>();
  const [isFinal, setFinal] = useState(false);
  const search = useAction((signal, name: string) => findPatients(world, name, signal));
  const filing = dictation.filing.value;
  const find = (event: JSX.TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setPatient(undefined);
    if (typed.trim() !== '') search.run(typed);
  };
  const changes = dictation.changes.value.length;
  return (
    <Dialog title={text.dictate.fileTitle} onClose={onClose}>
      <form onSubmit={find} class="patient-search">
        <Field label={text.dictate.findPatient} hint={text.dictate.findPatientHint}>
          {(attributes) => (
            <input
              {...attributes}
              type="search"
              autocomplete="off"
              autofocus
              value={typed}
              onInput={({ currentTarget }) => setTyped(currentTarget.value)}
            />
          )}
        </Field>
        <Button type="submit">{text.dictate.find}</Button>
      </form>
      {search.state.kind === 'loading' && <Loading />}
      {search.state.kind === 'failed' && <Failure error={search.state.error} />}
      {search.state.kind === 'ready' && (
        <Choices patients={search.state.value} chosen={patient} onChoose={setPatient} />
      )}
      {patient !== undefined && (
        <>
          <p>{text.dictate.whatIsFiled(changes)}</p>
          <label class="file-final">
            <input
              type="checkbox"
              checked={isFinal}
              onChange={({ currentTarget }) => setFinal(currentTarget.checked)}
            />
            <span>
              <strong>{text.dictate.compared}</strong>
              <span class="patient-facts">
                {isFinal ? text.dictate.filedFinal : text.dictate.filedDraft}
              </span>
            </span>
          </label>
          {filing.kind === 'failed' && <Failure error={filing.error} />}
          <Button
            look="primary"
            busy={filing.kind === 'running'}
            onClick={() => dictation.file(patient, isFinal, session.user)}
          >
            {text.dictate.fileWith(patient.name || text.dictate.noName)}
          </Button>
        </>
      )}
    </Dialog>
  );
}
