import { AUDIT_EVENT_PARAMETERS } from '../audit-events/parameters.js';
import { CODE_SYSTEM_PARAMETERS } from '../code-systems/parameters.js';
import type { Definitions, SearchParameter } from '../definitions/definition.js';
import { followed } from '../search/includes.js';
import { READ_ONLY_TYPES } from '../served-types.js';
import { createSearchNotes } from './search-notes.js';

/** Where SMART clients get their tokens. */
export interface OAuthAddresses {
  readonly token: string;
  readonly authorize?: string;
}

export interface StatementFacts {
  readonly definitions: Definitions;
  /** Of the appliance. */
  readonly version: string;
  /** ISO 8601: the `date` of the statement. */
  readonly date: string;
  /** By base; undefined where no tokens are given out. */
  readonly authorization?: (base: string) => OAuthAddresses | undefined;
  /** Whether bulk exports are offered. */
  readonly exports?: boolean;
  /** Whether bulk imports are offered. */
  readonly imports?: boolean;
}

type Json = Readonly<Record<string, unknown>>;

const named = (code: string): Json => ({ code });

const READS = ['read', 'search-type'].map(named);
const ALL = [
  'read',
  'vread',
  'update',
  'patch',
  'delete',
  'history-instance',
  'history-type',
  'create',
  'search-type',
].map(named);

const BASE_DEFINITION = 'http://hl7.org/fhir/StructureDefinition/';
const OPERATION_DEFINITION = 'http://hl7.org/fhir/OperationDefinition/';

type NoteOf = ReturnType<typeof createSearchNotes>;

function searchParam(parameter: SearchParameter, noteOf: NoteOf): Json {
  const { code, type, url } = parameter;
  const note = noteOf(parameter);
  return {
    name: code,
    definition: url,
    type,
    ...(note !== undefined && { documentation: note }),
  };
}

const VALIDATE = { name: 'validate', definition: `${OPERATION_DEFINITION}Resource-validate` };
const EVERYTHING = {
  name: 'everything',
  definition: `${OPERATION_DEFINITION}Patient-everything`,
};
const MERGE = { name: 'merge', definition: `${OPERATION_DEFINITION}Patient-merge` };
const BULK = 'http://hl7.org/fhir/uv/bulkdata';
const exportOperation = (name: string) => ({
  name,
  definition: `${BULK}/OperationDefinition/${name}`,
});
const EXPORTS: Readonly<Record<string, Json>> = {
  Patient: exportOperation('patient-export'),
  Group: exportOperation('group-export'),
};

/** No standard defines it: the documentation does. */
const IMPORT: Json = {
  name: 'import',
  definition: 'urn:wardbox:operation:import',
  documentation:
    'Takes NDJSON (application/fhir+ndjson, also several files as multipart/related) with Prefer: respond-async; each line is stored as by an update or refused by itself.',
};

const SECURITY = 'Authorization: Bearer with an API key of the scope fhir.read or fhir.write';

/** http://hl7.org/fhir/smart-app-launch/STU2.2/conformance.html, and for clients of SMART 1 */
function securityOf(addresses: OAuthAddresses | undefined): Json {
  if (addresses === undefined) return { description: `${SECURITY}.` };
  return {
    extension: [
      {
        url: 'http://fhir-registry.smarthealthit.org/StructureDefinition/oauth-uris',
        extension: Object.entries(addresses).map(([url, valueUri]) => ({ url, valueUri })),
      },
    ],
    service: [
      {
        coding: [
          {
            system: 'http://terminology.hl7.org/CodeSystem/restful-security-service',
            code: 'SMART-on-FHIR',
            display: 'SMART-on-FHIR',
          },
        ],
      },
    ],
    description: `${SECURITY}, or with a token of SMART on FHIR.`,
  };
}

const REST = {
  mode: 'server',
  documentation:
    'Resources are validated against the base definitions of R4, not against profiles. ' +
    'References may have targets that do not exist. Test and live keys see separate data.',
  interaction: ['transaction', 'batch'].map(named),
};

/** `Observation:subject` of every reference to what may be here. */
function includes(type: string, definitions: Definitions): string[] {
  return definitions
    .parameters(type)
    .filter((one) => one.type === 'reference' && followed(one, definitions).length > 0)
    .map(({ code }) => `${type}:${code}`);
}

type ByType = ReadonlyMap<string, readonly string[]>;

/** The same of those that may point at a type, for each type. */
function reverseIncludes(definitions: Definitions): ByType {
  const found = new Map<string, string[]>(definitions.served.map((type) => [type, []]));
  for (const from of definitions.served.filter((type) => !READ_ONLY_TYPES.has(type))) {
    for (const one of definitions.parameters(from).filter(({ type }) => type === 'reference')) {
      for (const type of followed(one, definitions)) found.get(type)?.push(`${from}:${one.code}`);
    }
  }
  return found;
}

const AUDIT_EVENTS = {
  documentation: 'The appliance’s own audit records; read-only.',
  searchParam: AUDIT_EVENT_PARAMETERS,
};
const CODE_SYSTEMS = {
  documentation: 'The codes that the appliance defines itself; read-only.',
  searchParam: CODE_SYSTEM_PARAMETERS,
};

function readOnlyResource(type: string): Json {
  const { documentation, searchParam } = type === 'AuditEvent' ? AUDIT_EVENTS : CODE_SYSTEMS;
  return {
    type,
    profile: `${BASE_DEFINITION}${type}`,
    documentation,
    interaction: READS,
    versioning: 'no-version',
    readHistory: false,
    updateCreate: false,
    conditionalCreate: false,
    conditionalRead: 'not-supported',
    conditionalUpdate: false,
    conditionalDelete: 'not-supported',
    referencePolicy: ['literal', 'logical'],
    searchParam,
  };
}

const BINARIES = {
  documentation:
    'Sent and answered as its content in any content type, or as a resource where application/fhir+json is named. Tokens of one patient read it with its securityContext.',
};

function storedResource(
  type: string,
  exported: readonly Json[],
  reverse: readonly string[],
  definitions: Definitions,
  noteOf: NoteOf,
): Json {
  const include = includes(type, definitions);
  return {
    type,
    profile: `${BASE_DEFINITION}${type}`,
    ...(type === 'Binary' && BINARIES),
    interaction: ALL,
    versioning: 'versioned',
    readHistory: true,
    updateCreate: true,
    conditionalCreate: true,
    conditionalRead: 'full-support',
    conditionalUpdate: true,
    conditionalDelete: 'single',
    referencePolicy: ['literal', 'logical'],
    ...(include.length > 0 && { searchInclude: include }),
    ...(reverse.length > 0 && { searchRevInclude: reverse }),
    searchParam: definitions.parameters(type).map((one) => searchParam(one, noteOf)),
    operation: [VALIDATE, ...(type === 'Patient' ? [EVERYTHING, MERGE] : []), ...exported],
  };
}

/**
 * Creates the CapabilityStatement from the server's own tables, so that both agree. The part about
 * the types is built on first use.
 *
 * @returns the statement of a base, `https://host:port/v1/fhir`
 */
export function createCapabilityStatement(facts: StatementFacts): (base: string) => Json {
  const { definitions, version, date, authorization, exports = false, imports = false } = facts;
  const exportsOf = (type: string) => (exports ? [EXPORTS[type] ?? []].flat() : []);
  const bulk = exports && { instantiates: [`${BULK}/CapabilityStatement/bulk-data`] };
  const operations = [
    ...(exports ? [exportOperation('export')] : []),
    ...(imports ? [IMPORT] : []),
  ];
  const whole = operations.length > 0 && { operation: operations };
  let resources: readonly Json[] | undefined;

  function describeTypes(): readonly Json[] {
    const noteOf = createSearchNotes(definitions);
    const reverse = reverseIncludes(definitions);
    return definitions.served.map((type) =>
      READ_ONLY_TYPES.has(type)
        ? readOnlyResource(type)
        : storedResource(type, exportsOf(type), reverse.get(type) ?? [], definitions, noteOf),
    );
  }

  return (base) => {
    resources ??= describeTypes();
    return {
      resourceType: 'CapabilityStatement',
      status: 'active',
      date,
      kind: 'instance',
      ...bulk,
      software: { name: 'Wardbox', version },
      implementation: { description: 'Wardbox, a clinical AI appliance', url: base },
      fhirVersion: '4.0.1',
      format: ['application/fhir+json', 'json'],
      patchFormat: ['application/json-patch+json'],
      rest: [
        { ...REST, security: securityOf(authorization?.(base)), resource: resources, ...whole },
      ],
    };
  };
}
