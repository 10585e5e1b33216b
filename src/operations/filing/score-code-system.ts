import { SCORE_SYSTEM } from '../../core/own-code-systems.js';
import type { OwnCodeSystem } from '../../fhir/code-systems/code-system.js';
import { SCORES } from '../../scores/catalogue.js';
import type { Score } from '../../scores/score.js';
import { PROBABILITY, partCode, partName } from './score-codes.js';

interface Concept {
  readonly code: string;
  readonly display: string;
  readonly definition?: string;
  readonly concept?: readonly Concept[];
}

/** A score, and the points of each of its inputs. */
function conceptOf({ id, name, purpose, inputs }: Score): Concept {
  const parts = Object.entries(inputs).map(([input, { title }]) => ({
    code: partCode(id, input),
    display: partName(title),
  }));
  return {
    code: id,
    display: name,
    definition: purpose,
    ...(parts.length > 0 && { concept: parts }),
  };
}

const count = (concepts: readonly Concept[]): number =>
  concepts.reduce((sum, { concept = [] }) => sum + 1 + count(concept), 0);

/** Of a model's or score's outcome. */
const PROBABILITY_CONCEPT: Concept = {
  code: PROBABILITY,
  display: 'Probability of the outcome',
  definition: 'The probability, from 0 to 1, of the outcome that a score states for its value.',
};

/**
 * The codes of all scores, whether or not other code systems have codes for them, as a CodeSystem of FHIR R4.
 *
 * @param version of the appliance
 */
export function scoreCodeSystem(version: string): OwnCodeSystem {
  const concept = [...SCORES.map(conceptOf), PROBABILITY_CONCEPT];
  const facts = { id: 'scores', url: SCORE_SYSTEM, version, name: 'WardboxScores' } as const;
  const status = 'active';
  const resource = {
    resourceType: 'CodeSystem',
    ...facts,
    identifier: [{ system: 'urn:ietf:rfc:3986', value: SCORE_SYSTEM }],
    title: 'Scores of Wardbox, and the points of their parts',
    status,
    experimental: false,
    publisher: 'Wardbox',
    description:
      'A concept for each score that Wardbox calculates, named as in GET /v1/risk/scores, and below it ' +
      'one for the points of each of its inputs.',
    caseSensitive: true,
    hierarchyMeaning: 'part-of',
    compositional: false,
    versionNeeded: false,
    content: 'complete',
    count: count(concept),
    concept,
  };
  return { ...facts, status, text: JSON.stringify(resource) };
}
