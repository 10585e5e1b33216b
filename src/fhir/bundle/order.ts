import type { ResourceRequest } from '../interactions/plan.js';

/** The standard's order (http://hl7.org/fhir/R4/http.html#trules); reads come after all of them. */
const ORDER: Readonly<Record<ResourceRequest['method'], number>> = {
  DELETE: 0,
  POST: 1,
  PUT: 2,
  PATCH: 2,
};

/** Compares the writes of a bundle by that order. */
export const byOrder = (one: ResourceRequest, other: ResourceRequest): number =>
  ORDER[one.method] - ORDER[other.method];
