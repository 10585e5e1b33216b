import type { Frequency, Release, Route } from '../taken-ingredient.js';
import type { Delivery } from './delivery.js';
import type { Timing } from './frequency.js';
import type { NameIndex } from './name-at.js';
import type { Quantity } from './quantities.js';
import type { Token } from './tokens.js';
import type { FormWord, RouteWord, Vocabulary } from './vocabulary.js';

/** How a name of a line is connected to the preceding one. */
export type Joiner = 'first' | 'slash' | 'and' | 'or' | 'bracket' | 'brand' | 'listed' | 'apart';

/** A name of a line with the words after it. */
export interface Mention {
  /** Folded words, one space between: `metoprolol succ`. */
  readonly words: string;
  readonly joiner: Joiner;
  readonly quantities: readonly Quantity[];
  /** Frequency words between this name and the next. */
  readonly timing: Timing;
  /** Another amount follows the frequency: `100 mg mane 200 mg nocte`. */
  readonly split: boolean;
  /** The line states that it is not taken: `warfarin stopped`. */
  readonly denied?: true;
  /** It follows `for`: what the drug is taken for, or another drug. */
  readonly reason?: true;
}

/** A parsed line of a medication list. */
export interface ParsedLine {
  readonly mentions: readonly Mention[];
  /** Amounts before any name: `2 tablets of paracetamol`. */
  readonly before: readonly Quantity[];
  readonly timing: Timing;
  readonly frequency?: Frequency;
  /** Number per dose, from a scheme like 1-0-1. */
  readonly count?: number;
  readonly route?: RouteWord;
  readonly release?: Release;
  readonly delivery: Delivery;
  /** Names after words like `instead of`, of drugs that are not taken. */
  readonly skipped: readonly string[];
  /** Directions that are also words for drugs: the INH of `2 puffs inh`. */
  readonly homonyms: readonly Homonym[];
  /** Names beside an amount that is stated again in brackets: `325 mg (65 mg iron)`. */
  readonly restated: readonly string[];
  /** The route of the stated form, whatever route is stated: an oral suspension. */
  readonly madeFor?: Route;
}

/** A direction that is also a word for a drug. */
export interface Homonym {
  readonly words: string;
  readonly route?: Route;
}

/** `listed`: farther on in a list after such a word. */
type DenialKind = 'said' | 'listed';

export interface Draft {
  words: string;
  readonly joiner: Joiner;
  readonly quantities: Quantity[];
  timing: Timing;
  split: boolean;
  readonly product: boolean;
  denied?: DenialKind;
  readonly reason?: true;
}

/** The state of the parser. */
export interface State {
  readonly vocabulary: Vocabulary;
  readonly names: NameIndex;
  readonly tokens: readonly Token[];
  at: number;
  readonly drafts: Draft[];
  readonly before: Quantity[];
  /** Amounts before the name of another drug: `and 500 mg of azithromycin`. */
  leading: Quantity[];
  timing: Timing;
  count: number | undefined;
  readonly routes: RouteWord[];
  readonly forms: FormWord[];
  readonly releases: Release[];
  delivery: Delivery;
  /** The next word continues the name. */
  open: boolean;
  joiner: Joiner;
  /** The following drugs are not taken: `instead of warfarin`. */
  skipping: boolean;
  /** Because an amount is stated again. */
  restating: boolean;
  readonly skipped: string[];
  readonly homonyms: Homonym[];
  readonly restated: string[];
  /** Words follow that state what the drug is taken for. */
  reason: boolean;
  /** The next drug is not taken: `no warfarin`. */
  denying: DenialKind | undefined;
  /** The first word is a name if it can be, whatever its other meanings. */
  readonly named: boolean;
  /** Number of drugs before the last comma. */
  segment: number;
  /** Words followed the last amount: `500 mg tablets, take 1000 mg`. */
  explained: boolean;
  /** `3 x 500 mg`: three per dose, or three times a day where no frequency is stated. */
  multiple: { readonly count: number; readonly quantities: Quantity[] } | undefined;
  /** `{21 (A) / 7 (B)} Pack`: brackets contain the components. */
  readonly pack: boolean;
  bracket: boolean;
}
