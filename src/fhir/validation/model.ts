import type { Group } from '../definitions/definition.js';
import type { Context } from '../path/evaluate.js';
import type { Resource } from '../resource.js';
import type { Binding } from './bindings.js';
import type { Findings } from './findings.js';
import type { PrimitiveCheck } from './primitives.js';

export type Json = Readonly<Record<string, unknown>>;

/** An invariant of the definitions, compiled. */
export interface Rule {
  readonly key: string;
  readonly severity: 'error' | 'warning';
  readonly text: string;
  /** Whether it holds where its result is unknown. */
  readonly mayBeOpen: boolean;
  /** Whether it depends on more than its focus. */
  readonly looksAround: boolean;
  holds(context: Context): boolean | undefined;
}

/** What one member name of a JSON object may contain. */
export type Member = Primitive | Sibling | Complex;

interface MemberShape {
  readonly name: string;
  /** Its name in FHIRPath: `birthDate` for `_birthDate`, `value` for `valueQuantity`. */
  readonly label: string;
  readonly many: boolean;
  /** `value` for `valueQuantity` and `_valueString`. */
  readonly choiceOf?: string;
  readonly rules: readonly Rule[];
}

export interface Primitive extends MemberShape {
  readonly kind: 'primitive';
  readonly type: string;
  readonly sibling: string;
  readonly check: PrimitiveCheck;
  readonly binding?: Binding;
  /** May point at a contained resource: `canonical`, `uri`, `url`. */
  readonly address: boolean;
}

/** The id and extensions of a primitive: `_birthDate`. */
export interface Sibling extends MemberShape {
  readonly kind: 'sibling';
  readonly of: string;
}

export interface Complex extends MemberShape {
  readonly kind: 'complex';
  readonly type: string;
  /** None for a resource inside another one. */
  readonly shape?: () => Shape;
  readonly binding?: Binding;
  readonly targets?: ReadonlySet<string>;
}

export interface Requirement {
  /** `status`; `medication` for `medication[x]`. */
  readonly label: string;
  /** Its possible names in JSON. */
  readonly names: readonly string[];
  readonly choice: boolean;
  readonly severity: 'error' | 'warning';
}

/** A group of elements, compiled for validation. */
export interface Shape {
  readonly group: Group;
  readonly isResource: boolean;
  readonly members: ReadonlyMap<string, Member>;
  readonly required: readonly Requirement[];
  readonly rules: readonly Rule[];
}

export interface Shapes {
  of(group: Group): Shape;
  /** Of the other half of a primitive: an id and extensions. */
  sibling(): Shape;
}

/** The state of one validation. */
export interface ValidationRun {
  readonly shapes: Shapes;
  /** Names of all resource types of R4. */
  readonly types: ReadonlySet<string>;
  readonly findings: Findings;
  /** Invariants of structurally valid elements; evaluated after everything is read. */
  readonly pending: PendingRules[];
  /** Current depth of nesting. */
  depth: number;
}

export interface PendingRules {
  readonly rules: readonly Rule[];
  readonly focus: unknown;
  readonly path: string;
  readonly scope: Scope;
}

/** A resource with those that it contains: the scope of ids and local references. */
export interface ContainmentScope {
  readonly root: Resource;
  /** Id of a contained resource → its type. */
  readonly contained: ReadonlyMap<string, string>;
  /** Local references found, without the `#`. */
  readonly referred: Set<string>;
  /** Contained resources that were read. */
  readonly guests: Scope[];
  /** Members of all objects so far. */
  members: number;
  /** Whether it exceeds the limits. */
  gaveUp: boolean;
}

/** The resource that is being read. */
export interface Scope {
  readonly run: ValidationRun;
  readonly house: ContainmentScope;
  readonly resource: Resource;
  readonly path: string;
  readonly isContained: boolean;
  /** Whether references may be conditional, as a transaction allows. */
  readonly inBundle: boolean;
  /** Whether it refers to its container. */
  refersToContainer: boolean;
}
