import type { FhirResource, Provenance } from 'fhir/r4';
import { codeOf } from './concepts.js';

/** Who decides that an answer is filed. */
export interface FilingPerson {
  readonly user_id: string;
  readonly display_name: string;
}

const PARTICIPANT = 'http://terminology.hl7.org/CodeSystem/provenance-participant-type';

/** The Provenance with the person who decided that the answer is filed. */
function withPerson(provenance: Provenance, person: FilingPerson): Provenance {
  const who = { display: person.display_name, identifier: { value: person.user_id } };
  const type = {
    coding: [{ system: PARTICIPANT, code: 'enterer', display: 'Enterer' }],
    text: 'Enterer',
  };
  const agents = provenance.agent.filter((agent) => codeOf(agent.type) !== 'enterer');
  return { ...provenance, agent: [...agents, { type, who }] };
}

/** A transaction that writes resources as they are, and nothing where one of them is there already. */
export function filingBundle(resources: readonly FhirResource[], person: FilingPerson) {
  return {
    resourceType: 'Bundle',
    type: 'transaction',
    entry: resources.map((one) => ({
      resource: one.resourceType === 'Provenance' ? withPerson(one, person) : one,
      request: { method: 'PUT', url: `${one.resourceType}/${one.id}`, ifNoneMatch: '*' },
    })),
  };
}
