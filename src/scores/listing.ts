import { otherUnits } from '../patient-record/chart/units.js';
import type { Variable } from '../patient-record/chart/variable.js';
import {
  type VariableName,
  variable as variableNamed,
} from '../patient-record/chart/variables/catalogue.js';
import type { Input } from './input.js';
import type { Predictor } from './predictions/choose-predictors.js';
import type { ListedScore } from './schema.js';
import type { Score } from './score.js';

type ListedInput = ListedScore['inputs'][number];

const chartFacts = (name: string | undefined) => {
  if (name === undefined) return {};
  const { synonyms, loinc } = variableNamed(name as VariableName) as Variable;
  return { ...(synonyms && { synonyms: [...synonyms] }), ...(loinc && { loinc: [...loinc] }) };
};

function listedInput(name: string, input: Input): ListedInput {
  const { kind, title, help } = input;
  return {
    name,
    title,
    kind,
    required: input.optional === undefined,
    ...(input.kind === 'quantity' && {
      unit: input.unit,
      other_units: [...otherUnits(input)],
      min: input.min,
      max: input.max,
    }),
    ...(input.kind === 'choice' && { options: { ...input.options } }),
    ...(help !== undefined && { help }),
    ...chartFacts(input.variable),
  };
}

const withUnit = (number: object) => ({
  anyOf: [
    number,
    {
      type: 'object',
      properties: { value: { type: 'number' }, unit: { type: 'string' } },
      required: ['value'],
      additionalProperties: false,
    },
  ],
});

/** JSON Schema of one input as a client may send it. */
function schemaOf({ kind, title, unit, min, max, options }: ListedInput): Record<string, unknown> {
  const description = unit === undefined ? title : `${title}, ${unit}`;
  switch (kind) {
    case 'quantity':
      return { description, ...withUnit({ type: 'number', minimum: min, maximum: max }) };
    case 'flag':
      return { description, type: 'boolean' };
    case 'choice':
      return { description, enum: Object.keys(options ?? {}) };
    case 'date':
      return { description, type: 'string', format: 'date' };
  }
}

function inputSchema(inputs: readonly ListedInput[]): Record<string, unknown> {
  return {
    type: 'object',
    properties: Object.fromEntries(inputs.map((input) => [input.name, schemaOf(input)])),
    required: inputs.filter(({ required }) => required).map(({ name }) => name),
  };
}

/** Declarations never change: each is listed once. */
const LISTED = new WeakMap<Score, ListedScore>();

/** Returns a score as an entry of the catalogue. */
export function listedScore(score: Score): ListedScore {
  const known = LISTED.get(score);
  if (known !== undefined) return known;
  const listed = listScore(score);
  LISTED.set(score, listed);
  return listed;
}

function listScore(score: Score): ListedScore {
  const { id, name, aliases = [], group, purpose, population, unit, range } = score;
  const { categories, references } = score;
  const inputs = Object.entries(score.inputs).map(([key, input]) => listedInput(key, input));
  return {
    id,
    kind: 'score',
    name,
    aliases: [...aliases],
    group,
    purpose,
    population,
    unit,
    ...(range && { range: { ...range } }),
    inputs,
    also_needed: [...score.alsoNeeds({})],
    input_schema: inputSchema(inputs),
    categories: categories.map((category) => ({ ...category })),
    reference: references[0],
    references: [...references],
  };
}

function modelInput({
  variable,
  unit,
  low,
  high,
  required,
}: Predictor['manifest']['inputs'][number]): ListedInput {
  const definition = variableNamed(variable as VariableName) as Variable | undefined;
  const kind = definition?.kind ?? 'quantity';
  return {
    name: variable,
    title: definition?.title ?? variable,
    kind,
    required: required ?? false,
    ...(kind === 'quantity' && {
      ...(unit !== undefined && { unit }),
      ...(definition?.kind === 'quantity' &&
        unit === definition.unit && { other_units: [...otherUnits(definition)] }),
      ...(low !== undefined && { min: low }),
      ...(high !== undefined && { max: high }),
    }),
    ...(definition?.kind === 'choice' && { options: { ...definition.options } }),
    ...chartFacts(definition?.name),
  };
}

/** Returns a predictive model as an entry of the catalogue. */
export function listedModel({ manifest }: Predictor): ListedScore {
  const { id, title, description, outcome, version } = manifest;
  const inputs = manifest.inputs.map(modelInput);
  const card = { title: `Card of ${title} ${version}`, url: `models/${id}/CARD.md` };
  const references: [ListedScore['reference'], ...ListedScore['references']] = [
    card,
    ...(manifest.references ?? []),
  ];
  return {
    id,
    kind: 'model',
    name: title,
    aliases: [outcome.id],
    group: 'predictive model',
    purpose: description,
    population: outcome.population,
    unit: '1',
    range: { min: 0, max: 1 },
    inputs,
    also_needed: [],
    input_schema: inputSchema(inputs),
    categories: [],
    reference: references[0],
    references,
  };
}
