import type { Patient } from 'fhir/r4';
import { useEffect, useState } from 'preact/hooks';
import { Badge } from '../../components/badge.js';
import { Button } from '../../components/button.js';
import { Failure } from '../../components/failure.js';
import { Loading } from '../../components/loading.js';
import { Panel } from '../../components/panel.js';
import { usePage } from '../../state/page.js';
import { useAction } from '../../state/use-load.js';
import { pathIn, type World } from '../../state/world.js';
import { text } from '../../text/en.js';
import { type FhirSearch, type SearchPage, search, searchFor } from './fhir-search.js';
import { formatTime } from './fhir-time.js';
import { isEmpty, NO_QUERY, type PatientQuery, parametersOf } from './patient-query.js';
import { ageOf, deathOf, identifiersOf, namesOf } from './person.js';
import { SearchForm } from './search-form.js';
import { TIMES } from './style-of-times.js';
import { ageText, bornText, genderText } from './words.js';
import './patients.css';

const PAGE = 25;

const firstPage = (query: PatientQuery): FhirSearch =>
  searchFor('Patient', {
    ...parametersOf(query),
    _sort: '-_lastUpdated',
    _count: PAGE,
    _total: 'accurate',
    _elements: 'name,birthDate,gender,identifier,deceased,active',
  });

function PatientRow({ patient, world }: { readonly patient: Patient; readonly world: World }) {
  const { main, others } = namesOf(patient);
  const identifiers = identifiersOf(patient).slice(0, 2);
  const age = ageText(ageOf(patient, Date.now()));
  return (
    <li class="patient-row">
      <a class="patient-row-name" href={pathIn(world, `patients/${patient.id}`)}>
        <bdi>{main || text.patients.noName}</bdi>
      </a>
      <span class="numeric">
        {bornText(patient.birthDate)}
        {age !== '' && ` · ${age}`}
        {` · ${genderText(patient.gender)}`}
      </span>
      <span class="patient-row-marks">
        {deathOf(patient).deceased && <Badge tone="unknown">{text.patients.deceased}</Badge>}
        {patient.active === false && <Badge tone="unknown">{text.patients.inactive}</Badge>}
      </span>
      <span class="patient-row-more">
        {others.length > 0 && (
          <span>
            {text.patients.alsoNamed} <bdi>{others[0]}</bdi>
          </span>
        )}
        {identifiers.map(({ kind, value }) => (
          <span key={`${kind} ${value}`}>
            <bdi>{kind}</bdi> <bdi class="patient-number">{value}</bdi>
          </span>
        ))}
        {patient.meta?.lastUpdated !== undefined && (
          <span>
            {text.patients.changed} {formatTime(patient.meta.lastUpdated, TIMES)}
          </span>
        )}
      </span>
    </li>
  );
}

/** Everything found so far, page after page. */
interface FoundPatients {
  readonly query: PatientQuery;
  readonly patients: readonly Patient[];
  readonly page: SearchPage<Patient>;
  readonly total: number | undefined;
}

export default function PatientsPage() {
  const { world } = usePage();
  const [found, setFound] = useState<FoundPatients>();
  const [wanted, setWanted] = useState(NO_QUERY);
  const searching = useAction(async (signal, query: PatientQuery) => {
    const page = await search<Patient>(firstPage(query), { world, signal });
    setFound({ query, patients: page.resources, page, total: page.total });
  });
  const more = useAction(async (signal, before: FoundPatients, next: FhirSearch) => {
    const page = await search<Patient>(next, { world, signal });
    setFound({ ...before, page, patients: [...before.patients, ...page.resources] });
  });
  const run = (query: PatientQuery) => {
    setWanted(query);
    more.reset();
    searching.run(query);
  };
  useEffect(() => run(NO_QUERY), []);
  const busy = searching.state.kind === 'loading';
  const isSearch = found !== undefined && !isEmpty(found.query);
  const next = found?.page.next;
  return (
    <>
      <h1>{text.patients.title}</h1>
      <Panel title={text.patients.searchFor}>
        <SearchForm busy={busy} onSearch={run} />
      </Panel>
      {searching.state.kind === 'failed' && (
        <Failure error={searching.state.error} retry={() => run(wanted)} />
      )}
      {found === undefined && busy && <Loading />}
      {found !== undefined && (
        <Panel title={isSearch ? text.patients.found : text.patients.recent}>
          <p role="status">
            {found.patients.length === 0
              ? isSearch
                ? text.patients.noneFound
                : text.patients.noneStored
              : text.patients.count(found.total ?? found.patients.length)}
          </p>
          <ul class="patient-list" aria-busy={busy}>
            {found.patients.map((patient) => (
              <PatientRow key={patient.id} patient={patient} world={world} />
            ))}
          </ul>
          {more.state.kind === 'failed' && <Failure error={more.state.error} />}
          {next !== undefined && (
            <Button busy={more.state.kind === 'loading'} onClick={() => more.run(found, next)}>
              {text.patients.showMore}
            </Button>
          )}
        </Panel>
      )}
    </>
  );
}
