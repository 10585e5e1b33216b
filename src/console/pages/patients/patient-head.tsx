import type { Patient } from 'fhir/r4';
import { Badge } from '../../components/badge.js';
import type { World } from '../../state/world.js';
import { text } from '../../text/en.js';
import { formatTime } from './fhir-time.js';
import { ageOf, deathOf, identifiersOf, namesOf } from './person.js';
import { TIMES } from './style-of-times.js';
import { ageText, bornText, genderText } from './words.js';

/** Who it is: stays in sight while the page is scrolled. */
export function PatientHead({ patient, world }: { patient: Patient; world: World }) {
  const { main } = namesOf(patient);
  const age = ageText(ageOf(patient, Date.now()));
  const { deceased, at } = deathOf(patient);
  const [identifier] = identifiersOf(patient);
  return (
    <div class={`patient-head patient-head-${world}`}>
      <h1>
        <bdi>{main || text.patients.noName}</bdi>
      </h1>
      <p class="patient-head-facts numeric">
        {age !== '' && <strong>{age}</strong>}
        <span>{genderText(patient.gender)}</span>
        <span>{bornText(patient.birthDate)}</span>
        {identifier !== undefined && (
          <span class="patient-head-identifier">
            <bdi>{identifier.kind}</bdi> <bdi class="patient-number">{identifier.value}</bdi>
          </span>
        )}
        {deceased && (
          <Badge tone="critical">
            {at === undefined
              ? text.patients.deceased
              : text.patients.deceasedAt(formatTime(at, TIMES))}
          </Badge>
        )}
        {patient.active === false && <Badge tone="unknown">{text.patients.inactive}</Badge>}
        {patient.link?.some(({ type }) => type === 'replaced-by') === true && (
          <Badge tone="high">{text.patients.mergedInto}</Badge>
        )}
      </p>
    </div>
  );
}

/** All names and numbers of a patient. */
export function PatientDetails({ patient }: { readonly patient: Patient }) {
  const { others } = namesOf(patient);
  const identifiers = identifiersOf(patient);
  if (others.length === 0 && identifiers.length < 2) return null;
  return (
    <details class="patient-details">
      <summary>{text.patients.identifiers}</summary>
      <dl class="facts">
        {others.map((name) => (
          <>
            <dt>{text.patients.alsoNamed}</dt>
            <dd>
              <bdi>{name}</bdi>
            </dd>
          </>
        ))}
        {identifiers.map(({ kind, value }) => (
          <>
            <dt>
              <bdi>{kind || text.patients.identifier}</bdi>
            </dt>
            <dd>
              <bdi class="patient-number">{value}</bdi>
            </dd>
          </>
        ))}
      </dl>
    </details>
  );
}
