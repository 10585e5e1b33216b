import type { AuditEvent } from '../../security/audit-log.js';
import type { ViewedRecord } from '../../storage/audit-view.js';
import type { Resource } from '../resource.js';
import { OUTCOMES } from './parameters.js';

type Json = Readonly<Record<string, unknown>>;

/** `audit-17` is the record with the number 17 in the chain. */
const ID = /^audit-([1-9]\d{0,14})$/;

export const auditId = (seq: number): string => `audit-${seq}`;

/** The number of a record by its id; nothing for what cannot be one. */
export function auditSeq(id: string): number | undefined {
  const digits = ID.exec(id)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** http://hl7.org/fhir/R4/valueset-audit-event-action.html */
const VERBS: Readonly<Record<string, 'C' | 'R' | 'U' | 'D'>> = {
  create: 'C',
  read: 'R',
  vread: 'R',
  history: 'R',
  everything: 'R',
  update: 'U',
  patch: 'U',
  delete: 'D',
};

/** http://hl7.org/fhir/R4/valueset-type-restful-interaction.html */
const INTERACTIONS: Readonly<Record<string, string>> = {
  read: 'read',
  vread: 'vread',
  history: 'history',
  search: 'search',
  create: 'create',
  update: 'update',
  patch: 'patch',
  delete: 'delete',
  batch: 'batch',
  transaction: 'transaction',
  capabilities: 'capabilities',
  validate: 'operation',
  everything: 'operation',
};

const coding = (system: string, code: string, display: string): Json => ({ system, code, display });

const TYPE = coding(
  'http://terminology.hl7.org/CodeSystem/audit-event-type',
  'rest',
  'RESTful Operation',
);
const OBJECT = coding(
  'http://terminology.hl7.org/CodeSystem/audit-entity-type',
  '2',
  'System Object',
);
const QUERY = coding('http://terminology.hl7.org/CodeSystem/object-role', '24', 'Query');

/** An address of the internet, in `AuditEvent.agent.network.type`. */
const BY_ADDRESS = '2';

function subtypeOf(action: string): Json {
  const [room, what = ''] = action.split('.');
  const interaction = room === 'fhir' ? INTERACTIONS[what] : undefined;
  if (interaction === undefined) return { display: action };
  return { system: 'http://hl7.org/fhir/restful-interaction', code: interaction, display: action };
}

/** Anything else that the appliance does is the execution of something. */
function verbOf(action: string): string {
  const [room, what = ''] = action.split('.');
  return (room === 'fhir' && VERBS[what]) || 'E';
}

const RESOURCE = /^[A-Z][A-Za-z]+\/[A-Za-z0-9.-]{1,64}(\/_history\/\d+)?$/;

const detail = (type: string, value: string | number | undefined): Json[] =>
  value === undefined ? [] : [{ type, valueString: String(value) }];

/** The request itself: what it was called and the digests of what was sent and answered. */
function requestOf(event: AuditEvent): Json[] {
  if (event.request_id === undefined) return [];
  const details = [
    ...detail('request_sha256', event.request_sha256),
    ...detail('response_sha256', event.response_sha256),
    ...detail('result_id', event.result_id),
    ...detail('count', event.count),
    ...detail('replayed', event.replayed && 'true'),
  ];
  return [
    {
      what: { identifier: { value: event.request_id } },
      type: OBJECT,
      ...(details.length > 0 && { detail: details }),
    },
  ];
}

function entitiesOf(event: AuditEvent): Json[] {
  const { target, query } = event;
  const of = target !== undefined && RESOURCE.test(target);
  return [
    ...(of ? [{ what: { reference: target }, type: OBJECT }] : []),
    ...(query === undefined ? [] : [{ type: OBJECT, role: QUERY, name: query }]),
    ...requestOf(event),
  ];
}

function outcomeDescription({ status, error_code: code }: AuditEvent): Json {
  const told = [status, code].filter((one) => one !== undefined).join(' ');
  return told === '' ? {} : { outcomeDesc: told };
}

/**
 * A record of the audit chain as FHIR tells it (http://hl7.org/fhir/R4/auditevent.html). It holds
 * what the record holds: names, numbers and digests, never what a resource says.
 */
export function auditEventOf({ seq, at, event: text }: ViewedRecord): Resource {
  const event = JSON.parse(text) as AuditEvent;
  const { actor, remote_address: address, action, outcome } = event;
  const entity = entitiesOf(event);
  const network = address === undefined ? {} : { network: { address, type: BY_ADDRESS } };
  return {
    resourceType: 'AuditEvent',
    id: auditId(seq),
    meta: { versionId: '1', lastUpdated: at },
    type: TYPE,
    subtype: [subtypeOf(action)],
    action: verbOf(action),
    recorded: at,
    outcome: OUTCOMES[outcome],
    ...outcomeDescription(event),
    agent: [{ who: { identifier: { value: actor.id } }, requestor: true, ...network }],
    source: { observer: { display: 'Wardbox' } },
    ...(entity.length > 0 && { entity }),
  };
}
