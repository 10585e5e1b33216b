import type { Route } from '../taken-ingredient.js';

/** How a name was resolved, most certain first. */
const HOW = ['exact', 'rxcui', 'synonym', 'brand', 'abbreviation', 'salt', 'spelling'] as const;
export type NameMatchKind = (typeof HOW)[number];

export interface ResolvedName {
  /** Of one product, in the order in which strengths follow the name. */
  readonly ingredients: readonly string[];
  readonly how: NameMatchKind;
  /** The product, in the spelling of the pack. */
  readonly brand?: string;
  /** The only route by which the product is given, where that matters. */
  readonly route?: Route;
  /** Salts removed from the name, in the spelling of the table. */
  readonly salts: readonly string[];
  /** Words of the name that are not known and were left out. */
  readonly unread?: readonly string[];
}

/** An unknown name, with suggestions for the writer, best first. */
interface UnresolvedName {
  /** At most five names that would be understood. */
  readonly suggestions: readonly string[];
  /** The suggestions are what the name can mean, and not corrections of its spelling. */
  readonly ambiguous?: true;
  /** All that the name can mean, where that is known: the ingredients of each. */
  readonly meanings?: readonly (readonly string[])[];
}

export type Resolution = ResolvedName | UnresolvedName;

export const isResolved = (resolution: Resolution): resolution is ResolvedName =>
  'ingredients' in resolution;

/** The least certain of several. */
export const leastSure = (hows: readonly NameMatchKind[]): NameMatchKind =>
  hows.reduce<NameMatchKind>((a, b) => (HOW.indexOf(b) > HOW.indexOf(a) ? b : a), 'exact');
