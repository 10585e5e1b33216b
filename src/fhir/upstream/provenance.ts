import type { Resource } from '../resource.js';

export interface Origin {
  /** `Patient/123/_history/2`: a local version. */
  readonly target: string;
  /** Its source: a URL of the hospital's server. */
  readonly source: string;
}

/** http://terminology.hl7.org/CodeSystem/provenance-participant-type */
const CUSTODIAN = {
  coding: [
    {
      system: 'http://terminology.hl7.org/CodeSystem/provenance-participant-type',
      code: 'custodian',
      display: 'Custodian',
    },
  ],
};

/**
 * Creates the Provenance of resources that were read from the hospital's server
 * (http://hl7.org/fhir/R4/provenance.html).
 *
 * @param at milliseconds since 1970
 */
export function provenanceOf(origins: readonly Origin[], base: string, at: number): Resource {
  return {
    resourceType: 'Provenance',
    target: origins.map(({ target }) => ({ reference: target })),
    recorded: new Date(at).toISOString(),
    agent: [
      {
        type: CUSTODIAN,
        who: {
          identifier: { system: 'urn:ietf:rfc:3986', value: base },
          display: "The hospital's FHIR server",
        },
      },
    ],
    entity: origins.map(({ source }) => ({ role: 'source', what: { reference: source } })),
  };
}
