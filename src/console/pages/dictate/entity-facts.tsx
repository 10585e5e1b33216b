import { formatQuantity } from '../../components/answers/figures.js';
import { Badge, type Tone } from '../../components/badge.js';
import { text } from '../../text/en.js';
import type { Entity } from './layout.js';

const TONES: Readonly<Record<Entity['assertion'], Tone>> = {
  present: 'high',
  absent: 'low',
  possible: 'moderate',
  historical: 'plain',
  family: 'plain',
  hypothetical: 'unknown',
};

/** What the model understood of an entity, in words. */
export function EntityFacts({ entity }: { readonly entity: Entity }) {
  const { type, assertion, cue, normalized, certain } = entity;
  const { name, dose, route, frequency, value, unit, comparator, laterality, severity, coding } =
    normalized ?? {};
  const measured =
    value === undefined
      ? undefined
      : [comparator, formatQuantity(value, unit)].filter(Boolean).join(' ');
  const concept = name?.toLowerCase() === entity.text.toLowerCase() ? undefined : name;
  const often = frequency === undefined ? undefined : text.dictate.frequency(frequency);
  const facts = [concept, measured, dose, route, often, laterality, severity].filter(Boolean);
  const codes = (coding ?? []).map(({ system, code }) =>
    code.startsWith(`${system}:`) ? code : `${system} ${code}`,
  );
  return (
    <>
      <span>{text.dictate.types[type]}</span>
      <Badge tone={TONES[assertion]}>{text.dictate.assertions[assertion]}</Badge>
      {facts.length > 0 && <span>{facts.join(', ')}</span>}
      {codes.length > 0 && <span class="entity-codes">{codes.join(' · ')}</span>}
      {cue !== undefined && <span>{text.dictate.cue(cue)}</span>}
      {certain === false && <span>{text.dictate.uncertainLimits}</span>}
    </>
  );
}
