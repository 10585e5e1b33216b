import type { AuditSearchAnswer } from '../../api/types.js';
import { text } from '../../text/en.js';

const words = text.audit;

export type AuditRecord = AuditSearchAnswer['records'][number];

interface Actor {
  readonly type: string;
  readonly id: string;
  /** For whom a program acts. */
  readonly user?: string;
}

export function actorOf({ event }: Pick<AuditRecord, 'event'>): Actor {
  const { type, id, user } = Object(event.actor) as Readonly<Record<string, unknown>>;
  return { type: String(type), id: String(id), ...(typeof user === 'string' && { user }) };
}

export function actorName(record: Pick<AuditRecord, 'event' | 'actor_name'>): string {
  const { id, user } = actorOf(record);
  const name = record.actor_name ?? id;
  return user === undefined ? name : words.actsFor(name, user);
}

export const actorType = (record: Pick<AuditRecord, 'event'>): string => {
  const { type } = actorOf(record);
  return (words.actorTypes as Readonly<Record<string, string>>)[type] ?? type;
};

export const textOf = ({ event }: Pick<AuditRecord, 'event'>, name: string): string => {
  const value = event[name];
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

export const outcomeName = (outcome: string): string =>
  (words.outcomes as Readonly<Record<string, string>>)[outcome] ?? outcome;

const wordOf = (name: string, value: string): string =>
  name === 'outcome' ? outcomeName(value) : value;

/** All that a record says besides who and what, in words; unknown facts keep their name. */
export function factsOf(record: Pick<AuditRecord, 'event'>): ReadonlyArray<[string, string]> {
  const names = words.facts as Readonly<Record<string, string>>;
  return Object.keys(record.event)
    .filter((name) => name !== 'action' && name !== 'actor')
    .map((name) => [names[name] ?? name, wordOf(name, textOf(record, name))]);
}
