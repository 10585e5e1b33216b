/** The contents of `r4.json`, which `scripts/fhir` generates. Types hold only differences from their base. */
export interface RawDefinitions {
  readonly types: Readonly<Record<string, RawType>>;
  readonly parameters: readonly RawParameter[];
  /** Value sets with strength `required`: URL → system → codes. */
  readonly valueSets: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  /** Resource type → codes of the parameters that link it to a Patient. */
  readonly compartment: Readonly<Record<string, readonly string[]>>;
}

export interface RawType {
  readonly kind: 'resource' | 'complex' | 'primitive';
  readonly abstract?: true;
  readonly base?: string;
  /** The type itself first, then its backbones: `Patient`, `Patient.contact`. */
  readonly groups: Readonly<Record<string, RawGroup>>;
}

export interface RawGroup {
  /** Of a backbone: `BackboneElement` or `Element`. */
  readonly base?: string;
  readonly elements: readonly RawElement[];
  readonly invariants?: readonly RawInvariant[];
}

export interface RawElement {
  /** `value[x]` where it has choices. */
  readonly name: string;
  /** `code`, `Reference(Patient|Group)`; none with `same`. */
  readonly types?: readonly string[];
  /** Path of the group whose children it has: `Questionnaire.item`. */
  readonly same?: string;
  readonly min?: number;
  readonly many?: true;
  readonly binding?: string;
  readonly summary?: true;
  readonly modifier?: true;
  readonly invariants?: readonly RawInvariant[];
}

export type RawInvariant = readonly [
  key: string,
  severity: 'error' | 'warning',
  human: string,
  expression: string,
];

export interface RawParameter {
  readonly code: string;
  readonly type: string;
  readonly base: readonly string[];
  /** Below `http://hl7.org/fhir/SearchParameter/`. */
  readonly name: string;
  readonly expression: string;
  /** Resource types; none = any. */
  readonly targets?: readonly string[];
  /** Name of the parameter, expression below the root of the composite. */
  readonly components?: readonly (readonly [string, string])[];
}
