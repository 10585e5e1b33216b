import { type FlagVariable, foldName, type Variable } from '../variable.js';
import { BLOOD_GAS } from './blood-gas.js';
import { CHEMISTRY } from './chemistry.js';
import { DEMOGRAPHICS } from './demographics.js';
import { DRUG_LEVELS } from './drug-levels.js';
import { EXERCISE_TEST } from './exercise-test.js';
import { HAEMATOLOGY } from './haematology.js';
import { HISTORY } from './history.js';
import { INVESTIGATIONS } from './investigations.js';
import { PROTEINS } from './proteins.js';
import { STATES } from './states.js';
import { VITALS } from './vitals.js';

const ALL = [
  ...DEMOGRAPHICS,
  ...VITALS,
  ...CHEMISTRY,
  ...PROTEINS,
  ...HAEMATOLOGY,
  ...BLOOD_GAS,
  ...DRUG_LEVELS,
  ...INVESTIGATIONS,
  ...EXERCISE_TEST,
  ...HISTORY,
  ...STATES,
] as const;

type CatalogueVariable = (typeof ALL)[number];
export type VariableName = CatalogueVariable['name'];
/** Names of the variables of one kind. */
export type NameOf<K extends Variable['kind']> = Extract<
  CatalogueVariable,
  { readonly kind: K }
>['name'];
/** The variable of a name, with its options where it has some. */
export type VariableOf<N extends VariableName> = Extract<CatalogueVariable, { readonly name: N }>;

export const VARIABLES: readonly Variable[] = ALL;

/** Variables that are true or false: conditions, treatments, states. */
export const FLAGS: readonly FlagVariable[] = VARIABLES.filter((one) => one.kind === 'flag');

const byFoldedName: ReadonlyMap<string, Variable> = new Map(
  VARIABLES.flatMap((variable) =>
    [variable.name, ...(variable.synonyms ?? [])].map((name) => [foldName(name), variable]),
  ),
);

const byLoinc: ReadonlyMap<string, Variable> = new Map(
  VARIABLES.flatMap((variable) => (variable.loinc ?? []).map((code) => [code, variable])),
);

/** The variable that a name or one of its synonyms means, without case and punctuation. */
export function findVariable(name: string): Variable | undefined {
  return byFoldedName.get(name) ?? byFoldedName.get(foldName(name));
}

/** The variable that observations with a LOINC code carry. */
export function findByLoinc(code: string): Variable | undefined {
  return byLoinc.get(code);
}

/** The variable of a name that is known to be listed. */
export function variable<N extends VariableName>(name: N): VariableOf<N> {
  return byFoldedName.get(name) as VariableOf<N>;
}
