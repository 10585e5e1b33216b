import type { ScoreDeclaration, ScoreInput } from '../../components/answers/answer-types.js';
import { formatQuantity, formatUnit } from '../../components/answers/figures.js';
import { readNumber } from '../../components/form/lines.js';
import { text } from '../../text/en.js';

// Between the form of a score and the `inputs` of POST /v1/risk.

/** What stands in a control; '' is not known. */
export interface Entered {
  readonly value: string;
  /** UCUM; that of the input where none was chosen. */
  readonly unit?: string;
}
export type EnteredValues = Readonly<Record<string, Entered>>;

/** How an input is asked for. */
export type Control =
  | { readonly kind: 'measure'; readonly units: ReadonlyArray<readonly [string, string]> }
  | { readonly kind: 'flag' }
  | { readonly kind: 'choice'; readonly options: ReadonlyArray<readonly [string, string]> }
  | { readonly kind: 'date' };

/** The control that an input needs, from its declaration alone. */
export function controlOf({
  kind,
  unit = '1',
  other_units = [],
  options = {},
}: ScoreInput): Control {
  if (kind === 'flag' || kind === 'date') return { kind };
  if (kind === 'choice') {
    const unknown = ['', text.common.unknown] as const;
    return { kind, options: [unknown, ...Object.entries(options)] };
  }
  const units = [unit, ...other_units];
  return { kind: 'measure', units: units.map((code) => [code, formatUnit(code)] as const) };
}

/** The range of an input and how to determine it. */
export function hintOf({ kind, min, max, unit, help }: ScoreInput): string | undefined {
  const range =
    kind === 'quantity' && min !== undefined && max !== undefined
      ? text.risk.range(formatQuantity(min), formatQuantity(max, unit))
      : undefined;
  const parts = [help, range].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : parts.join(' · ');
}

/** Whether the score can be computed without it. */
export const isOptional = ({ also_needed }: ScoreDeclaration, { name, required }: ScoreInput) =>
  !required && !also_needed.includes(name);

export interface ReadInputs {
  readonly inputs: Readonly<Record<string, unknown>>;
  /** By input: what is no value at all. */
  readonly faults: ReadonlyMap<string, string>;
}

function sentValue({ kind, unit }: ScoreInput, entered: Entered): unknown {
  if (kind === 'flag') return entered.value === 'yes';
  if (kind !== 'quantity') return entered.value;
  const number = readNumber(entered.value);
  if (entered.unit === undefined || entered.unit === unit) return number;
  return { value: number, unit: entered.unit };
}

/** The inputs that are known, as they are sent; what is empty is left out and never a default. */
export function readInputs(
  { inputs: declared }: Pick<ScoreDeclaration, 'inputs'>,
  values: EnteredValues,
): ReadInputs {
  const inputs: Record<string, unknown> = {};
  const faults = new Map<string, string>();
  for (const input of declared) {
    const entered = values[input.name];
    if (entered === undefined || entered.value.trim() === '') continue;
    if (input.kind === 'quantity' && Number.isNaN(readNumber(entered.value))) {
      faults.set(input.name, text.form.notANumber);
    } else {
      inputs[input.name] = sentValue(input, entered);
    }
  }
  return { inputs, faults };
}
