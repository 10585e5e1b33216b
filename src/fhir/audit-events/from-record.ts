import type { AuditEvent } from '../../audit/audit-log.js';
import type { ViewedRecord } from '../../store/audit-view.js';
import type { Resource } from '../resource.js';
import { agentsOf, profileOf } from './agents.js';
import { entitiesOf, subjectOf } from './entities.js';
import { OUTCOMES } from './parameters.js';

type Json = Readonly<Record<string, unknown>>;

/** `audit-17` is the record with the number 17 in the chain. */
const ID = /^audit-([1-9]\d{0,14})$/;

export const auditId = (seq: number): string => `audit-${seq}`;

/** The number of a record by its id; undefined for an invalid id. */
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
  export: 'R',
  export_file: 'R',
  import: 'C',
  import_file: 'R',
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
  export: 'operation',
  export_file: 'operation',
  import: 'operation',
  import_file: 'operation',
};

const TYPE = {
  system: 'http://terminology.hl7.org/CodeSystem/audit-event-type',
  code: 'rest',
  display: 'RESTful Operation',
};
const SOURCE = {
  observer: { display: 'Wardbox' },
  type: [
    {
      system: 'http://terminology.hl7.org/CodeSystem/security-source-type',
      code: '4',
      display: 'Application Server',
    },
  ],
};

function interactionOf(action: string): string | undefined {
  const [group, what = ''] = action.split('.');
  return group === 'fhir' ? what : undefined;
}

function subtypeOf(action: string): Json {
  const interaction = INTERACTIONS[interactionOf(action) ?? ''];
  if (interaction === undefined) return { display: action };
  return { system: 'http://hl7.org/fhir/restful-interaction', code: interaction, display: action };
}

/** Any other action of the appliance is an execution. */
function verbOf(action: string): string {
  return VERBS[interactionOf(action) ?? ''] ?? 'E';
}

function outcomeDescription({ status, error_code: code }: AuditEvent): Json {
  const outcome = [status, code].filter((one) => one !== undefined).join(' ');
  return outcome === '' ? {} : { outcomeDesc: outcome };
}

/**
 * Returns a record of the audit chain as a FHIR AuditEvent (http://hl7.org/fhir/R4/auditevent.html),
 * following Basic Audit Log Patterns where they fit. It contains what the record contains: names,
 * numbers and digests, never the content of a resource.
 *
 * @param base of the server: `https://host:port/v1/fhir`
 */
export function auditEventOf(
  { seq, at, event: text, searchedAs }: ViewedRecord,
  base: string,
): Resource {
  const event = JSON.parse(text) as AuditEvent;
  const { action, outcome } = event;
  const verb = verbOf(action);
  const entity = entitiesOf(event, searchedAs);
  const profile = profileOf(event, interactionOf(action), subjectOf(event.target)?.type);
  return {
    resourceType: 'AuditEvent',
    id: auditId(seq),
    meta: { versionId: '1', lastUpdated: at, ...(profile !== undefined && { profile: [profile] }) },
    type: TYPE,
    subtype: [subtypeOf(action)],
    action: verb,
    recorded: at,
    outcome: OUTCOMES[outcome],
    ...outcomeDescription(event),
    agent: agentsOf(event, verb, base),
    source: SOURCE,
    ...(entity.length > 0 && { entity }),
  };
}
