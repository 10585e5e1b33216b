import type { Span } from '../span.js';
import { goesOn, type Word } from '../text/words.js';
import type { EntityAssertion } from './assert.js';
import { makeCue } from './cues.js';
import { asks, isAnswer, saysNo, saysYes, spoken } from './talk-phrases.js';

/** Maximum number of words between the last name of a question and the answer. */
const LOOK_AHEAD = 14;
const MAX_ASKED = 40;
/** Words of `just some nausea` that can contain the name. */
const ONLY_WITHIN = 6;

interface OpenQuestion {
  readonly asked: number[];
  last: number;
}

interface DialogueText {
  readonly words: readonly Word[];
  readonly spans: readonly Span[];
  /** The meanings of the cues around each name. */
  readonly own: readonly (EntityAssertion | undefined)[];
  readonly starts: ReadonlyMap<number, number>;
  readonly answers: Map<number, EntityAssertion>;
}

const HESITATES = new Set('uh um uhm er ah oh or and anything like that'.split(' '));

/** `nausea or vomiting, uh no nothing`: a question without its first words. */
function deniedAtOnce({ words, spans, starts }: DialogueText, n: number): boolean {
  let at = spans[n]?.to ?? words.length;
  for (let steps = 0; steps < 12; steps += 1) {
    const next = starts.get(at);
    if (next !== undefined) at = spans[next]?.to ?? at + 1;
    else if (HESITATES.has(spoken(words[at]))) at += 1;
    else break;
  }
  return isAnswer(words, at) && !starts.has(at + 1);
}

/** Whether the words from here on answer a question, and how. */
function answerAt({ words, starts }: DialogueText, at: number): 'absent' | 'present' | undefined {
  // `no chest pain` denies what follows; `no, I haven't` the question.
  if (saysNo(words, at)) return starts.has(at + 1) && goesOn(words[at + 1]) ? undefined : 'absent';
  return saysYes(words, at) ? 'present' : undefined;
}

/** Returns the names that are repeated after `just`: the others in the question are denied. */
function onlyThese(
  { words, spans, starts }: DialogueText,
  at: number,
): ReadonlySet<string> | undefined {
  if (!/^(?:just|only)$/.test(spoken(words[at]))) return undefined;
  const names = new Set<string>();
  for (let i = at; i <= at + ONLY_WITHIN; i += 1) {
    const name = spans[starts.get(i) ?? -1]?.name;
    if (name !== undefined) names.add(name);
  }
  return names.size > 0 ? names : undefined;
}

function answer(
  talk: DialogueText,
  asked: readonly number[],
  at: number,
  said: 'absent' | 'present',
) {
  const cue = makeCue(at, at + 1, 0);
  const only = said === 'present' ? onlyThese(talk, at) : undefined;
  for (const n of asked) {
    const name = talk.spans[n]?.name ?? '';
    const denied = said === 'absent' || (only !== undefined && !only.has(name));
    // `Any family history of diabetes?` `Yes.`
    const assertion = denied ? 'absent' : (talk.own[n]?.assertion ?? 'present');
    talk.answers.set(n, { assertion, cue, certain: true });
  }
}

/** `Any sore throat?` `Um, no sore throat.` */
function deniedAgain(talk: DialogueText, { asked }: OpenQuestion, n: number): void {
  const name = talk.spans[n]?.name;
  const same = asked.filter((one) => name !== undefined && talk.spans[one]?.name === name);
  if (same.length > 0) answer(talk, same, talk.spans[n]?.from ?? 0, 'absent');
}

/** Asked and not answered: possible. */
function leaveOpen({ own, answers }: DialogueText, asking: OpenQuestion | undefined): void {
  for (const n of asking?.asked ?? []) {
    if (own[n] === undefined && !answers.has(n))
      answers.set(n, { assertion: 'possible', certain: true });
  }
}

/**
 * Questions and answers: "Any chest pain or cough?" "No." Reads turns with or without marks, and talk
 * that a recogniser wrote without any; what a cue denies stays denied. Linear.
 */
export function readAnswers(
  words: readonly Word[],
  spans: readonly Span[],
  own: readonly (EntityAssertion | undefined)[],
): ReadonlyMap<number, EntityAssertion> {
  const starts = new Map(spans.map((span, n) => [span.from, n]));
  const talk: DialogueText = { words, spans, own, starts, answers: new Map() };
  let asking: OpenQuestion | undefined;
  for (let at = 0; at < words.length; at += 1) {
    if (asks(words, at)) {
      const goesOnAsking = asking !== undefined && asking.asked.length > 0 && at - asking.last <= 3;
      if (!goesOnAsking || (asking?.asked.length ?? 0) >= MAX_ASKED) {
        leaveOpen(talk, asking);
        asking = { asked: [], last: at };
      }
    }
    const n = starts.get(at);
    if (n !== undefined) {
      const end = spans[n]?.to ?? at + 1;
      if (asking === undefined) {
        if (own[n] === undefined && deniedAtOnce(talk, n)) answer(talk, [n], end, 'absent');
      } else {
        if (own[n]?.assertion !== 'absent') asking.asked.push(n);
        else deniedAgain(talk, asking, n);
        asking.last = end;
      }
      at = end - 1;
      continue;
    }
    if (asking === undefined || at < asking.last) continue;
    const said = answerAt(talk, at);
    if (said !== undefined) answer(talk, asking.asked, at, said);
    else if (at - asking.last > LOOK_AHEAD) leaveOpen(talk, asking);
    else continue;
    asking = undefined;
  }
  leaveOpen(talk, asking);
  return talk.answers;
}
