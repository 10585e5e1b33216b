import type { TabularManifest } from '../../inference/schema.js';

type Feature = TabularManifest['features'][number];

/** Features of one variable. */
interface VariableShape {
  /** Numbers that represent its codes. */
  readonly codes: Feature['codes'];
  /** Whether the model uses more than its latest value regardless of time. */
  readonly overTime: boolean;
}

/** Terms that are reported together: those of one variable, or of two in an interaction. */
export interface TermGroup {
  /** `a`, or `a × b`. */
  readonly name: string;
  /** Sorted by name. */
  readonly variables: readonly string[];
  /** Indexes of its terms in the manifest. */
  readonly terms: readonly number[];
}

/** Properties of a manifest that are independent of the patient. */
export interface Shape {
  /** Those that have a feature. */
  readonly variables: ReadonlyMap<string, VariableShape>;
  /** In the order of their first terms. */
  readonly groups: readonly TermGroup[];
  /** The group of every term. */
  readonly groupOf: readonly TermGroup[];
  /** UCUM, by variable. */
  readonly units: ReadonlyMap<string, string | undefined>;
}

/** Separator between the names of interacting variables. */
export const BESIDE = ' × ';

function variablesOf({ features }: TabularManifest): Map<string, VariableShape> {
  const variables = new Map<string, VariableShape>();
  for (const { variable, codes, statistic } of features) {
    const before = variables.get(variable) ?? { codes, overTime: false };
    const overTime = before.overTime || statistic !== 'value';
    variables.set(variable, { codes: before.codes, overTime });
  }
  return variables;
}

function groupsOf({ features, terms }: TabularManifest) {
  const groups = new Map<string, TermGroup & { readonly terms: number[] }>();
  const groupOf = terms.map((term, at) => {
    const names = term.features.map((one) => features[one]?.variable ?? '');
    const variables = [...new Set(names)].sort();
    const name = variables.join(BESIDE);
    const group = groups.get(name) ?? { name, variables, terms: [] };
    groups.set(name, group);
    group.terms.push(at);
    return group;
  });
  return { groups: [...groups.values()], groupOf };
}

function computeShape(manifest: TabularManifest): Shape {
  return {
    variables: variablesOf(manifest),
    ...groupsOf(manifest),
    units: new Map(manifest.inputs.map(({ variable, unit }) => [variable, unit])),
  };
}

const cache = new WeakMap<TabularManifest, Shape>();

/** The shape of a model, computed at the first use: it has hundreds of terms. */
export function shapeOf(manifest: TabularManifest): Shape {
  const shape = cache.get(manifest) ?? computeShape(manifest);
  cache.set(manifest, shape);
  return shape;
}
