import type { Coding, EntityType } from '../entity.js';

/** The meaning of a name of the tables. */
export interface Meaning {
  readonly type: EntityType;
  /** The usual name of the concept. */
  readonly name: string;
  readonly coding: readonly Coding[];
  /** It takes a part of the body: `pain in the left arm`. */
  readonly sited: boolean;
  /** As written, where the name is an abbreviation. */
  readonly short?: string | undefined;
  /** 0..1 before the context is weighed. */
  readonly confidence: number;
  /** A value is expected with it. */
  readonly measured?: Measured | undefined;
}

/** What values a name is expected with. */
interface Measured {
  readonly unit?: string;
  readonly low: number;
  readonly high: number;
  /** Without a value it is not a name. */
  readonly only: boolean;
}

/** Returns the same meaning in the one shape of all meanings. */
export const makeMeaning = (meaning: Meaning): Meaning => ({
  type: meaning.type,
  name: meaning.name,
  coding: meaning.coding,
  sited: meaning.sited,
  short: meaning.short,
  confidence: meaning.confidence,
  measured: meaning.measured,
});

/** Upper case with at least two signs: `COPD`, `N/V`, `T2DM`. */
export const isAbbreviation = (name: string): boolean =>
  /^(?=.*\p{Lu})[\p{Lu}\d&/+.-]{2,7}s?$/u.test(name);
