import type { Definitions } from '../definitions/definition.js';
import type { Resource } from '../resource.js';
import { createFindings, type Findings } from './findings.js';
import { checkRules } from './invariants.js';
import type { ValidationRun } from './model.js';
import { isResource } from './resource-rules.js';
import { isObject, ownScope } from './scope.js';
import { createShapes } from './shapes.js';
import { checkResource } from './structure.js';
import type { ExpectedIdentity, Validator } from './validator.js';

/**
 * Checks resources against the R4 definitions: structure, cardinality, primitives, required
 * bindings, types of references, contained resources, narratives and invariants. Profiles and
 * terminologies outside of the definitions are not checked.
 */
export function createValidator(definitions: Definitions): Validator {
  const shapes = createShapes(definitions);
  const types = definitions.resourceTypes;
  return {
    validate(resource, expected) {
      const findings = createFindings();
      const read = readResource(resource, expected, types, findings);
      if (read === undefined) return findings.all();
      const run: ValidationRun = { shapes, types, findings, pending: [], depth: 0 };
      checkId(read, expected, findings);
      checkResource(ownScope(run, read, read.resourceType, false));
      checkRules(run);
      return findings.all();
    },
  };
}

function readResource(
  value: unknown,
  { type }: ExpectedIdentity,
  types: ReadonlySet<string>,
  findings: Findings,
): Resource | undefined {
  if (!isObject(value)) {
    findings.error('structure', 'Must be one resource: a JSON object.', type);
    return undefined;
  }
  if (!isResource(value, types)) {
    findings.error('structure', 'resourceType must name a resource type of R4.', type);
    return undefined;
  }
  if (type !== undefined && value.resourceType !== type) {
    const text = `The resource is of type ${value.resourceType}, the request asks for ${type}.`;
    findings.error('invalid', text, value.resourceType);
    return undefined;
  }
  return value;
}

/** http://hl7.org/fhir/R4/http.html#update: the body must have an id, the same as in the URL. */
function checkId(resource: Resource, { id }: ExpectedIdentity, findings: Findings): void {
  if (id === undefined || resource.id === id) return;
  const text =
    resource.id === undefined
      ? 'The resource must have the id that the request names.'
      : 'The id of the resource is not the one that the request names.';
  findings.error('invalid', text, `${resource.resourceType}.id`);
}
