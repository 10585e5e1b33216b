/** How a name was understood, surest first. */
const HOW = ['exact', 'rxcui', 'synonym', 'brand', 'abbreviation', 'salt', 'spelling'] as const;
export type NameMatchKind = (typeof HOW)[number];

export interface ResolvedName {
  /** Of one product, in the order in which strengths are written after the name. */
  readonly ingredients: readonly string[];
  readonly how: NameMatchKind;
  /** The product, as it is spelled on the pack. */
  readonly brand?: string;
  /** Salts that were taken off the name, as the table spells them. */
  readonly salts: readonly string[];
}

/** A name that is not known: whoever wrote it is asked, best guess first. */
interface UnresolvedName {
  /** At most five names that would be understood. */
  readonly suggestions: readonly string[];
}

export type Resolution = ResolvedName | UnresolvedName;

export const isResolved = (resolution: Resolution): resolution is ResolvedName =>
  'ingredients' in resolution;

/** The least sure of several. */
export const leastSure = (hows: readonly NameMatchKind[]): NameMatchKind =>
  hows.reduce<NameMatchKind>((a, b) => (HOW.indexOf(b) > HOW.indexOf(a) ? b : a), 'exact');
