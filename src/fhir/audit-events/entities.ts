import type { AuditEvent } from '../../audit/audit-log.js';

type Json = Readonly<Record<string, unknown>>;

const ENTITY_TYPE = 'http://terminology.hl7.org/CodeSystem/audit-entity-type';
const ROLE = 'http://terminology.hl7.org/CodeSystem/object-role';

const coding = (system: string, code: string, display: string): Json => ({ system, code, display });

const PERSON = coding(ENTITY_TYPE, '1', 'Person');
const OBJECT = coding(ENTITY_TYPE, '2', 'System Object');
const OTHER = coding(ENTITY_TYPE, '4', 'Other');
const REQUEST_ID = coding(
  'https://profiles.ihe.net/ITI/BALP/CodeSystem/BasicAuditEntityType',
  'XrequestId',
  'transport specific unique identifier where http X-Request-Id is used',
);
const PATIENT = coding(ROLE, '1', 'Patient');
const DOMAIN_RESOURCE = coding(ROLE, '4', 'Domain Resource');
const QUERY = coding(ROLE, '24', 'Query');

/** A resource by its id, or by its pseudonym, and the version if there is one. */
const RESOURCE = /^([A-Z][A-Za-z]+)\/([A-Za-z0-9.-]{1,64}|h_[0-9a-f]{32})(?:\/_history\/(\d+))?$/;

/** The resource that a record names. */
export interface Subject {
  readonly type: string;
  readonly name: string;
  readonly version?: string;
}

export function subjectOf(target: string | undefined): Subject | undefined {
  const [, type, id, version] = RESOURCE.exec(target ?? '') ?? [];
  if (type === undefined || id === undefined) return undefined;
  return { type, name: `${type}/${id}`, ...(version !== undefined && { version }) };
}

const isHidden = (name: string): boolean => name.includes('/h_');

/**
 * A pseudonym is given as an identifier, as no server has a resource under it; a client that searched
 * for the resource by its name gets the reference too.
 */
function referenceTo({ type, name, version }: Subject, reference: string | undefined): Json {
  const plain = isHidden(name) ? reference : name;
  const at = version === undefined ? '' : `/_history/${version}`;
  return {
    ...(plain !== undefined && { reference: `${plain}${at}` }),
    type,
    ...(isHidden(name) && { identifier: { value: name } }),
    ...(isHidden(name) && version !== undefined && { display: `version ${version}` }),
  };
}

function aboutOf(event: AuditEvent, reference: string | undefined): Json[] {
  const subject = subjectOf(event.target);
  if (subject === undefined) return [];
  const result = subjectOf(event.result_id);
  const data = result?.name === subject.name ? result : subject;
  const isFhir = event.action.startsWith('fhir.');
  return [
    ...(isFhir
      ? [{ what: referenceTo(data, reference), type: OBJECT, role: DOMAIN_RESOURCE }]
      : []),
    ...(subject.type === 'Patient'
      ? [{ what: referenceTo(subject, reference), type: PERSON, role: PATIENT }]
      : []),
  ];
}

const detail = (type: string, value: string | number | undefined): Json[] =>
  value === undefined ? [] : [{ type, valueString: String(value) }];

/** The request by its id, with the digests of its body and its answer. */
function requestOf(event: AuditEvent): Json[] {
  if (event.request_id === undefined) return [];
  const what = { identifier: { value: event.request_id } };
  const details = [
    ...detail('request_sha256', event.request_sha256),
    ...detail('response_sha256', event.response_sha256),
    ...detail('result_id', event.result_id),
    ...detail('count', event.count),
    ...detail('replayed', event.replayed && 'true'),
  ];
  return [
    { what, type: REQUEST_ID },
    ...(details.length > 0 ? [{ what, type: OTHER, detail: details }] : []),
  ];
}

/**
 * The entities of an event, following Basic Audit Log Patterns: the resource, the patient, the
 * query (the names of its parameters), the request.
 *
 * @param reference the plain name of the resource, where the search for the record named it
 */
export function entitiesOf(event: AuditEvent, reference?: string): Json[] {
  const { query } = event;
  return [
    ...aboutOf(event, reference),
    ...(query === undefined ? [] : [{ type: OBJECT, role: QUERY, name: query }]),
    ...requestOf(event),
  ];
}
