import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The parts of HL7's files that are read here. */
export interface StructureDefinition {
  readonly url: string;
  readonly type: string;
  readonly kind: string;
  readonly abstract?: boolean;
  readonly derivation?: string;
  readonly baseDefinition?: string;
  readonly snapshot: { readonly element: readonly ElementDefinition[] };
}

export interface ElementDefinition {
  readonly path: string;
  readonly min: number;
  readonly max: string;
  readonly contentReference?: string;
  readonly type?: readonly ElementType[];
  readonly binding?: { readonly strength: string; readonly valueSet?: string };
  readonly isModifier?: boolean;
  readonly isSummary?: boolean;
  readonly constraint?: readonly Constraint[];
}

export interface ElementType {
  readonly code: string;
  readonly profile?: readonly string[];
  readonly targetProfile?: readonly string[];
  readonly extension?: readonly { readonly url: string; readonly valueUrl?: string }[];
}

export interface Constraint {
  readonly key: string;
  readonly severity: 'error' | 'warning';
  readonly human: string;
  readonly expression: string;
  readonly source?: string;
}

export interface SearchParameterResource {
  readonly url: string;
  readonly code: string;
  readonly type: string;
  readonly base: readonly string[];
  readonly expression?: string;
  readonly target?: readonly string[];
  readonly component?: readonly { readonly definition: string; readonly expression: string }[];
}

export interface CompartmentDefinition {
  readonly resource: readonly { readonly code: string; readonly param?: readonly string[] }[];
}

export interface Concept {
  readonly code: string;
  readonly concept?: readonly Concept[];
  readonly property?: readonly {
    readonly code: string;
    readonly valueCode?: string;
    readonly valueBoolean?: boolean;
  }[];
}

export interface CodeSystem {
  readonly resourceType: 'CodeSystem';
  readonly url: string;
  readonly content: string;
  readonly concept?: readonly Concept[];
}

export interface Include {
  readonly system?: string;
  readonly concept?: readonly { readonly code: string }[];
  readonly filter?: readonly { readonly op: string; readonly value: string }[];
  readonly valueSet?: readonly string[];
}

export interface ValueSet {
  readonly resourceType: 'ValueSet';
  readonly url: string;
  readonly compose?: {
    readonly include: readonly Include[];
    readonly exclude?: readonly Include[];
  };
}

interface Bundle {
  readonly entry: readonly { readonly resource: { readonly resourceType: string } }[];
}

const read = (folder: string, file: string): unknown =>
  JSON.parse(readFileSync(join(folder, file), 'utf8'));

function resourcesOf<T>(folder: string, file: string, type: string): readonly T[] {
  const { entry } = read(folder, file) as Bundle;
  return entry.map(({ resource }) => resource).filter((r) => r.resourceType === type) as T[];
}

export const lastSegment = (url: string): string => url.slice(url.lastIndexOf('/') + 1);

/** Definitions of types; no profiles and no logical models. */
export function readTypes(folder: string): readonly StructureDefinition[] {
  return ['profiles-resources.json', 'profiles-types.json']
    .flatMap((file) => resourcesOf<StructureDefinition>(folder, file, 'StructureDefinition'))
    .filter(({ derivation, kind }) => derivation !== 'constraint' && kind !== 'logical');
}

const HL7 = 'http://hl7.org/fhir/SearchParameter/';

/** The package contains some of its own among those of the standard. */
export const readParameters = (folder: string): readonly SearchParameterResource[] =>
  resourcesOf<SearchParameterResource>(folder, 'search-parameters.json', 'SearchParameter').filter(
    ({ url }) => url.startsWith(HL7),
  );

const TERMINOLOGY = ['valuesets.json', 'v3-codesystems.json', 'v2-tables.json'];

export const readValueSets = (folder: string): readonly ValueSet[] =>
  TERMINOLOGY.flatMap((file) => resourcesOf<ValueSet>(folder, file, 'ValueSet'));

export const readCodeSystems = (folder: string): readonly CodeSystem[] =>
  TERMINOLOGY.flatMap((file) => resourcesOf<CodeSystem>(folder, file, 'CodeSystem'));

export const readCompartment = (folder: string): CompartmentDefinition =>
  read(folder, 'compartmentdefinition-patient.json') as CompartmentDefinition;
