import type { KeyMode } from '../core/key-mode.js';

/** A card of decision support that a client was given. It says nothing of the patient. */
export interface NewCard {
  readonly cardId: string;
  readonly mode: KeyMode;
  /** The service that made it. */
  readonly service: string;
  readonly ruleId: string;
  readonly indicator: string;
  /** ms since 1970. */
  readonly shownAt: number;
}

export type CardOutcome = 'accepted' | 'overridden';

export interface InsertCards {
  readonly kind: 'cds-card.insert';
  readonly cards: readonly NewCard[];
}

/** What became of a card; what is told later replaces what was told before. */
export interface ConcludeCard {
  readonly kind: 'cds-card.conclude';
  readonly mode: KeyMode;
  readonly service: string;
  readonly cardId: string;
  readonly outcome: CardOutcome;
  /** Code of the reason for an override. */
  readonly reason: string | null;
  /** ms since 1970. */
  readonly at: number;
}

export interface ForgetCards {
  readonly kind: 'cds-card.forget';
  /** ms since 1970. */
  readonly before: number;
}

export type CardWrite = InsertCards | ConcludeCard | ForgetCards;

/** How often the cards of one rule were shown and what became of them. */
export interface RuleFeedback {
  readonly service: string;
  readonly ruleId: string;
  readonly shown: number;
  readonly accepted: number;
  readonly overridden: number;
  /** Reason → how often; '' where none was given. */
  readonly reasons: Readonly<Record<string, number>>;
}

/** The cards that were shown. Methods that write need a transaction. */
export interface CardRepository {
  insert(cards: readonly NewCard[]): void;
  /** @returns false where no such card is known */
  conclude(conclusion: Omit<ConcludeCard, 'kind'>): boolean;
  forget(before: number): void;
  /** By rule, those overridden most often first. */
  feedback(mode: KeyMode, since: number): readonly RuleFeedback[];
}
