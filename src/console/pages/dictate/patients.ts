import { request } from '../../api/client.js';
import type { World } from '../../state/world.js';

/** A patient to choose: what tells two people of one name apart. */
export interface PatientChoice {
  readonly id: string;
  readonly name: string;
  readonly birthDate: string | undefined;
  readonly gender: string | undefined;
  readonly identifiers: readonly string[];
}

interface HumanName {
  readonly text?: string;
  readonly family?: string;
  readonly given?: readonly string[];
}

interface Patient {
  readonly resourceType: string;
  readonly id: string;
  readonly name?: readonly HumanName[];
  readonly birthDate?: string;
  readonly gender?: string;
  readonly identifier?: ReadonlyArray<{ readonly value?: string }>;
}

interface SearchSet {
  readonly entry?: ReadonlyArray<{ readonly resource?: Patient }>;
}

const nameOf = ({ text, family, given = [] }: HumanName): string =>
  text ?? [family, given.join(' ')].filter(Boolean).join(', ');

export function choiceOf({
  id,
  name = [],
  birthDate,
  gender,
  identifier = [],
}: Patient): PatientChoice {
  return {
    id,
    name: name.map(nameOf).find((text) => text !== '') ?? '',
    birthDate,
    gender,
    identifiers: identifier.flatMap(({ value }) => value ?? []),
  };
}

const MAX_SHOWN = 20;

/** Every word has to fit: `ann doe` and `doe, ann` find the same. */
export function patientQuery(text: string): string {
  const words = text.split(/[\s,]+/).filter((word) => word !== '');
  const parameters = new URLSearchParams({ _count: String(MAX_SHOWN) });
  if (words.some((word) => /\d/.test(word))) parameters.append('identifier', words.join(' '));
  else for (const word of words) parameters.append('name', word);
  return parameters.toString();
}

/** Finds patients by name, or by an identifier where the text has digits. */
export async function findPatients(
  world: World,
  text: string,
  signal: AbortSignal,
): Promise<PatientChoice[]> {
  const path = `/v1/fhir/Patient?${patientQuery(text)}`;
  const set = await request<SearchSet>('GET', path, { world, signal });
  return (set.entry ?? []).flatMap(({ resource }) =>
    resource?.resourceType === 'Patient' ? [choiceOf(resource)] : [],
  );
}
