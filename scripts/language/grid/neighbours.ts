import type { Kind } from './template.js';

/** A sentence that affirms one thing and can be combined with any other. */
interface Neighbour {
  readonly text: string;
  readonly kind: Kind;
  readonly place: 'before' | 'after' | 'any';
}

export const NEIGHBOURS: readonly Neighbour[] = [
  { text: 'The patient has {a}.', kind: 'symptom', place: 'any' },
  { text: 'He presented to the clinic with {a}.', kind: 'symptom', place: 'any' },
  { text: 'She is being treated for {a}.', kind: 'condition', place: 'any' },
  { text: 'The chest film shows {a}.', kind: 'condition', place: 'any' },
  { text: 'He has had {a} since Sunday.', kind: 'symptom', place: 'any' },
  { text: 'She came in today because of {a}.', kind: 'symptom', place: 'any' },
  { text: 'On examination there is {a}.', kind: 'symptom', place: 'after' },
  { text: 'We found {a} on the ward round.', kind: 'condition', place: 'any' },
  { text: 'Impression: {a}.', kind: 'condition', place: 'after' },
  { text: 'I saw this man, who has {a}.', kind: 'condition', place: 'before' },
  { text: 'There is marked {a} today.', kind: 'symptom', place: 'after' },
];
