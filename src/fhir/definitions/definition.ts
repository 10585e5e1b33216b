/** The R4 definitions, as the FHIR server uses them. */
export interface Definitions {
  /** Names of all resource types of R4 that are defined (also those that are not served). */
  readonly resourceTypes: ReadonlySet<string>;
  /** Types that are stored and searched here, in alphabetical order. */
  readonly served: readonly string[];
  /** Whether a name is a resource, datatype or primitive of R4. */
  isType(name: string): boolean;
  /** The elements of a type or backbone in their order; choice types are one entry a type. */
  elements(group: Group): readonly Element[];
  /** By the name in JSON: `valueQuantity`, never `value[x]`. */
  element(group: Group, name: string): Element | undefined;
  /** The choices of a group: `medication[x]` with all its names. */
  choices(group: Group): readonly Choice[];
  /** Invariants of a group, own and inherited; those of the types Element and Extension too. */
  invariants(group: Group): readonly Invariant[];
  /** Of a type and of Resource; one list object a type. Only parameters that can be searched. */
  parameters(resourceType: string): readonly SearchParameter[];
  parameter(resourceType: string, code: string): SearchParameter | undefined;
  /** The codes of a required value set: system → codes. Nothing for one that cannot be listed. */
  codes(valueSet: string): ReadonlyMap<string, ReadonlySet<string>> | undefined;
  /** Codes of the reference parameters that link a type to a Patient: `subject`, `performer`. */
  compartment(resourceType: string): readonly string[];
  /** Of the data, the served types and the version of the index: another one means a reindex. */
  readonly hash: string;
}

/** A place that has children: `{type: 'Patient', path: 'Patient.contact'}`. */
export interface Group {
  readonly type: string;
  readonly path: string;
}

export interface Element {
  /** As in JSON. */
  readonly name: string;
  /** `HumanName`, `string`, `Reference`, `BackboneElement`, `Resource` for contained ones. */
  readonly type: string;
  readonly many: boolean;
  readonly min: number;
  readonly primitive: boolean;
  /** Where its children are defined; absent for primitives and for `Resource`. */
  readonly group?: Group;
  /** Of a Reference or canonical: types it may point at; absent = any. */
  readonly targets?: readonly string[];
  /** URL of a value set with strength `required`. */
  readonly binding?: string;
  /** `value` for `valueQuantity`. */
  readonly choiceOf?: string;
  readonly summary: boolean;
  readonly modifier: boolean;
  /** Said of the element here and not of its type: a home address of an Organization. */
  readonly invariants?: readonly Invariant[];
}

export interface Choice {
  /** `value` */
  readonly name: string;
  readonly min: number;
  readonly names: readonly string[];
}

export interface Invariant {
  readonly key: string;
  readonly severity: 'error' | 'warning';
  readonly human: string;
  readonly expression: string;
}

export type SearchType =
  | 'token'
  | 'string'
  | 'reference'
  | 'date'
  | 'quantity'
  | 'number'
  | 'uri'
  | 'composite';

export interface SearchParameter {
  readonly code: string;
  readonly type: SearchType;
  /** The resource type that the parameter is used with here. */
  readonly base: string;
  readonly url: string;
  /** The part of the expression that concerns `base`. */
  readonly expression: string;
  readonly paths: readonly CompiledPath[];
  /** Of a reference: types that it may point at from here; none = any. */
  readonly targets: readonly string[];
  readonly components?: readonly Component[];
}

/** A component of a composite: a parameter's kind, and the path of its values below the composite's root. */
export interface Component {
  readonly parameter: SearchParameter;
  readonly paths: readonly CompiledPath[];
}

/**
 * A path from a resource to values, compiled from an expression; choice types are already names.
 */
export interface CompiledPath {
  readonly steps: readonly Step[];
  /** Of the values at its end: `CodeableConcept`, `dateTime`. */
  readonly type: string;
  /** Of a Reference or canonical at its end: types that it may point at; absent = any. */
  readonly targets?: readonly string[];
  readonly test?: 'exists-and-not-false';
}

export type Step =
  | { readonly property: string }
  /** Whichever of these is there: a choice whose type does not matter. */
  | { readonly anyOf: readonly string[] }
  /** `where(system = 'phone')` */
  | { readonly where: string; readonly is: string }
  | { readonly index: number }
  /** `where(resolve() is Patient)` */
  | { readonly refersTo: string };
