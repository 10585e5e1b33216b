import type { RecognisedWord } from '../recognition/ctc/recognised-word.js';
import type { Draft } from './draft.js';
import { capital } from './proper-names.js';
import type { WrittenWord } from './spoken.js';

const SENTENCE_ENDS: ReadonlySet<string> = new Set(['.', '?', '!']);

/** Titles of sections: what follows their colon begins a sentence. */
const TITLES =
  /^(chief complaint|presenting complaint|history|hpi|past|family|social|allergies|medications?|current|home|discharge|admission|review|physical|examination|exam|on examination|vitals?|vital signs|general|heent|neck|chest|lungs|cardiovascular|respiratory|heart|abdomen|extremities|neuro|neurological|skin|psych|psychiatric|musculoskeletal|labs?|laborator|imaging|investigations?|results|assessment|impression|diagnos|plan|recommendation|procedure|findings?|indication|technique|comparison|operation|operative|preoperative|postoperative|anesthesia|anaesthesia|complications?|specimens?|estimated|disposition|follow|conclusion|clinical|problem|subjective|objective|summary|hospital|course|reason|instructions|drug|gross|microscopic|mental|thought|mood|affect|speech|appearance|gastrointestinal|genitourinary|constitutional|ecg|ekg|chest x-ray)/i;
const LONGEST_TITLE = 48;

interface State {
  text: string;
  /** The next word begins a sentence. */
  opens: boolean;
  /** The next is written without a space. */
  tight: boolean;
  /** Place at which the sentence began. */
  since: number;
}

function isTitle(state: State): boolean {
  const clause = state.text
    .slice(state.since)
    .trimStart()
    .replace(/^\d+\. |^- /, '');
  if (clause.split(' ').length <= 2) return true;
  return clause.length <= LONGEST_TITLE && TITLES.test(clause);
}

const cased = (draft: Draft, opens: boolean): string =>
  opens && !draft.fixed && draft.kind === 'word' ? capital(draft.text) : draft.text;

/** A new line of a list where a command has already begun one. */
const repeats = (state: State, draft: Draft): boolean =>
  draft.from === draft.to && state.text.endsWith('\n');

/** A mark that repeats the one before is not written twice. */
function placed(state: State, draft: Draft): string {
  const glueLeft = draft.glue === 'left' || draft.glue === 'both';
  const space = state.text === '' || state.tight || glueLeft ? '' : ' ';
  if (draft.kind === 'layout' && (state.text === '' || repeats(state, draft))) return '';
  return space + cased(draft, state.opens);
}

function advance(state: State, draft: Draft, written: string): void {
  state.text += written;
  state.tight = draft.glue === 'right' || draft.glue === 'both';
  const sentence = draft.kind === 'punctuation' && SENTENCE_ENDS.has(draft.text);
  const titled = draft.kind === 'punctuation' && draft.text === ':' && isTitle(state);
  if (draft.opens || titled) state.opens = true;
  else if (draft.kind === 'word' || draft.kind === 'number') state.opens = false;
  if (sentence || draft.kind === 'layout') state.since = state.text.length;
}

/** Lowest confidence of the spoken words; for a mark that was not spoken, that of its neighbour. */
const confidenceOf = (spoken: readonly RecognisedWord[], before: number): number =>
  spoken.length === 0 ? before : Math.min(...spoken.map(({ confidence }) => confidence));

/**
 * Lays out the written words: spaces, capitals, offsets, times. Every draft becomes one word;
 * `from` and `to` of drafts are places in `words`.
 */
export function layOut(
  drafts: readonly Draft[],
  words: readonly RecognisedWord[],
): { readonly text: string; readonly words: readonly WrittenWord[] } {
  const state: State = { text: '', opens: true, tight: false, since: 0 };
  const written: WrittenWord[] = [];
  const end = drafts.findLastIndex(({ kind }) => kind !== 'layout');
  for (const [n, draft] of drafts.entries()) {
    const spoken = words.slice(draft.from, draft.to);
    const edge = words[draft.from - 1]?.end ?? words[draft.from]?.start ?? 0;
    // Trailing line breaks are dropped.
    const put = n > end ? '' : placed(state, draft);
    const lead = put.startsWith(' ') ? 1 : 0;
    const offset = state.text.length + lead;
    const text = put.slice(lead);
    advance(state, draft, put);
    written.push({
      text,
      kind: draft.kind,
      spoken: spoken.map(({ word }) => word),
      start: spoken[0]?.start ?? edge,
      end: spoken.at(-1)?.end ?? edge,
      confidence: confidenceOf(spoken, written.at(-1)?.confidence ?? 1),
      start_offset: offset,
      end_offset: offset + text.length,
    });
  }
  return { text: state.text, words: written };
}
