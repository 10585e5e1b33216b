import type { AuditEvent } from '../../audit/audit-log.js';

type Json = Readonly<Record<string, unknown>>;

/**
 * http://terminology.hl7.org/CodeSystem/… and the codes of DICOM, as the profiles of BALP require.
 */
const DICOM = 'http://dicom.nema.org/resources/ontology/DCM';
const APPLICATION = [DICOM, '110150', 'Application'] as const;
const DESTINATION = [DICOM, '110152', 'Destination Role ID'] as const;
const SOURCE = [DICOM, '110153', 'Source Role ID'] as const;
const CUSTODIAN = [
  'http://terminology.hl7.org/CodeSystem/provenance-participant-type',
  'custodian',
  'Custodian',
] as const;

/** Of people: https://profiles.ihe.net/ITI/BALP/ValueSet/UserAgentTypesVS */
const PARTICIPATION = 'http://terminology.hl7.org/CodeSystem/v3-ParticipationType';
const RECIPIENT = [PARTICIPATION, 'IRCP', 'information recipient'] as const;
const AUTHOR = [PARTICIPATION, 'AUT', 'author (originator)'] as const;
const AGENT = ['http://terminology.hl7.org/CodeSystem/v3-RoleClass', 'AGNT', 'agent'] as const;

type Role = readonly [system: string, code: string, display: string];

/** In `AuditEvent.agent.network.type`: an address of the internet, and a URI. */
const BY_ADDRESS = '2';
const BY_URI = '5';

const typeOf = ([system, code, display]: Role): Json => ({ coding: [{ system, code, display }] });

/** Programs and people make requests over HTTP, people with a browser. */
const isClient = ({ type }: AuditEvent['actor']): boolean =>
  type === 'api_key' || type === 'client' || type === 'user';

/** Client and server: data that are read flow to the client, requests and writes to the server. */
function rolesOf(verb: string): { client: Role; server: Role } {
  if (verb === 'R') return { client: DESTINATION, server: SOURCE };
  if (verb === 'D') return { client: APPLICATION, server: CUSTODIAN };
  return { client: SOURCE, server: DESTINATION };
}

/** A person reads, writes, or has something done. */
function roleOfPerson(verb: string): Role {
  if (verb === 'C' || verb === 'U') return AUTHOR;
  return verb === 'D' ? AGENT : RECIPIENT;
}

/** @param issuer who gave the name, where that is not the appliance */
const identified = (value: string, issuer: string | undefined): Json => ({
  identifier: { ...(issuer !== undefined && { system: issuer }), value },
});

/** The person who acts, or for whom a program does. */
function personOf(actor: AuditEvent['actor']): Json | undefined {
  if (actor.type === 'user') return identified(actor.id, undefined);
  const isForPerson = actor.type === 'client' && actor.user !== undefined;
  return isForPerson ? identified(actor.user, actor.issuer) : undefined;
}

/**
 * The participants: for a request over HTTP the client (a key, a program with a token, or the browser of a
 * person, from its address), the server and the person; otherwise the actor alone.
 *
 * @param base of the server: `https://host:port/v1/fhir`
 */
export function agentsOf(event: AuditEvent, verb: string, base: string): Json[] {
  const { actor, remote_address: address } = event;
  const who = identified(actor.id, actor.type === 'client' ? actor.issuer : undefined);
  const network = address === undefined ? {} : { network: { address, type: BY_ADDRESS } };
  if (!isClient(actor)) return [{ who, requestor: true, ...network }];
  const { client, server } = rolesOf(verb);
  const program = actor.type === 'user' ? { display: 'Browser' } : who;
  const person = personOf(actor);
  return [
    { type: typeOf(client), who: program, requestor: person === undefined, ...network },
    ...(person === undefined
      ? []
      : [{ type: typeOf(roleOfPerson(verb)), who: person, requestor: true }]),
    {
      type: typeOf(server),
      who: { display: 'Wardbox' },
      requestor: false,
      network: { address: base, type: BY_URI },
    },
  ];
}

const BALP = 'https://profiles.ihe.net/ITI/BALP/StructureDefinition/IHE.BasicAudit';
const PROFILED: Readonly<Record<string, string>> = {
  read: 'Read',
  vread: 'Read',
  create: 'Create',
  update: 'Update',
  patch: 'Update',
  delete: 'Delete',
};

/**
 * The profile of Basic Audit Log Patterns 1.1 (https://profiles.ihe.net/ITI/BALP/) that an event
 * follows. None for searches, because the profile requires parameter values, which the log does not
 * contain; none for failures, which the profiles do not cover.
 *
 * @param interaction of FHIR: `read`
 * @param type of the resource that it was about
 */
export function profileOf(
  { outcome, actor, remote_address: address }: AuditEvent,
  interaction: string | undefined,
  type: string | undefined,
): string | undefined {
  const name = PROFILED[interaction ?? ''];
  if (name === undefined || type === undefined || outcome !== 'success') return undefined;
  if (!isClient(actor) || address === undefined) return undefined;
  return `${BALP}.${type === 'Patient' ? 'Patient' : ''}${name}`;
}
