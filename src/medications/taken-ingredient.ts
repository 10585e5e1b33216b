/** Routes of administration. */
export const ROUTES = [
  'oral',
  'sublingual',
  'buccal',
  'intravenous',
  'intramuscular',
  'subcutaneous',
  'transdermal',
  'rectal',
  'inhaled',
  'nasal',
  'ophthalmic',
  'otic',
  'topical',
  'vaginal',
  'intrathecal',
  'epidural',
  'intravitreal',
  'intra_articular',
  'intravesical',
  'oromucosal',
  'implant',
  'intra_arterial',
  'intradermal',
  'intraperitoneal',
  'perineural',
  'intrauterine',
] as const;
export type Route = (typeof ROUTES)[number];

/** Routes by which a drug acts locally with little systemic absorption. */
export const LOCAL_ROUTES: ReadonlySet<Route> = new Set([
  'nasal',
  'inhaled',
  'ophthalmic',
  'otic',
  'topical',
  'vaginal',
  'intravitreal',
  'intra_articular',
  'intravesical',
  'oromucosal',
  'intradermal',
  'intrauterine',
]);

/** Routes by which a dose cannot be taken back: an unjudged dose by one of them is never safe. */
export const PARENTERAL_ROUTES: ReadonlySet<Route> = new Set([
  'intravenous',
  'intramuscular',
  'subcutaneous',
  'intra_arterial',
  'intrathecal',
  'epidural',
  'intraperitoneal',
  'perineural',
]);

/** How fast a dose is given: pushed at once, injected slowly, or infused. */
export const MANNERS = ['bolus', 'slow', 'infusion'] as const;
export type Manner = (typeof MANNERS)[number];

/** An amount of one ingredient. */
export interface Amount {
  readonly value: number;
  /** UCUM: mg, ug, g, [iU], mmol, mL; or a counted thing: {tablet}, {puff}, {drop} … */
  readonly unit: string;
}

/** How often a dose is taken. */
export interface Frequency {
  /** Doses a day on average: 2 for BID, 1/7 for weekly. Missing for `as needed` with no interval. */
  readonly perDay?: number;
  /** Days from one dose to the next where that is more than one. */
  readonly everyDays?: number;
  readonly asNeeded?: boolean;
  /** A single dose. */
  readonly once?: boolean;
  /** `as directed`, or words that could not be read: nothing may be concluded. */
  readonly unclear?: boolean;
}

export const RELEASES = ['immediate', 'extended', 'delayed', 'depot'] as const;
export type Release = (typeof RELEASES)[number];

/** One ingredient of one line of the list, the unit of all checks. */
export interface TakenIngredient {
  /** RxNorm ingredient in lower case, as the knowledge spells it. */
  readonly ingredient: string;
  /** The line it came from: `medications.0`, `proposed.2`. */
  readonly item: string;
  readonly proposed: boolean;
  readonly route?: Route;
  /** Whether it is systemic, by its route or by the usual use of the ingredient. */
  readonly systemic: boolean;
  readonly release?: Release;
  /** Salt where that matters, in lower case: `succinate`. */
  readonly salt?: string;
  /** Of this ingredient, per dose; of a line that states nothing but a rate, the rate. */
  readonly dose?: Amount;
  /** Of a continuous infusion: mg/h, ug/kg/min; mL/h where the concentration is not stated. */
  readonly rate?: Amount;
  /** Of this ingredient, per mL. */
  readonly concentration?: Amount;
  /** What is given, in mL: of the solution with this concentration. */
  readonly volumeMl?: number;
  readonly manner?: Manner;
  /** The stated duration of the injection or infusion. */
  readonly minutes?: number;
  /** The line states that it is not diluted. */
  readonly undiluted?: true;
  /** The route for which the stated form is made: an oral suspension. */
  readonly madeFor?: Route;
  /** The brand of the line. */
  readonly brand?: string;
  readonly frequency?: Frequency;
  /** One of several things that an ambiguous name can be. */
  readonly possible?: true;
  /** Other ingredients of the same product. */
  readonly together: readonly string[];
}

/** Average daily amount, where dose and frequency are known. */
export function dailyAmount({ dose, frequency }: TakenIngredient): Amount | undefined {
  if (dose === undefined || frequency?.perDay === undefined || frequency.unclear) return undefined;
  return { value: dose.value * frequency.perDay, unit: dose.unit };
}
