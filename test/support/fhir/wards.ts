import type { Definitions } from '../../../src/fhir/definitions/definition.js';
import { createIndexer } from '../../../src/fhir/index/extract.js';
import { parameterName } from '../../../src/fhir/index/parameter-name.js';
import type { Resource } from '../../../src/fhir/resource.js';
import { READ_ONLY_TYPES } from '../../../src/fhir/served-types.js';
import { createValidator } from '../../../src/fhir/validation/create-validator.js';
import { makeResource } from './made-resources.js';
import { createChance } from './made-values.js';

export interface WardResource {
  readonly type: string;
  readonly id: string;
  /** Absent for a resource that concerns no patient. */
  readonly owner?: string;
  readonly resource: Resource;
}

/** Is in the text of each resource of a patient, and nowhere else. */
export const markOf = (owner: string): string => `secret-of-${owner}`;

const MAX_SEEDS = 40;
/** Resources whose content may be about many patients. */
export const OF_MANY: readonly string[] = [
  'BiologicallyDerivedProduct',
  'Bundle',
  'EnrollmentResponse',
  'Group',
  'Linkage',
  'MessageHeader',
  'PaymentNotice',
  'PaymentReconciliation',
  'VerificationResult',
];

type Naming = (patient: { readonly reference: string }) => object;

/** Of types outside of the compartment: how they name the patient whom they are about. */
const NAMING: Readonly<Record<string, Naming>> = {
  Contract: (patient) => ({ subject: [patient] }),
  Device: (patient) => ({ patient }),
  GuidanceResponse: (subject) => ({ subject }),
  Task: (patient) => ({ for: patient }),
};

const LOCAL = /^([A-Z][A-Za-z]+)\/[\w.-]+$/;

/** The same tree, whose references lead elsewhere. */
function redirected(value: unknown, targetOf: (type: string) => string | undefined): unknown {
  if (Array.isArray(value)) return value.map((one) => redirected(one, targetOf));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, child]) => {
      const type = name === 'reference' && typeof child === 'string' && LOCAL.exec(child)?.[1];
      if (!type) return [name, redirected(child, targetOf)];
      return [name, targetOf(type) ?? child];
    }),
  );
}

/** The same resource, of this patient or of nobody. */
function named(made: Resource, owner: string | undefined): Resource {
  const naming = NAMING[made.resourceType];
  if (naming === undefined) return made;
  const names = Object.keys(naming({ reference: '' }));
  const rest = Object.entries(made).filter(([name]) => !names.includes(name));
  const patient = owner !== undefined && naming({ reference: `Patient/${owner}` });
  return { ...Object.fromEntries(rest), ...patient } as Resource;
}

/** Seeds of legal resources that refer to a patient by each parameter of the compartment. */
function createSeeds(definitions: Definitions): (type: string, from: number) => number[] {
  const index = createIndexer(definitions, 'UTC');
  const known = new Map<string, number[]>();
  return (type, from) => {
    const key = `${type} ${from}`;
    const seeds = known.get(key) ?? [];
    if (known.has(key)) return seeds;
    const open = new Set(definitions.compartment(type));
    for (let seed = from; seed < from + MAX_SEEDS && open.size > 0; seed += 1) {
      const { references } = index(makeResource(definitions, type, seed, 1));
      const met = [...open].filter((code) =>
        references.some(
          (row) => row.parameter === parameterName(type, code) && row.type === 'Patient',
        ),
      );
      if (met.length > 0) seeds.push(seed);
      for (const code of met) open.delete(code);
    }
    known.set(key, seeds);
    return seeds;
  };
}

/**
 * Resources of several patients, of all types, and of none. They refer to each other across patients,
 * but only to the Patient that they belong to.
 */
export function makeWards(
  definitions: Definitions,
  owners: readonly string[],
  seed: number,
): readonly WardResource[] {
  const chance = createChance(seed);
  const seedsOf = createSeeds(definitions);
  const { validate } = createValidator(definitions);
  const drafts: { type: string; id: string; owner?: string; seed: number }[] = [];
  const add = (type: string, from: number, owner?: string) => {
    const id = type === 'Patient' && owner !== undefined ? owner : `r${drafts.length}`;
    drafts.push({ type, id, seed: from, ...(owner !== undefined && { owner }) });
  };
  for (const type of definitions.served.filter((one) => !READ_ONLY_TYPES.has(one))) {
    const isOutside = definitions.compartment(type).length === 0;
    if (isOutside && !OF_MANY.includes(type)) for (let n = 0; n < 3; n += 1) add(type, seed + n);
    for (const [at, owner] of owners.entries()) {
      const from = seed + at * MAX_SEEDS;
      if (type === 'Patient' || type in NAMING || OF_MANY.includes(type)) add(type, from, owner);
      else for (const one of seedsOf(type, from)) add(type, one, owner);
    }
  }
  return drafts.flatMap(({ type, id, owner, seed: from }) => {
    const made = makeResource(definitions, type, from, 0.9);
    const target = (wanted: string) => {
      if (wanted === 'Patient') return `Patient/${owner ?? chance.pick(owners)}`;
      const pool = drafts.filter((one) => one.type === wanted);
      return pool.length === 0 ? undefined : `${wanted}/${chance.pick(pool).id}`;
    };
    const resource = {
      ...named(redirected(made, target) as Resource, owner),
      id,
      meta: { tag: [{ system: 'http://mark.test', code: markOf(owner ?? 'nobody') }] },
    } as Resource;
    const isLegal = validate(resource, {}).every(({ severity }) => severity !== 'error');
    return isLegal ? [{ type, id, resource, ...(owner !== undefined && { owner }) }] : [];
  });
}
