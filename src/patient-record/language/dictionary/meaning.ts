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
  readonly short?: string;
  /** 0..1 before the context is weighed. */
  readonly confidence: number;
  /** A value is expected with it. */
  readonly measured?: {
    readonly unit?: string;
    readonly low: number;
    readonly high: number;
    /** Without a value it names nothing. */
    readonly only: boolean;
  };
}

/** Upper case with at least two signs: `COPD`, `N/V`, `T2DM`. */
export const isAbbreviation = (name: string): boolean =>
  /^(?=.*\p{Lu})[\p{Lu}\d&/+.-]{2,7}s?$/u.test(name);
