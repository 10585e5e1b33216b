import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import type { Group } from '../../../../src/fhir/definitions/definition.js';
import { openDefinitions } from '../../../../src/fhir/definitions/open.js';
import type { RawDefinitions } from '../../../../src/fhir/definitions/raw.js';

/*
 * Two readings of R4 by others, both made from HL7's package 4.0.1: the model of the FHIRPath library
 * and the interfaces of @types/fhir.
 */
const { resolve } = createRequire(import.meta.url);
const textOf = (name: string): string => readFileSync(resolve(name), 'utf8');
const json = <T>(name: string): T => JSON.parse(textOf(name)) as T;

const MODEL = 'fhirpath/fhir-context/r4';
type ModelType = string | { readonly code: string; readonly refType?: readonly string[] };
const typeOfPath = json<Readonly<Record<string, ModelType>>>(`${MODEL}/path2Type.json`);
const typesOfChoice = json<Readonly<Record<string, string[]>>>(`${MODEL}/choiceTypePaths.json`);
const elsewhere = json<Readonly<Record<string, string>>>(`${MODEL}/pathsDefinedElsewhere.json`);

const definitions = openDefinitions();
const raw = JSON.parse(
  readFileSync(new URL('../../../../src/fhir/definitions/r4.json', import.meta.url), 'utf8'),
) as RawDefinitions;

const groups: readonly Group[] = Object.entries(raw.types).flatMap(([type, { groups: paths }]) =>
  Object.keys(paths).map((path) => ({ type, path })),
);

/** `SimpleQuantity` and such are profiles, which a model may name instead of the type. */
const small = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);

const sorted = (names: readonly string[]): string => [...names].sort().join();

function codeAndTargets(type: ModelType): readonly [string, string] {
  if (typeof type === 'string') return [type, ''];
  const targets = (type.refType ?? []).filter((one) => one !== 'Resource');
  return [type.code, sorted(targets)];
}

describe('the definitions beside the model of the FHIRPath library', () => {
  const plain = groups.flatMap((group) =>
    definitions
      .elements(group)
      .filter(({ choiceOf }) => choiceOf === undefined)
      .map((element) => ({ ...element, path: `${group.path}.${element.name}` })),
  );

  it('know the same elements of the same types, which point at the same types', () => {
    const different = plain.flatMap(({ path, type, targets = [] }) => {
      const theirs = typeOfPath[path];
      if (theirs === undefined) return path in elsewhere ? [] : [`${path} is ours alone`];
      const [code, allowed] = codeAndTargets(theirs);
      // An id or a url of the language's own type; which one of FHIR's it is stands elsewhere.
      const same = code === type || code === 'System.String';
      return same && allowed === sorted(targets) ? [] : [`${path}: ${type} ${targets}, ${code}`];
    });
    expect(different).toEqual([]);
    expect(plain.length).toBeGreaterThan(7_000);
  });

  it('lack none', () => {
    const known = new Set([
      ...plain.map(({ path }) => path),
      ...groups.flatMap((group) =>
        definitions.elements(group).map(({ name }) => `${group.path}.${name}`),
      ),
    ]);
    const ofGroup = new Set(groups.map(({ path }) => path));
    const lacking = Object.keys(typeOfPath).filter((path) => {
      const parent = path.slice(0, path.lastIndexOf('.'));
      return ofGroup.has(parent) && !known.has(path);
    });
    expect(lacking).toEqual([]);
  });

  it('offer the same types for each choice', () => {
    const ours = groups.flatMap((group) =>
      definitions
        .choices(group)
        .map(({ name, names }) => ({ path: `${group.path}.${name}`, names })),
    );
    const different = ours.filter(({ path, names }) => {
      const name = path.slice(path.lastIndexOf('.') + 1);
      const types = names.map((one) => small(one.slice(name.length)));
      return sorted(types) !== sorted((typesOfChoice[path] ?? []).map(small));
    });
    expect(different).toEqual([]);
    expect(ours.length).toBe(Object.keys(typesOfChoice).length - CHOICES_ELSEWHERE.length);
    for (const path of CHOICES_ELSEWHERE) expect(typesOfChoice).toHaveProperty([path]);
  });
});

/** Of an extension inside a definition of the standard itself. */
const CHOICES_ELSEWHERE = ['ElementDefinition.extension.value'];

interface Declared {
  readonly required: ReadonlySet<string>;
  readonly lists: ReadonlySet<string>;
}

/** The interfaces of @types/fhir with what each declares itself. */
function interfacesOf(source: string): ReadonlyMap<string, Declared> {
  const found = source.matchAll(/^export interface (\w+)(?:<.*?>)?[^{]*\{\r?\n([\s\S]*?)^\}/gm);
  return new Map(
    [...found].map(([, name, body]) => {
      const members = [...body!.matchAll(/^ {2}(\w+)(\??): (.*?)( \| undefined)?;/gm)];
      const named = members.filter(([, member]) => !member!.startsWith('_'));
      const required = named.filter(([, , optional]) => optional === '');
      return [
        name!,
        {
          required: new Set(required.map(([, member]) => member!)),
          lists: new Set(named.filter(([, , , type]) => type!.endsWith('[]')).map(([, m]) => m!)),
        },
      ];
    }),
  );
}

describe('the definitions beside the interfaces of @types/fhir', () => {
  const interfaces = interfacesOf(textOf('@types/fhir/r4.d.ts'));
  const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
  const nameOf = ({ path }: Group) => path.split('.').map(capital).join('');

  it('need and repeat the same elements', () => {
    const compared: string[] = [];
    const different = groups.flatMap((group) => {
      const theirs = interfaces.get(nameOf(group));
      if (theirs === undefined) return [];
      compared.push(group.path);
      const own = raw.types[group.type]!.groups[group.path]!.elements.map(({ name }) => name);
      return definitions
        .elements(group)
        .filter(({ name }) => own.includes(name))
        .filter(({ name, min, many }) => {
          return min > 0 !== theirs.required.has(name) || many !== theirs.lists.has(name);
        })
        .map(({ name }) => `${group.path}.${name}`);
    });
    expect(different).toEqual([]);
    expect(compared.length).toBeGreaterThan(600);
  });
});
