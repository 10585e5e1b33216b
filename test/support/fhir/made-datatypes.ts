import { type Chance, made, madePrimitive, UCUM } from './made-values.js';

type Made = Record<string, unknown>;

/** Datatypes whose parts must fit one another; all others are made of their elements. */
const DATATYPES: Readonly<Record<string, (chance: Chance, density: number) => Made>> = {
  Quantity: quantity,
  Age: (chance) => ({ value: made.whole(chance), unit: 'years', system: UCUM, code: 'a' }),
  Duration: (chance) => ({ value: made.whole(chance), unit: 'h', system: UCUM, code: 'h' }),
  Distance: (chance) => ({ value: made.whole(chance), unit: 'km', system: UCUM, code: 'km' }),
  Count: (chance) => ({ value: made.whole(chance), system: UCUM, code: '1' }),
  Money: (chance) => ({ value: made.number(chance), currency: chance.pick(['EUR', 'USD']) }),
  Range: range,
  Ratio: (chance) => ({ numerator: quantity(chance), denominator: simple(chance) }),
  Coding: coding,
  CodeableConcept: concept,
  Extension: extension,
  Meta: (chance, density) => ({
    ...(chance.is(density) && { profile: ['http://example.org/fhir/StructureDefinition/a'] }),
    ...(chance.is(density) && { security: [coding(chance)] }),
    ...(chance.is(density) && { source: made.address(chance) }),
    ...(chance.is(density) && { lastUpdated: madePrimitive('instant', chance) }),
    tag: [coding(chance)],
  }),
  Identifier: (chance) => ({
    ...(chance.is(0.7) && { system: made.system(chance) }),
    value: made.word(chance),
    ...(chance.is(0.3) && { use: 'official' }),
    ...(chance.is(0.3) && { type: concept(chance) }),
    ...(chance.is(0.2) && { period: { start: '2019-03-01' } }),
    ...(chance.is(0.1) && { assigner: { display: made.word(chance) } }),
  }),
};

/** @returns nothing for a type that is no more than the sum of its elements */
export function madeDatatype(type: string, chance: Chance, density: number): Made | undefined {
  return DATATYPES[type]?.(chance, density);
}

function simple(chance: Chance): Made {
  const [unit, code] = made.unit(chance);
  return { value: made.number(chance), unit, system: UCUM, code };
}

function quantity(chance: Chance): Made {
  const value = made.number(chance);
  if (chance.is(0.1)) return { value };
  if (chance.is(0.1)) return { value, unit: 'tablets' };
  if (chance.is(0.1)) return { value, system: 'http://hospital.example/units', code: 'puff' };
  return { ...simple(chance), ...(chance.is(0.1) && { comparator: chance.pick(['<', '>=']) }) };
}

function range(chance: Chance): Made {
  const [unit, code] = made.unit(chance);
  const low = made.number(chance);
  const bound = (value: number) => ({ value, unit, system: UCUM, code });
  if (chance.is(0.2)) return { low: bound(low) };
  if (chance.is(0.2)) return { high: bound(low) };
  return { low: bound(low), high: bound(low + made.whole(chance)) };
}

function coding(chance: Chance): Made {
  return {
    ...(chance.is(0.85) && { system: made.system(chance) }),
    code: made.code(chance),
    ...(chance.is(0.1) && { version: '2' }),
    ...(chance.is(0.6) && { display: made.word(chance) }),
    ...(chance.is(0.1) && { userSelected: true }),
  };
}

function concept(chance: Chance): Made {
  if (chance.is(0.1)) return { text: made.word(chance) };
  const more = chance.is(0.3) ? [coding(chance)] : [];
  const text = chance.is(0.4) ? { text: made.word(chance) } : {};
  return { coding: [coding(chance), ...more], ...text };
}

function extension(chance: Chance): Made {
  const url = `http://hospital.example/extensions/${chance.pick(['a', 'b', 'c'])}`;
  if (chance.is(0.15)) return { url, extension: [{ url: 'part', valueInteger: 3 }] };
  const value = chance.pick<Made>([
    { valueString: made.word(chance) },
    { valueBoolean: chance.is(0.5) },
    { valueCodeableConcept: concept(chance) },
    { valueQuantity: simple(chance) },
    { valueReference: { reference: `Patient/${made.id(chance)}` } },
  ]);
  return { url, ...value };
}
