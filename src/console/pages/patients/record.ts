import type {
  AllergyIntolerance,
  Condition,
  FhirResource,
  MedicationRequest,
  MedicationStatement,
  Observation,
} from 'fhir/r4';
import { useState } from 'preact/hooks';
import { usePage } from '../../state/page.js';
import { type Loaded, useAction, useLoad } from '../../state/use-load.js';
import { conceptText } from './concepts.js';
import { type SearchPage, search, searchAll, searchFor } from './fhir-search.js';
import type { MedicineLists } from './lists.js';
import { medicineConcept } from './medicines.js';
import { observationSearch } from './values.js';

/** What is read of each list at most. */
const MAX_LISTED = 1_000;
const PAGE = 200;

interface LoadedList<T> {
  readonly state: Loaded<T>;
  reload(): void;
}

/** The parts of a record that several parts of the page need. */
export interface PatientRecord {
  readonly conditions: LoadedList<SearchPage<Condition>>;
  readonly allergies: LoadedList<SearchPage<AllergyIntolerance>>;
  readonly medicines: LoadedList<MedicineLists>;
  readonly observations: LoadedList<SearchPage<Observation>>;
  /** Reads the next part of the Observations. */
  readonly olderObservations: { readonly run: () => void; readonly busy: boolean } | undefined;
}

const loadedValue = <T>({ state }: LoadedList<T>): T | undefined =>
  state.kind === 'ready' ? state.value : state.kind === 'loading' ? state.previous : undefined;

export function usePatientRecord(patient: string): PatientRecord {
  const { world } = usePage();
  const keys = [world, patient];
  const conditions = useLoad(
    (signal) =>
      searchAll<Condition>(searchFor('Condition', { patient, _count: PAGE }), MAX_LISTED, {
        world,
        signal,
      }),
    keys,
  );
  const allergies = useLoad(
    (signal) =>
      searchAll<AllergyIntolerance>(
        searchFor('AllergyIntolerance', { patient, _count: PAGE }),
        MAX_LISTED,
        { world, signal },
      ),
    keys,
  );
  const medicines = useLoad(async (signal): Promise<MedicineLists> => {
    const find = <T extends MedicationStatement | MedicationRequest>(type: string) =>
      searchAll<T>(
        searchFor(type, { patient, _count: PAGE, _include: `${type}:medication` }),
        MAX_LISTED,
        { world, signal },
      );
    const [statements, requests] = await Promise.all([
      find<MedicationStatement>('MedicationStatement'),
      find<MedicationRequest>('MedicationRequest'),
    ]);
    const medications: readonly FhirResource[] = [...statements.included, ...requests.included];
    return {
      medicines: [...statements.resources, ...requests.resources],
      medications,
      isComplete: statements.next === undefined && requests.next === undefined,
    };
  }, keys);
  const [older, setOlder] = useState<SearchPage<Observation>>();
  const first = useLoad(async (signal) => {
    setOlder(undefined);
    return search<Observation>(observationSearch(patient), { world, signal });
  }, keys);
  const more = useAction(async (signal, before: SearchPage<Observation>) => {
    if (before.next === undefined) return;
    const page = await search<Observation>(before.next, { world, signal });
    const resources = [...before.resources, ...page.resources];
    setOlder({ ...page, resources, total: before.total });
  });
  const observations: LoadedList<SearchPage<Observation>> =
    older === undefined ? first : { ...first, state: { kind: 'ready', value: older } };
  const loaded = loadedValue(observations);
  return {
    conditions,
    allergies,
    medicines,
    observations,
    olderObservations:
      loaded?.next === undefined
        ? undefined
        : { run: () => more.run(loaded), busy: more.state.kind === 'loading' },
  };
}

/** Whether all lists were read and hold nothing. */
export function isEmptyRecord({
  conditions,
  allergies,
  medicines,
  observations,
}: PatientRecord): boolean {
  const lists = [
    loadedValue(conditions)?.resources,
    loadedValue(allergies)?.resources,
    loadedValue(medicines)?.medicines,
    loadedValue(observations)?.resources,
  ];
  return lists.every((list) => list?.length === 0);
}

/** What the resources of a record are called: `Condition/7` → `Asthma`. */
export function namesInRecord(record: PatientRecord): (resource: string) => string | undefined {
  const names = new Map<string, string>();
  const medicines = loadedValue(record.medicines);
  for (const one of [
    ...(loadedValue(record.conditions)?.resources ?? []),
    ...(loadedValue(record.allergies)?.resources ?? []),
    ...(loadedValue(record.observations)?.resources ?? []),
  ]) {
    names.set(`${one.resourceType}/${one.id}`, conceptText(one.code));
  }
  for (const one of medicines?.medicines ?? []) {
    const concept = medicineConcept(one, medicines?.medications ?? []);
    names.set(`${one.resourceType}/${one.id}`, conceptText(concept));
  }
  return (resource) => {
    const name = names.get(resource);
    return name === undefined || name === '' ? undefined : `${name} (${resource})`;
  };
}
