import type { AllergyIntolerance, Condition, FhirResource } from 'fhir/r4';
import type { ComponentChildren } from 'preact';
import { Badge, type Tone } from '../../components/badge.js';
import { text } from '../../text/en.js';
import { codeOf, conceptText, isAiAsserted } from './concepts.js';
import type { SearchPage } from './fhir-search.js';
import { formatPeriod, formatTime } from './fhir-time.js';
import {
  dosageText,
  isTaken,
  type Medicine,
  medicineConcept,
  reactionsOf,
  substanceOf,
} from './medicines.js';
import { TIMES } from './style-of-times.js';

interface ItemProps {
  readonly title: string;
  readonly marks: ComponentChildren;
  readonly facts: readonly string[];
}

function Item({ title, marks, facts }: ItemProps) {
  return (
    <li class="patient-item">
      <bdi class="patient-item-title">{title || text.patients.unnamed}</bdi>
      <span class="patient-item-marks">{marks}</span>
      {facts.length > 0 && <span class="patient-item-facts">{facts.join(' · ')}</span>}
    </li>
  );
}

const isInError = (one: Condition | AllergyIntolerance): boolean =>
  codeOf(one.verificationStatus) === 'entered-in-error';

const CRITICALITY: Readonly<Record<string, Tone>> = {
  high: 'critical',
  low: 'low',
  'unable-to-assess': 'unknown',
};

function AllergyItem({ allergy }: { readonly allergy: AllergyIntolerance }) {
  const { criticality } = allergy;
  const words = text.patients.criticality as Readonly<Record<string, string>>;
  const clinical = codeOf(allergy.clinicalStatus);
  const verification = codeOf(allergy.verificationStatus);
  const reactions = reactionsOf(allergy);
  return (
    <Item
      title={substanceOf(allergy)}
      marks={
        <>
          <Badge tone={CRITICALITY[criticality ?? ''] ?? 'unknown'}>
            {words[criticality ?? ''] ?? text.patients.criticalityUnstated}
          </Badge>
          {clinical !== '' && clinical !== 'active' && <Badge>{clinical}</Badge>}
          {verification !== '' && verification !== 'confirmed' && <Badge>{verification}</Badge>}
          {isAiAsserted(allergy) && <Badge tone="unknown">{text.patients.aiMark}</Badge>}
        </>
      }
      facts={[
        ...(reactions === '' ? [] : [text.patients.reaction(reactions)]),
        ...(allergy.type === undefined ? [] : [allergy.type]),
      ]}
    />
  );
}

const CURRENT_FIRST = (one: AllergyIntolerance): number =>
  (['inactive', 'resolved'].includes(codeOf(one.clinicalStatus)) ? 2 : 0) +
  (one.criticality === 'high' ? 0 : 1);

export function AllergyList({ page }: { readonly page: SearchPage<AllergyIntolerance> }) {
  const all = page.resources
    .filter((one) => !isInError(one))
    .sort((a, b) => CURRENT_FIRST(a) - CURRENT_FIRST(b));
  if (all.length === 0) return <p>{text.patients.noAllergies}</p>;
  return (
    <>
      <ul class="patient-items">
        {all.map((one) => (
          <AllergyItem key={one.id} allergy={one} />
        ))}
      </ul>
      <Limited page={page} />
    </>
  );
}

function Limited({ page }: { readonly page: SearchPage<FhirResource> }) {
  if (page.next === undefined) return null;
  return <p>{text.patients.more(page.resources.length)}</p>;
}

const ACTIVE: ReadonlySet<string> = new Set(['', 'active', 'recurrence', 'relapse']);

function ConditionItem({ condition }: { readonly condition: Condition }) {
  const { onsetDateTime, onsetPeriod, onsetString, recordedDate } = condition;
  const start = onsetDateTime ?? onsetPeriod?.start ?? recordedDate;
  const end = condition.abatementDateTime ?? condition.abatementPeriod?.end;
  const clinical = codeOf(condition.clinicalStatus) || text.patients.unstatedClinical;
  const verification = codeOf(condition.verificationStatus);
  const when =
    onsetString !== undefined
      ? onsetString
      : end !== undefined
        ? formatPeriod({ start, end }, TIMES)
        : start === undefined
          ? ''
          : text.patients.since(formatTime(start, TIMES));
  const severity = conceptText(condition.severity);
  return (
    <Item
      title={conceptText(condition.code)}
      marks={
        <>
          <Badge>{clinical}</Badge>
          <Badge tone={verification === 'confirmed' ? 'plain' : 'unknown'}>
            {verification || text.patients.unstatedVerification}
          </Badge>
          {isAiAsserted(condition) && <Badge tone="unknown">{text.patients.aiMark}</Badge>}
        </>
      }
      facts={[severity, when].filter((fact) => fact !== '')}
    />
  );
}

function Folded<T extends FhirResource>({
  title,
  all,
  item,
}: {
  readonly title: string;
  readonly all: readonly T[];
  readonly item: (one: T) => ComponentChildren;
}) {
  if (all.length === 0) return null;
  return (
    <details class="patient-folded">
      <summary>{title}</summary>
      <ul class="patient-items">{all.map(item)}</ul>
    </details>
  );
}

export function ConditionList({ page }: { readonly page: SearchPage<Condition> }) {
  const all = page.resources.filter((one) => !isInError(one));
  if (all.length === 0) return <p>{text.patients.noConditions}</p>;
  const stated = all.filter((one) => !isAiAsserted(one));
  const isActive = (one: Condition) =>
    ACTIVE.has(codeOf(one.clinicalStatus)) && codeOf(one.verificationStatus) !== 'refuted';
  const active = stated.filter(isActive);
  const past = stated.filter((one) => !isActive(one));
  const suggested = all.filter(isAiAsserted);
  const item = (one: Condition) => <ConditionItem key={one.id} condition={one} />;
  return (
    <>
      {active.length === 0 ? (
        <p>{text.patients.noActiveConditions}</p>
      ) : (
        <ul class="patient-items">{active.map(item)}</ul>
      )}
      <Folded title={text.patients.pastConditions(past.length)} all={past} item={item} />
      <Folded title={text.patients.aiConditions(suggested.length)} all={suggested} item={item} />
      <Limited page={page} />
    </>
  );
}

export interface MedicineLists {
  readonly medicines: readonly Medicine[];
  /** Medication resources that they refer to. */
  readonly medications: readonly FhirResource[];
  readonly isComplete: boolean;
}

function startOf(medicine: Medicine): string | undefined {
  if (medicine.resourceType === 'MedicationRequest') return medicine.authoredOn;
  return medicine.effectiveDateTime ?? medicine.effectivePeriod?.start ?? medicine.dateAsserted;
}

export function MedicineList({ lists }: { readonly lists: MedicineLists }) {
  const all = lists.medicines.filter(({ status }) => status !== 'entered-in-error');
  if (all.length === 0) return <p>{text.patients.noMedicines}</p>;
  const current = all.filter((one) => isTaken(one));
  const past = all.filter((one) => !isTaken(one));
  const item = (one: Medicine) => {
    const start = startOf(one);
    return (
      <Item
        key={`${one.resourceType}/${one.id}`}
        title={conceptText(medicineConcept(one, lists.medications))}
        marks={
          <>
            {one.status !== 'active' && <Badge>{one.status}</Badge>}
            {one.resourceType === 'MedicationRequest' && one.intent !== 'order' && (
              <Badge>{one.intent}</Badge>
            )}
            {isAiAsserted(one) && <Badge tone="unknown">{text.patients.aiMark}</Badge>}
          </>
        }
        facts={[
          dosageText(one) || text.patients.noDosage,
          ...(start === undefined ? [] : [text.patients.since(formatTime(start, TIMES))]),
        ]}
      />
    );
  };
  return (
    <>
      {current.length === 0 ? (
        <p>{text.patients.noCurrentMedicines}</p>
      ) : (
        <ul class="patient-items">{current.map(item)}</ul>
      )}
      <Folded title={text.patients.pastMedicines(past.length)} all={past} item={item} />
      {!lists.isComplete && <p>{text.patients.more(lists.medicines.length)}</p>}
    </>
  );
}
