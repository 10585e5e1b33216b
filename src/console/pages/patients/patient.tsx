import type { Patient } from 'fhir/r4';
import { useState } from 'preact/hooks';
import { useRoute } from 'preact-iso';
import { request } from '../../api/client.js';
import { ApiError } from '../../api/errors.js';
import { Failure } from '../../components/failure.js';
import { Loading } from '../../components/loading.js';
import { usePage } from '../../state/page.js';
import { mayUse } from '../../state/session.js';
import { useLoad } from '../../state/use-load.js';
import { pathIn } from '../../state/world.js';
import { text } from '../../text/en.js';
import { AnswersPart } from './answers.js';
import { Assess } from './assess.js';
import { DocumentsPart } from './documents.js';
import { AllergyList, ConditionList, MedicineList } from './lists.js';
import { Part } from './part.js';
import { PatientDetails, PatientHead } from './patient-head.js';
import { deathOf, namesOf } from './person.js';
import { isEmptyRecord, namesInRecord, usePatientRecord } from './record.js';
import { localZone } from './style-of-times.js';
import { TimeLinePanel } from './time-line-panel.js';
import { Values } from './values.js';
import { bornText } from './words.js';
import './patients.css';
import './patient.css';

/** Why there is no patient to show: never stored, of the other world, or deleted. */
function NoPatient({ error, retry }: { readonly error: unknown; readonly retry: () => void }) {
  const { world } = usePage();
  const status = error instanceof ApiError ? error.status : 0;
  const back = (
    <p>
      <a href={pathIn(world, 'patients')}>{text.patients.back}</a>
    </p>
  );
  if (status === 404 || status === 410) {
    return (
      <>
        <h1>{status === 404 ? text.patients.notHere : text.patients.deleted}</h1>
        <p role="alert">
          {status === 404
            ? text.patients.notHereNote(text.frame[world].toLowerCase())
            : text.patients.deletedNote}
        </p>
        {back}
      </>
    );
  }
  return (
    <>
      <h1>{text.patients.title}</h1>
      <Failure error={error} retry={retry} />
      {back}
    </>
  );
}

const PARTS = [
  ['assess', text.patients.assess],
  ['allergies', text.patients.allergies],
  ['conditions', text.patients.conditions],
  ['medicines', text.patients.medicines],
  ['values', text.patients.values],
  ['time-line', text.patients.timeLine],
  ['documents', text.patients.documents],
  ['answers', text.patients.answers],
] as const;

function jumpTo(id: string): void {
  const part = document.getElementById(id);
  part?.scrollIntoView();
  const heading = part?.querySelector('h2');
  heading?.setAttribute('tabindex', '-1');
  heading?.focus({ preventScroll: true });
}

function RecordPage({ patient, id }: { readonly patient: Patient; readonly id: string }) {
  const { world, session } = usePage();
  const record = usePatientRecord(id);
  const [filed, setFiled] = useState(0);
  const name = namesOf(patient).main || text.patients.noName;
  const { olderObservations } = record;
  const { state } = record.conditions;
  const mayAsk = ['analyze', 'risk', 'medications'].some((scope) => mayUse(session, scope));
  return (
    <>
      <p class="patient-back">
        <a href={pathIn(world, 'patients')}>{text.patients.back}</a>
      </p>
      <PatientHead patient={patient} world={world} />
      <PatientDetails patient={patient} />
      <nav class="patient-parts no-print" aria-label={text.patients.onThisPage}>
        <ul>
          {PARTS.filter(([part]) => part !== 'assess' || mayAsk).map(([part, title]) => (
            <li key={part}>
              <button type="button" onClick={() => jumpTo(part)}>
                {title}
              </button>
            </li>
          ))}
        </ul>
      </nav>
      <Assess
        patient={id}
        patientName={`${name}, ${bornText(patient.birthDate)}`}
        isDeceased={deathOf(patient).deceased}
        nameOf={namesInRecord(record)}
        onFiled={() => {
          setFiled((count) => count + 1);
          record.conditions.reload();
        }}
      />
      {isEmptyRecord(record) && <p role="status">{text.patients.emptyRecord}</p>}
      <div class="patient-lists">
        <Part title={text.patients.allergies} id="allergies" loaded={record.allergies}>
          {(page) => <AllergyList page={page} />}
        </Part>
        <Part title={text.patients.conditions} id="conditions" loaded={record.conditions}>
          {(page) => <ConditionList page={page} />}
        </Part>
        <Part title={text.patients.medicines} id="medicines" loaded={record.medicines}>
          {(lists) => <MedicineList lists={lists} />}
        </Part>
      </div>
      <Part title={text.patients.values} id="values" loaded={record.observations}>
        {(page) => (
          <Values
            patient={id}
            page={page}
            onOlder={olderObservations?.run}
            busy={olderObservations?.busy ?? false}
          />
        )}
      </Part>
      <TimeLinePanel
        key={filed}
        patient={id}
        conditions={state.kind === 'ready' ? state.value : undefined}
      />
      <DocumentsPart key={`documents ${filed}`} patient={id} />
      <AnswersPart patient={id} filed={filed} />
      <p class="plot-key">{text.patients.timesNote(localZone())}</p>
    </>
  );
}

function LoadedPatient({ id }: { readonly id: string }) {
  const { world } = usePage();
  const { state, reload } = useLoad(
    (signal) =>
      request<Patient>('GET', `/v1/fhir/Patient/${encodeURIComponent(id)}`, { world, signal }),
    [world, id],
  );
  if (state.kind === 'failed') return <NoPatient error={state.error} retry={reload} />;
  if (state.kind !== 'ready') return <Loading />;
  return <RecordPage patient={state.value} id={id} />;
}

export default function PatientPage() {
  const { params } = useRoute();
  const id = params.id ?? '';
  return <LoadedPatient key={id} id={id} />;
}
