import fhirpath, { type Model } from 'fhirpath';
import r4 from 'fhirpath/fhir-context/r4/index.js';

// Its own declarations do not agree about optional members.
const model = r4 as Model;

/** What the reference library gives for an expression, as plain JSON; undefined: no answer. */
export type Oracle = (value: unknown, resource: unknown) => readonly unknown[] | undefined;

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

const REFERENCE = '[A-Za-z0-9.-]+(/_history/.+)?$';

/**
 * `resolve()` needs other resources there; the type stands in the reference as well. The library
 * takes `as` of one value alone, while search expressions mean each of a list.
 */
export const forLibrary = (expression: string): string =>
  expression
    .replace(/\((\S+) as (\w+)\)/g, '($1.ofType($2))')
    .replaceAll('.as(', '.ofType(')
    .replace('ofType(DateTime)', 'ofType(dateTime)')
    .replace(/where\(resolve\(\) is (\w+)\)/g, (_, type: string) => {
      const named = `reference.matches('(^|/)${type}/${REFERENCE}')`;
      const unnamed = `reference.matches('/${REFERENCE}').not() or reference.exists().not()`;
      return `where(${named} or ((${unnamed}) and type = '${type}'))`;
    });

/** The library throws where a list stands for one value. */
function orNothing(evaluate: () => unknown[]): readonly unknown[] | undefined {
  try {
    return evaluate().map(plain);
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('Expected singleton')) return undefined;
    throw error;
  }
}

/** @param base path of what the expression is read at: `Patient`, `Patient.contact` */
export function createOracle(expression: string, base: string): Oracle {
  const compiled = fhirpath.compile({ base, expression: forLibrary(expression) }, model, {
    traceFn: () => undefined,
  });
  return (value, resource) => {
    const variables = { resource, rootResource: resource, ucum: 'http://unitsofmeasure.org' };
    return orNothing(() => compiled(plain(value), variables) as unknown[]);
  };
}
