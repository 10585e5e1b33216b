import type { Entity } from '../language/entity.js';
import { type ClinicalFact, experiencerOf, type PatientFact } from './facts.js';
import { valuesIn } from './values-in-words.js';

const CLINICAL = new Set<string>(['symptom', 'finding', 'condition', 'procedure']);

function commonOf(entity: Entity, field: string) {
  const { assertion, cue, start, end, confidence, normalized = {} } = entity;
  const { onset, duration, laterality } = normalized;
  const time = {
    ...(onset !== undefined && { onset }),
    ...(duration !== undefined && { duration }),
  };
  return {
    ...{ assertion, confidence, experiencer: experiencerOf(assertion, cue) },
    origin: { field, start, end, rule: cue ?? 'clinical language' },
    ...(Object.keys(time).length > 0 && { time }),
    ...(laterality !== undefined && { laterality }),
  };
}

function clinicalFact(entity: Entity, field: string): ClinicalFact {
  const { type, text, normalized = {} } = entity;
  const { name = text, coding } = normalized;
  return {
    ...{ kind: type as ClinicalFact['kind'], name, ...(coding !== undefined && { coding }) },
    ...commonOf(entity, field),
  };
}

function medicineFact(entity: Entity, field: string): PatientFact {
  const { text, normalized = {} } = entity;
  const { dose, route, frequency } = normalized;
  return {
    ...{ kind: 'medicine', name: text },
    ...(dose !== undefined && { dose }),
    ...(route !== undefined && { route }),
    ...(frequency !== undefined && { frequency }),
    ...commonOf(entity, field),
  };
}

/** The facts that the entities of a text are; parts of the body and tests alone are none. */
export function factsOfEntities(entities: readonly Entity[], field: string): PatientFact[] {
  return entities.flatMap((entity): PatientFact[] => {
    if (CLINICAL.has(entity.type)) return [clinicalFact(entity, field)];
    if (entity.type === 'medication') return [medicineFact(entity, field)];
    return valuesIn([entity], field).map(([variable, { value, given }]) => {
      return { kind: 'measurement', variable, value, given, ...commonOf(entity, field) };
    });
  });
}
