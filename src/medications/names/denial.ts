import { NO_TIMING } from './frequency.js';
import type { Draft, State } from './line.js';
import { nameAt } from './name-at.js';
import type { LookAlikeSide } from './schema.js';

/** Words followed by a drug that is taken: `stop warfarin, start apixaban`. */
const BEGINS =
  /^(?:to|start|starts|started|starting|now|but|then|begin|commence|jetzt|stattdessen|puis|ahora|ora|nu)$/;
const JOINED = new Set<Draft['joiner']>(['and', 'or', 'slash', 'bracket', 'brand']);
const CLOSING = /^[)\],;.]$/;
/** Words before an indication: `for allergy` does not state an intolerance. */
export const WHY = /^(?:for|bei|gegen|pour|para|per|voor|mot|prn|seasonal)$/;

/** Marks the last named drug, with the names joined to it, as not taken. */
function denyLast({ drafts }: State): void {
  for (let n = drafts.length - 1; n >= 0; n -= 1) {
    const draft = drafts[n];
    if (draft === undefined) return;
    draft.denied = 'said';
    if (!JOINED.has(draft.joiner)) return;
  }
}

const isBare = (draft: Draft | undefined) =>
  draft !== undefined && draft.quantities.length === 0 && draft.timing === NO_TIMING;

function nameFollows({ vocabulary, names, tokens, at }: State, length: number): boolean {
  const next = tokens[at + length];
  const start = next?.kind === 'mark' && next.text !== ',' ? length + 1 : length;
  return nameAt(vocabulary, names, tokens, at + start, false) !== undefined;
}

/** `warfarin stopped`, `stopped: warfarin`, `apixaban 5 mg bd, stopped warfarin`. */
function denyEither(state: State, length: number): void {
  const follows = nameFollows(state, length);
  const named = state.drafts.length > state.segment;
  if (named || !follows) denyLast(state);
  // `warfarin stopped apixaban`: ambiguous.
  if (named && follows) state.denying = 'said';
  else if (follows) state.skipping = true;
}

/** Processes a word that denies that a drug is taken, at the current position. */
export function deny(state: State, side: LookAlikeSide, length: number): void {
  const { drafts, tokens, at } = state;
  if (side === 'allergy' && drafts.length > 0) {
    if (isBare(drafts.at(-1)) && !WHY.test(tokens[at - 1]?.text ?? '')) denyLast(state);
  } else if (drafts.length === 0) {
    if (side !== 'instead') state.denying = 'said';
  } else if (side === 'either') denyEither(state, length);
  else if (side === 'order') {
    const next = tokens[at + length];
    if (next === undefined || CLOSING.test(next.text)) denyLast(state);
    else state.skipping = true;
  } else if (side === 'instead') {
    if (nameFollows(state, length)) denyLast(state);
  } else if (side === 'before' || nameFollows(state, length)) state.skipping = true;
}

/** Before each step: whether the following drugs are taken again. */
export function endDenial(state: State): void {
  const token = state.tokens[state.at];
  if (state.denying === undefined || token === undefined) return;
  if (BEGINS.test(token.text) || token.text === ';') state.denying = undefined;
  // `not taking aspirin, metformin 500 mg`: a drug with its own dose is taken.
  else if (token.text === ',' && state.drafts.length > 0) state.denying = 'listed';
}

/** Whether a named drug is not taken. */
export const isDenied = (draft: Draft): boolean =>
  draft.denied === 'listed' ? isBare(draft) : draft.denied !== undefined;
