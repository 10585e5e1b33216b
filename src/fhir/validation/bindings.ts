import type { Definitions, Element } from '../definitions/definition.js';

/** Whether a value satisfies a binding of strength `required`; its structure is checked separately. */
export type Binding = (value: unknown) => boolean;

export const NOT_BOUND = 'Must be a code of the value set that is required here.';

const VALUE_SET = 'http://hl7.org/fhir/ValueSet/';

/**
 * Value sets that cannot be listed, by the form of their codes: BCP 13 media types (R4 itself lets
 * CapabilityStatement.format contain `json` and `xml`), and ISO 4217 currencies.
 */
const FORMS: ReadonlyMap<string, RegExp> = new Map([
  [
    `${VALUE_SET}mimetypes`,
    /^(?:[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?: ?; ?[\w!#$&^.+-]+=(?:[\w!#$%&'*+.^`|~/:-]+|"[^"\\]*(?:\\.[^"\\]*)*"))*|json|xml|ttl)$/,
  ],
  [`${VALUE_SET}currencies`, /^[A-Z]{3}$/],
]);

type Codes = ReadonlyMap<string, ReadonlySet<string>>;

/** @returns nothing where an element is not bound, or bound to what this server cannot list */
export function bindingOf(definitions: Definitions, element: Element): Binding | undefined {
  const { binding, type } = element;
  if (binding === undefined) return undefined;
  const form = FORMS.get(binding);
  const systems = definitions.codes(binding);
  if (form === undefined && systems === undefined) return undefined;
  const all = new Set([...(systems?.values() ?? [])].flatMap((codes) => [...codes]));
  const isCode = (code: unknown): boolean =>
    typeof code === 'string' && (form === undefined ? all.has(code) : form.test(code));
  if (element.primitive) return isCode;
  if (systems === undefined) return undefined;
  if (type === 'CodeableConcept') return (value) => hasCoding(value, systems);
  if (type === 'Coding' || type === 'Quantity') return (value) => isCoding(value, systems);
  return undefined;
}

function isCoding(value: unknown, systems: Codes): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { system, code } = value as { system?: unknown; code?: unknown };
  if (code === undefined) return false;
  return systems.get(String(system))?.has(String(code)) === true;
}

/**
 * A concept needs one coding of the set (http://hl7.org/fhir/R4/terminologies.html#required); text
 * alone is not enough. One with extensions alone states why there is no concept.
 */
function hasCoding(value: unknown, systems: Codes): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { coding, text } = value as { coding?: unknown; text?: unknown };
  if (coding === undefined && text === undefined) return 'extension' in value;
  return Array.isArray(coding) && coding.some((one) => isCoding(one, systems));
}
