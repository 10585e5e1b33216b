import type { Route } from '../taken-ingredient.js';
import { isDenied } from './denial.js';
import { frequencyOf, mergeTiming, NO_TIMING } from './frequency.js';
import type { ParsedLine, State } from './line.js';
import { step } from './line-steps.js';
import type { NameIndex } from './name-at.js';
import { isCounted } from './quantities.js';
import type { FormWord, RouteWord, Vocabulary } from './vocabulary.js';
import { oneWay, wayBy } from './ways.js';

/** More than a name of the permitted length has. */
const MAX_TOKENS = 2_000;

function formsOf({ vocabulary, forms, drafts, before }: State): readonly FormWord[] {
  const quantities = [...before, ...drafts.flatMap((draft) => draft.quantities)];
  return [...forms, ...quantities.flatMap(({ unit }) => vocabulary.formOf(unit ?? '') ?? [])];
}

function formRoute(state: State): Route | undefined {
  const ways = formsOf(state).flatMap(({ route }) => route ?? []);
  return ways.find((one) => one !== 'oral') ?? ways[0];
}

/**
 * The stated routes; otherwise that of the form: `vaginal tablet` is more specific than `tablet`.
 */
function routeOf(state: State): RouteWord | undefined {
  if (state.routes.length > 0) return oneWay(state.routes);
  const way = formRoute(state);
  if (way !== undefined) return wayBy(way);
  const injected = formsOf(state).some((word) => word.counted === '{injection}');
  return injected ? { says: 'route', systemic: true } : undefined;
}

function lineOf(state: State): ParsedLine {
  const { drafts, before, count, releases, multiple } = state;
  const often = multiple !== undefined && state.timing === NO_TIMING;
  const timing = often ? mergeTiming(NO_TIMING, { perDay: [multiple.count] }) : state.timing;
  if (multiple !== undefined && !often) {
    multiple.quantities.push({ values: [multiple.count], unit: '{dose}' });
  }
  const frequency = frequencyOf(timing);
  const route = routeOf(state);
  const [release] = releases;
  const madeFor = formRoute(state);
  return {
    mentions: drafts.map(({ product: _, denied: __, ...mention }, n) => {
      const draft = drafts[n];
      return draft !== undefined && isDenied(draft) ? { ...mention, denied: true } : mention;
    }),
    before,
    timing,
    ...(frequency !== undefined && { frequency }),
    ...(count !== undefined && { count }),
    ...(route !== undefined && { route }),
    ...(release !== undefined && { release }),
    delivery: state.delivery,
    skipped: state.skipped,
    homonyms: state.homonyms,
    restated: state.restated,
    ...(madeFor !== undefined && { madeFor }),
  };
}

/**
 * Parses a line.
 *
 * @param named the first word is a name if it can be, whatever its other meanings
 */
function stateAfter(vocabulary: Vocabulary, names: NameIndex, text: string, named: boolean): State {
  const state: State = {
    vocabulary,
    names,
    tokens: vocabulary.cut(text).slice(0, MAX_TOKENS),
    at: 0,
    drafts: [],
    before: [],
    leading: [],
    timing: NO_TIMING,
    count: undefined,
    routes: [],
    forms: [],
    releases: [],
    delivery: {},
    open: false,
    joiner: 'first',
    skipping: false,
    restating: false,
    skipped: [],
    homonyms: [],
    restated: [],
    reason: false,
    denying: undefined,
    segment: 0,
    named,
    explained: false,
    multiple: undefined,
    pack: text.startsWith('{'),
    bracket: false,
  };
  while (state.at < state.tokens.length) step(state);
  return state;
}

/** `T. Paracetamol`, `C. Amoxicillin`: a tablet, a capsule. */
const FORM_LETTER = /^((?:\d{1,2}[.)])?\s*)([tc])\.\s*(?=\p{L}{4})/iu;
const withForm = (text: string) =>
  text.replace(FORM_LETTER, (_, before: string, letter: string) =>
    letter.toLowerCase() === 't' ? `${before}tablet ` : `${before}capsule `,
  );

/** `12 mg IT`: in capitals after an amount it is the route and not the word. */
const SPINE = /(?<=\d\s?(?:mg|mcg|µg|ug|g|mL|ml|units?)\s+)IT\b/gu;
const withSpine = (text: string) => text.replace(SPINE, 'intrathecal');

/**
 * Parses one line of a medication list: `metoprolol succ 50mg BID`, `Ramipril 5 mg 1-0-0`. Never
 * throws; an unreadable word becomes part of a name and makes the name unknown.
 */
export function readLine(vocabulary: Vocabulary, names: NameIndex, text: string): ParsedLine {
  const plain = withSpine(withForm(text));
  const state = stateAfter(vocabulary, names, plain, false);
  if (state.drafts.length > 0) return lineOf(state);
  // The INH of `INH 300 mg` is a drug; that of `2 puffs inh` is a route.
  const named = stateAfter(vocabulary, names, plain, true);
  const puffs = named.drafts.some(({ quantities }) => quantities.some(isCounted));
  return lineOf(puffs ? state : named);
}
