import type { Definitions, SearchParameter } from '../../../src/fhir/definitions/definition.js';
import { valuesAt } from '../../../src/fhir/path/values-at.js';
import type { Resource } from '../../../src/fhir/resource.js';

type Fields = Readonly<Record<string, unknown>>;

const escaped = (text: unknown) => String(text).replace(/[,|$\\]/g, '\\$&');
const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);
const fields = (value: unknown): Fields => (value ?? {}) as Fields;
const list = (value: unknown) => (Array.isArray(value) ? (value as unknown[]) : []);

/** `system|code` of what has both, `|code` of what has no system. */
function coded(value: unknown, name: 'code' | 'value'): string[] {
  const { system, [name]: code } = fields(value);
  if (code === undefined) return system === undefined ? [] : [`${escaped(system)}|`];
  return [`${escaped(system ?? '')}|${escaped(code)}`, escaped(code)];
}

function tokens(type: string, value: unknown): string[] {
  if (type === 'CodeableConcept') {
    return list(fields(value).coding).flatMap((coding) => coded(coding, 'code'));
  }
  if (type === 'Coding') return coded(value, 'code');
  if (type === 'Identifier') return coded(value, 'value');
  if (type !== 'ContactPoint') return typeof value === 'object' ? [] : [escaped(value)];
  return text(fields(value).value) === undefined ? [] : [escaped(fields(value).value)];
}

function strings(type: string, value: unknown): string[] {
  if (type !== 'HumanName' && type !== 'Address') return [escaped(value)];
  const { family, given, text: whole, city, line, postalCode } = fields(value);
  return [family, ...list(given), whole, city, ...list(line), postalCode]
    .filter((one) => text(one) !== undefined)
    .map(escaped);
}

function dates(type: string, value: unknown): string[] {
  const { start, end, event, repeat } = fields(value);
  switch (type) {
    case 'date':
    case 'dateTime':
    case 'instant':
      return [String(value), `ge${value}`, `le${value}`];
    case 'Period':
      return [
        ...(text(start) === undefined ? [] : [`ge${start}`, `ap${start}`]),
        ...(text(end) === undefined ? [] : [`le${end}`]),
      ];
    case 'Timing': {
      const { start: from, end: to } = fields(fields(repeat).boundsPeriod);
      const ends = [...list(event), from, to].filter((one) => text(one) !== undefined);
      return ends.flatMap((one) => [`ge${one}`, `le${one}`]);
    }
    default:
      return [];
  }
}

function amounts(value: unknown): string[] {
  const { value: amount, system, code, currency, unit, comparator } = fields(value);
  if (typeof amount !== 'number') return [];
  const sign = comparator === undefined ? '' : 'ap';
  const plain = `${sign}${amount}`;
  const money =
    currency === undefined ? [] : [`${plain}|urn:iso:std:iso:4217|${escaped(currency)}`];
  const exact =
    system === undefined || code === undefined
      ? []
      : [`${plain}|${escaped(system)}|${escaped(code)}`];
  const worded = [unit, code].flatMap((one) =>
    one === undefined ? [] : [`${plain}||${escaped(one)}`],
  );
  return [plain, ...money, ...exact, ...worded];
}

function numbers(type: string, value: unknown): string[] {
  if (typeof value === 'number') return [String(value), `ge${value}`, `le${value}`];
  if (type !== 'Range') return type === 'SampledData' ? [] : amounts(value);
  const { low, high } = fields(value);
  return [
    ...amounts(low).map((one) => `ge${one}`),
    ...amounts(high).map((one) => `le${one}`),
  ].filter((one) => !/^..ap/.test(one));
}

function references(type: string, value: unknown): string[] {
  if (type === 'Resource') {
    const { resourceType, id } = fields(value);
    return id === undefined ? [] : [`${resourceType}/${id}`];
  }
  const reference = type === 'Reference' ? text(fields(value).reference) : text(value);
  return reference === undefined || reference.startsWith('#') ? [] : [escaped(reference)];
}

/** What a client may write to search for a value; undefined where it cannot be searched. */
export function writings({ type }: SearchParameter, walkType: string, value: unknown): string[] {
  switch (type) {
    case 'token':
      return tokens(walkType, value);
    case 'uri':
      return [escaped(value)];
    case 'string':
      return strings(walkType, value);
    case 'date':
      return dates(walkType, value);
    case 'number':
      return numbers(walkType, value).filter((one) => !one.includes('|'));
    case 'quantity':
      return numbers(walkType, value);
    case 'reference':
      return references(walkType, value);
    case 'composite':
      return [];
  }
}

/** Values of all parts below the same root. */
function composed({ paths, components = [] }: SearchParameter, resource: Resource): string[] {
  return paths
    .flatMap((walk) => valuesAt(walk, resource))
    .flatMap((root) => {
      const parts = components.map(({ parameter, paths: below }) =>
        below.flatMap((walk) =>
          valuesAt(walk, root).flatMap((value) => writings(parameter, walk.type, value)),
        ),
      );
      const [first = [], ...others] = parts;
      const join = (before: readonly string[], values: readonly string[]) =>
        before.flatMap((one) => values.map((other) => `${one}$${other}`));
      return others.reduce<readonly string[]>(join, first).slice(0, 20);
    });
}

/** What a client would ask for to find a resource by each of its own values. */
export function ownValues(
  definitions: Definitions,
  resource: Resource,
): { readonly parameter: SearchParameter; readonly value: string }[] {
  return definitions.parameters(resource.resourceType).flatMap((parameter) => {
    if (['_id', '_lastUpdated'].includes(parameter.code)) return [];
    const values =
      parameter.type === 'composite'
        ? composed(parameter, resource)
        : parameter.paths.flatMap((walk) =>
            valuesAt(walk, resource).flatMap((value) => writings(parameter, walk.type, value)),
          );
    return [...new Set(values)].map((value) => ({ parameter, value }));
  });
}
