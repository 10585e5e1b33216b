/** Reproducible chance: the same seed makes the same things. */
export interface Chance {
  /** 0 inclusive to 1 exclusive. */
  next(): number;
  /** Whole, from 0 to below `end`. */
  below(end: number): number;
  pick<T>(from: readonly T[]): T;
  is(probability: number): boolean;
}

/** Mulberry32 (Tommy Ettinger, public domain): 32 bits of state are enough for made content. */
export function createChance(seed: number): Chance {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (end: number) => Math.floor(next() * end);
  return {
    next,
    below,
    pick: (from) => from[below(from.length)]!,
    is: (probability) => next() < probability,
  };
}

/** With what a search must escape, fold and keep apart. */
const WORDS = [
  'Müller',
  'O’Brien',
  'Straße 5',
  'a,b',
  'cost $5',
  'left|right',
  'back\\slash',
  'Øresund',
  'two words',
  'ÉCOLE',
  '東京',
  'x',
  'Łódź, Ø & <b>',
  '100%',
  'Ann-Marie',
];
const SYSTEMS = [
  'http://loinc.org',
  'http://snomed.info/sct',
  'http://hospital.example/codes',
  'urn:oid:1.2.36.146.595.217.0.1',
];
const CODES = ['8480-6', '8462-4', 'a', 'B-2', 'active', 'code with space', '73211009', 'I10'];
const ADDRESSES = [
  'http://hospital.example/fhir/Thing/1',
  'https://example.org/a/b/c',
  'urn:oid:1.2.3.4',
  'urn:uuid:53fefa32-fcbb-4ff8-8a92-55ee120877b7',
];
const ZONES = ['Z', '+01:00', '-05:00', '+05:30', '-03:30', '+14:00'];
/** Unit and UCUM code. */
const UNITS = [
  ['mg', 'mg'],
  ['kg', 'kg'],
  ['g/dL', 'g/dL'],
  ['mmHg', 'mm[Hg]'],
  ['mmol/L', 'mmol/L'],
  ['/min', '/min'],
  ['°C', 'Cel'],
  ['%', '%'],
  ['cm', 'cm'],
] as const;

export const UCUM = 'http://unitsofmeasure.org';

const two = (number: number): string => String(number).padStart(2, '0');

const year = (chance: Chance): string => String(1930 + chance.below(95));
const month = (chance: Chance): string => `${year(chance)}-${two(1 + chance.below(12))}`;
const day = (chance: Chance): string => `${month(chance)}-${two(1 + chance.below(28))}`;

function time(chance: Chance): string {
  const clock = `${two(chance.below(24))}:${two(chance.below(60))}:${two(chance.below(60))}`;
  return chance.is(0.3) ? `${clock}.${chance.pick(['5', '25', '123', '999'])}` : clock;
}

const instant = (chance: Chance): string => `${day(chance)}T${time(chance)}${chance.pick(ZONES)}`;

const date = (chance: Chance): string => chance.pick([year, month, day, day])(chance);

export const made = {
  word: (chance: Chance): string => chance.pick(WORDS),
  system: (chance: Chance): string => chance.pick(SYSTEMS),
  code: (chance: Chance): string => chance.pick(CODES),
  address: (chance: Chance): string => chance.pick(ADDRESSES),
  id: (chance: Chance): string => `made-${chance.below(1_000_000)}`,
  unit: (chance: Chance): readonly [string, string] => chance.pick(UNITS),
  number: (chance: Chance): number =>
    chance.pick([0.5, 1, 7.25, 12, 99.9, 120, 1_000, 0.001, 1 + chance.below(500)]),
  whole: (chance: Chance): number => 1 + chance.below(200),
};

const PRIMITIVES: Readonly<Record<string, (chance: Chance) => unknown>> = {
  boolean: (chance) => chance.is(0.5),
  integer: (chance) => chance.below(300) - 50,
  unsignedInt: (chance) => chance.below(300),
  positiveInt: made.whole,
  decimal: made.number,
  string: made.word,
  markdown: (chance) => `*${made.word(chance)}*\n\n- ${made.word(chance)}`,
  uri: made.address,
  url: (chance) => chance.pick(['https://example.org/x?y=z', 'http://hospital.example/fhir']),
  canonical: (chance) => `http://example.org/fhir/Thing/${chance.pick(['a', 'b|1.0', 'c|2'])}`,
  oid: (chance) => `urn:oid:2.16.${1 + chance.below(900)}.1`,
  uuid: () => 'urn:uuid:c757873d-ec9a-4326-a141-556f43239520',
  id: made.id,
  code: made.code,
  date,
  dateTime: (chance) => chance.pick([date, instant])(chance),
  instant,
  time,
  base64Binary: (chance) => chance.pick(['aGVsbG8=', 'YQ==', 'YWJj']),
  xhtml: () => '<div xmlns="http://www.w3.org/1999/xhtml"><p>Made &amp; <b>meant</b></p></div>',
};

/** A legal value of a primitive type. */
export function madePrimitive(type: string, chance: Chance): unknown {
  const make = PRIMITIVES[type];
  if (make === undefined) throw new RangeError(`no such primitive: ${type}`);
  return make(chance);
}
