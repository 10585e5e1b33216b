import { NO_TIMING } from './frequency.js';
import type { Joiner, State } from './line.js';
import { nameAt } from './name-at.js';
import { isMark } from './tokens.js';

const SIGNS: Readonly<Record<string, Joiner>> = { '/': 'slash', '+': 'and', '&': 'and' };
const AND = /^(?:and|plus|und)$/;
const OR = /^(?:or|oder|ou|eller|oppure|vs|versus|alternatively)$/;
/** Words between `or` and the name of the other drug. */
const ELSE = /^(?:else|maybe|possibly|perhaps|rather|alternatively|the|a|an)$/;
const MAX_FILLERS = 2;
const SHORTEST_UNKNOWN = 3;
const WITH = /^(?:with|mit|et|y|og|och|en|e|con|avec)$/;

/** Whether a word that is no direction starts here: the name of a drug, known or not. */
function mayBeName({ vocabulary, names, tokens }: State, at: number): boolean {
  if (nameAt(vocabulary, names, tokens, at, true) !== undefined) return true;
  const token = tokens[at];
  if (token?.kind !== 'word' || token.text.length < SHORTEST_UNKNOWN) return false;
  return (
    vocabulary.sayings.match(tokens, at) === undefined &&
    vocabulary.units.match(tokens, at) === undefined &&
    vocabulary.numbers.match(tokens, at) === undefined
  );
}

/** Whether `or` stands here, also as a part of `and/or`. */
const isOr = ({ tokens }: State, at: number): boolean => OR.test(tokens[at]?.text ?? '');

/** `ibuprofen and/or paracetamol`: both may be taken. */
function readAndOr(state: State): boolean {
  const { vocabulary, names, tokens, at } = state;
  const is = AND.test(tokens[at]?.text ?? '') && isMark(tokens[at + 1], '/') && isOr(state, at + 2);
  if (!is || nameAt(vocabulary, names, tokens, at + 3, true) === undefined) return false;
  state.joiner = 'and';
  state.open = false;
  state.at += 3;
  return true;
}

/** `warfarin or apixaban`, `MTX vs MTZ`: only the writer can decide which. */
export function readAlternative(state: State): boolean {
  const { tokens, drafts, skipping } = state;
  if (drafts.length === 0 || skipping) return false;
  if (readAndOr(state)) return true;
  if (!isOr(state, state.at)) return false;
  let at = state.at + 1;
  while (
    at <= state.at + MAX_FILLERS &&
    (ELSE.test(tokens[at]?.text ?? '') || isMark(tokens[at], '/'))
  ) {
    at += 1;
  }
  if (!mayBeName(state, at)) return false;
  state.joiner = 'or';
  state.open = false;
  state.at = at;
  return true;
}

/** `amlodipine and valsartan`, `a/b`, `with hydrochlorothiazide`: another name of the line. */
export function readConnector(state: State): boolean {
  const { vocabulary, names, tokens, at, drafts } = state;
  const token = tokens[at];
  if (token === undefined || drafts.length === 0 || state.skipping) return false;
  const sign = token.kind === 'mark' ? SIGNS[token.text] : undefined;
  const joins = sign ?? (AND.test(token.text) || WITH.test(token.text) ? 'and' : undefined);
  if (joins === undefined) return false;
  const known = nameAt(vocabulary, names, tokens, at + 1, true) !== undefined;
  const early = state.timing === NO_TIMING && state.routes.length === 0;
  const next = tokens[at + 1];
  const name = next?.kind === 'word' && next.text.length > 2;
  const unknown = name && early && vocabulary.sayings.match(tokens, at + 1) === undefined;
  if (!known && !(unknown && !WITH.test(token.text))) return false;
  state.joiner = joins;
  state.open = false;
  state.at += 1;
  return true;
}
