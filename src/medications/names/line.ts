import type { Frequency, Release } from '../taken.js';
import type { Timing } from './frequency.js';
import type { KnownNames } from './name-at.js';
import type { Quantity } from './quantities.js';
import type { Token } from './tokens.js';
import type { FormWord, RouteWord, Vocabulary } from './vocabulary.js';

/** How a name of a line hangs together with the one before. */
export type Joiner = 'first' | 'slash' | 'and' | 'or' | 'bracket' | 'brand' | 'listed' | 'apart';

/** A name of a line with what is written after it. */
export interface Mention {
  /** Folded words, one space between: `metoprolol succ`. */
  readonly words: string;
  readonly joiner: Joiner;
  readonly quantities: readonly Quantity[];
  /** How often, of what is said between this name and the next. */
  readonly timing: Timing;
  /** Another amount follows after it is said how often: `100 mg mane 200 mg nocte`. */
  readonly split: boolean;
  /** The line says that it is not taken: `warfarin stopped`. */
  readonly denied?: true;
}

/** One line of a medication list, taken apart. */
export interface ParsedLine {
  readonly mentions: readonly Mention[];
  /** Amounts that stand before any name: `2 tablets of paracetamol`. */
  readonly before: readonly Quantity[];
  readonly timing: Timing;
  readonly frequency?: Frequency;
  /** Things taken at one time, from a scheme like 1-0-1. */
  readonly count?: number;
  readonly route?: RouteWord;
  readonly release?: Release;
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
}

/** What has been read so far. */
export interface State {
  readonly vocabulary: Vocabulary;
  readonly names: KnownNames;
  readonly tokens: readonly Token[];
  at: number;
  readonly drafts: Draft[];
  readonly before: Quantity[];
  /** Amounts that stand before the name of another drug: `and 500 mg of azithromycin`. */
  leading: Quantity[];
  timing: Timing;
  count: number | undefined;
  readonly routes: RouteWord[];
  readonly forms: FormWord[];
  readonly releases: Release[];
  /** The next word goes on with the name. */
  open: boolean;
  joiner: Joiner;
  /** Drugs are named that are not taken: `instead of warfarin`. */
  skipping: boolean;
  /** A drug that is named now is one that is not taken: `no warfarin`. */
  denying: DenialKind | undefined;
  /** The first word is a name where it is one, whatever else it says. */
  readonly named: boolean;
  /** How many drugs were named before the last comma. */
  segment: number;
  /** Words came after the last amount: `500 mg tablets, take 1000 mg`. */
  explained: boolean;
  /** `3 x 500 mg`: three at a time, or three times a day where nothing else says how often. */
  multiple: { readonly count: number; readonly quantities: Quantity[] } | undefined;
  /** `{21 (A) / 7 (B)} Pack`: brackets hold the contents. */
  readonly pack: boolean;
  bracket: boolean;
}
