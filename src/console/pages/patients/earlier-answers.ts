import type { Device, FhirResource, Identifier, Provenance, ProvenanceAgent } from 'fhir/r4';
import { conceptText } from './concepts.js';
import { millisecondsOf } from './fhir-time.js';

/** A model or the appliance, as a Provenance names it. */
export interface AnswerAuthor {
  readonly name: string;
  readonly version: string;
}

/** An answer that was filed with a patient, from the resources that it was filed as. */
export interface EarlierAnswer {
  /** `an_…`, `rk_…`: the same in all resources of one answer. */
  readonly id: string;
  readonly resources: readonly FhirResource[];
  /** When the answer was given, as it is stated. */
  readonly time: string | undefined;
  /** `analyze.create` … */
  readonly activity: string;
  readonly appliance: AnswerAuthor | undefined;
  readonly models: readonly AnswerAuthor[];
  /** The person who filed it, where the Provenance names one. */
  readonly filedBy: string | undefined;
  /** Resources of the record that it was made from: `Observation/7`. */
  readonly sources: readonly string[];
  /** Other sources, such as the digest of the request. */
  readonly otherSources: readonly string[];
  /** False where no Provenance was found. */
  readonly hasProvenance: boolean;
}

function authorOf(agent: ProvenanceAgent, devices: readonly Device[]): AnswerAuthor | undefined {
  const device = devices.find(({ id }) => agent.who.reference === `#${id}`);
  if (device === undefined) return undefined;
  return {
    name: device.deviceName?.[0]?.name ?? agent.who.display ?? '',
    version: device.version?.[0]?.value ?? '',
  };
}

const hasType = ({ type }: ProvenanceAgent, code: string): boolean =>
  type?.coding?.some((coding) => coding.code === code) === true;

function originOf(provenance: Provenance | undefined) {
  const agents = provenance?.agent ?? [];
  const devices = (provenance?.contained ?? []).filter(
    (one): one is Device => one.resourceType === 'Device',
  );
  const authors = (code: string) =>
    agents
      .filter((agent) => hasType(agent, code))
      .flatMap((agent) => authorOf(agent, devices) ?? []);
  const sources = (provenance?.entity ?? []).map(({ what }) => what);
  return {
    time: provenance?.occurredDateTime ?? provenance?.recorded,
    activity: conceptText(provenance?.activity),
    appliance: authors('assembler')[0],
    models: authors('performer'),
    filedBy: agents.find((agent) => hasType(agent, 'enterer'))?.who.display,
    sources: sources.flatMap(({ reference }) => reference ?? []),
    otherSources: sources.flatMap(({ reference, display }) =>
      reference === undefined && display !== undefined ? display : [],
    ),
    hasProvenance: provenance !== undefined,
  };
}

function answerIdOf(resource: FhirResource): string {
  const { identifier } = resource as { readonly identifier?: readonly Identifier[] };
  const own = Array.isArray(identifier) ? (identifier as readonly Identifier[]) : [];
  const value = own.find(({ value: one }) => one !== undefined)?.value;
  return value ?? `${resource.resourceType}/${resource.id ?? ''}`;
}

const VERSION = /\/_history\/.*$/;

/**
 * Sorts what software asserted by answer, newest first.
 *
 * @param found resources with the security label AIAST, and the Provenances that target them
 */
export function earlierAnswers(found: readonly FhirResource[]): EarlierAnswer[] {
  const provenances = found.filter((one): one is Provenance => one.resourceType === 'Provenance');
  const byTarget = new Map<string, Provenance>();
  for (const one of provenances) {
    for (const { reference } of one.target)
      if (reference !== undefined) byTarget.set(reference.replace(VERSION, ''), one);
  }
  const groups = new Map<string, FhirResource[]>();
  for (const resource of found) {
    if (resource.resourceType === 'Provenance') continue;
    const id = answerIdOf(resource);
    groups.set(id, [...(groups.get(id) ?? []), resource]);
  }
  const nameOf = (one: FhirResource) => `${one.resourceType}/${one.id ?? ''}`;
  return [...groups]
    .map(([id, resources]) => {
      const origin = originOf(resources.flatMap((one) => byTarget.get(nameOf(one)) ?? [])[0]);
      return { id, resources, ...origin, time: origin.time ?? resources[0]?.meta?.lastUpdated };
    })
    .sort((a, b) => (millisecondsOf(b.time) ?? 0) - (millisecondsOf(a.time) ?? 0));
}
