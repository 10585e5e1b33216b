import { logSumExp } from '../log-sum-exp.js';
import { largest } from './probabilities.js';
import type { WhisperSettings } from './settings.js';

const NEVER = Number.NEGATIVE_INFINITY;

type Rules = Pick<
  WhisperSettings,
  | 'endToken'
  | 'firstTime'
  | 'noTimesToken'
  | 'noSpeechToken'
  | 'startToken'
  | 'previousToken'
  | 'transcribeToken'
  | 'languages'
  | 'neverTokens'
  | 'neverFirstTokens'
  | 'latestFirstTime'
>;

/** Control tokens of the decoder, which are not part of any text. */
function steering(rules: Rules): number[] {
  const { startToken, previousToken, transcribeToken, noTimesToken, noSpeechToken } = rules;
  return [
    startToken,
    previousToken,
    transcribeToken,
    noTimesToken,
    noSpeechToken,
    ...rules.languages.values(),
  ].filter((token) => token !== undefined);
}

/** Times come in pairs, except before the end, and ascend. */
function keepTimesInOrder(row: Float32Array, tokens: readonly number[], rules: Rules): void {
  const { endToken, firstTime } = rules;
  const isTime = (token: number | undefined) => token === undefined || token >= firstTime;
  const last = tokens.at(-1);
  if (last !== undefined && last >= firstTime) {
    if (isTime(tokens.at(-2))) row.fill(NEVER, firstTime);
    else row.fill(NEVER, 0, endToken);
  }
  const latest = tokens.findLast((token) => token >= firstTime);
  if (latest === undefined) return;
  // A segment may begin at the end of the one before; its end must be later.
  const beginsSegment = last === latest && !isTime(tokens.at(-2));
  row.fill(NEVER, firstTime, beginsSegment ? latest : latest + 1);
}

/** If all times together are likelier than the likeliest text token, it must be a time. */
function preferTime(row: Float32Array, firstTime: number): void {
  if (logSumExp(row, firstTime) > largest(row, 0, firstTime)) row.fill(NEVER, 0, firstTime);
}

/**
 * Rules for the next token, as in `decoding.py` of github.com/openai/whisper: suppressed tokens, no
 * blank and no end at the beginning, a time first and not too late, times in pairs and in order, and
 * a time whenever times together outweigh every other token.
 *
 * @returns a function that sets what must not come to -Infinity in `row` (logits over the
 * vocabulary, changed in place) after `tokens` (those after the prompt)
 */
export function createLogitRules(
  rules: Rules,
): (row: Float32Array, tokens: readonly number[]) => void {
  const { firstTime, latestFirstTime } = rules;
  const never = [...rules.neverTokens, ...steering(rules)];
  return (row, tokens) => {
    for (const token of never) row[token] = NEVER;
    if (tokens.length === 0) {
      for (const token of rules.neverFirstTokens) row[token] = NEVER;
      row.fill(NEVER, 0, firstTime);
      row.fill(NEVER, firstTime + latestFirstTime + 1);
      return;
    }
    keepTimesInOrder(row, tokens, rules);
    preferTime(row, firstTime);
  };
}
