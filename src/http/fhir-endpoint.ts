import type { Hono } from 'hono';
import type { AppEnvironment } from './environment.js';
import { type ExchangeEndpointParts, mountExchange, prefixOf } from './exchange-endpoint.js';
import { fhirCodec } from './outcome.js';
import type { PipelineParts } from './pipeline.js';

const NAME = 'fhir';

/** The beginning of the paths of FHIR. */
export const FHIR_PREFIX = prefixOf(NAME);

/** Whether a path belongs to the part of the interface that answers in FHIR. */
export const isFhirPath = (path: string): boolean => FHIR_PREFIX.test(path);

/** Mounts the interface of FHIR below `/fhir`. */
export function mountFhir(
  router: Hono<AppEnvironment>,
  parts: ExchangeEndpointParts & PipelineParts,
): void {
  mountExchange(router, { name: NAME, codec: fhirCodec }, parts);
}
