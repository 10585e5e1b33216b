import type { AuditRepository } from './audit-repository.js';
import type { FhirReader } from './fhir/store.js';
import type { AuditRead, ResourceRead } from './unit-of-work.js';

/** Carries out the steps of a decision, one after the other. */
export function carryOutSteps<S, T>(
  decision: Generator<S, T, unknown>,
  carryOut: (step: S) => unknown,
): T {
  let next = decision.next();
  while (!next.done) {
    let outcome: unknown;
    try {
      outcome = carryOut(next.value);
    } catch (error) {
      // The decision may handle it, as `attempt` does.
      next = decision.throw(error);
      continue;
    }
    next = decision.next(outcome);
  }
  return next.value;
}

export function carryOutRead(step: ResourceRead, reader: FhirReader) {
  switch (step.kind) {
    case 'fhir.read':
      return reader.read(step.type, step.id);
    case 'fhir.read-version':
      return reader.readVersion(step.type, step.id, step.version);
    case 'fhir.read-many':
      return reader.readMany(step.names);
    case 'fhir.references':
      return reader.referencesOf(step.type, step.ids, step.parameter);
    case 'fhir.history':
      return reader.history(step.query);
    case 'fhir.search':
      return reader.search(step.query);
  }
}

export function carryOutAuditRead(step: AuditRead, repository: AuditRepository) {
  switch (step.kind) {
    case 'audit.record':
      return repository.find(step.seq);
    case 'audit.newest':
      return repository.tail(1)[0];
    case 'audit.highest-number':
      return repository.highestEver();
    case 'audit.records':
      return [...repository.each(step.range)];
    case 'audit.first-since':
      return repository.firstSince(step.since);
    case 'audit.segments':
      return repository.segments();
  }
}
