import { NO_TIMING } from './frequency.js';
import type { Joiner, State } from './line.js';
import { nameAt } from './name-at.js';

const SIGNS: Readonly<Record<string, Joiner>> = { '/': 'slash', '+': 'and', '&': 'and' };
const AND = /^(?:and|plus|und)$/;
const OR = /^(?:or|oder|ou|eller|oppure)$/;
const WITH = /^(?:with|mit|et|y|og|och|en|e|con|avec)$/;

/** `warfarin or apixaban`: only the writer can decide which. */
export function readAlternative(state: State): boolean {
  const { vocabulary, names, tokens, at, drafts, skipping } = state;
  if (drafts.length === 0 || skipping || !OR.test(tokens[at]?.text ?? '')) return false;
  if (nameAt(vocabulary, names, tokens, at + 1, false) === undefined) return false;
  state.joiner = 'or';
  state.open = false;
  state.at += 1;
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
