import { lower } from '../clauses/grammar.js';
import type { Word } from '../text/words.js';

/**
 * What a verb under negation does to its object: `does not show an effusion` denies it, `did not
 * relieve the pain` does not, `does not exclude an effusion` leaves it open.
 */
export type NegatedVerb = 'denies' | 'keeps' | 'leaves open';

const stems = (text: string): RegExp => new RegExp(`^(?:${text.replace(/\s+/g, '|')})`);

/** Under negation their objects are as they were. */
const KEEPS = stems(
  'explain relie reliev help improv respond resolv tolerat control settl stop subsid chang worsen radiat work heal rememb recall understood understand limit prevent affect interfer bother wak account justif address mask cope clear keep allow eas alleviat abat lessen reduc diminish dampen manag treat disappear go gone going sleep eat ate enough only just necessar better worse adequate complian adher bear mind talk drive walk move lift lie sit stand focus concentrat reach affect touch impede deter hesitat matter impact alter shift budge cure fix dampen warrant well same sure certain until unlike uncommon unusual unexpected surpris because yet much always all every able fully completely entirely particularly that very due',
);
/** Under negation they leave their objects open. */
const LEAVES_OPEN = stems('exclud rul discount dismiss eliminat');
/** Words between a negation and its verb. */
const BETWEEN =
  /^(?:to|be|been|being|have|had|has|ever|even|really|currently|actually|yet|any|definitively|completely|fully|entirely|reliably|safely|confidently|appear|appears|seem|seems|able|also|at|all|specifically|necessarily|clearly|obviously|significantly|quite)$/;
const MOST_BETWEEN = 4;
/** They deny whatever follows, although they begin as others do. */
const DENIES = /^(?:treated|gonorrh|allerg|certainly|cleared|ruled in|due)$/;

/**
 * What the verb after a negation does; where none is found near, the negation denies.
 *
 * @param at the first word after the negation
 */
export function negatedVerbAt(
  words: readonly Word[],
  at: number,
  isName: (at: number) => boolean,
): { readonly kind: NegatedVerb; readonly at: number } {
  for (let i = at; i <= at + MOST_BETWEEN; i += 1) {
    const word = lower(words[i]);
    if (words[i] === undefined || isName(i)) break;
    if (LEAVES_OPEN.test(word)) return { kind: 'leaves open', at: i };
    if (KEEPS.test(word) && !DENIES.test(word) && !BETWEEN.test(word))
      return { kind: 'keeps', at: i };
    if (!BETWEEN.test(word)) return { kind: 'denies', at: i };
  }
  return { kind: 'denies', at };
}

/** `no change in`, `no relief of`: what follows is there as before. */
const KEPT_BY_NO =
  /^(?:change|changes|improvement|relief|increase|decrease|worsening|difference|resolution|response|doubt|explanation|cure|effect|benefit|trigger|triggers|treatment|reduction|progress|alteration|deterioration|reason|control|answer|idea|question|cause|causes|help|let|escape|way|longer|sooner|matter|problem|respite|escalation|variation|exacerbation|flare|surprise|secret|mistaking|denying|disputing|coincidence|accident|wonder|stranger|end|limit|shortage|lack|alternative|choice|option|option|contraindication|bar|obstacle)$/;
const WORDS_BEFORE_HEAD = 3;
/** `no reason to suspect`: the verb after it is what is denied. */
const THINKS = /^(?:suspect|think|believe|consider|assume|fear|expect|suppose)$/;

/** Whether the noun after a `no` leaves what follows as it is; `at` is the word after `no`. */
export function keptByNo(
  words: readonly Word[],
  at: number,
  isName: (at: number) => boolean,
): boolean {
  for (let i = at; i < at + WORDS_BEFORE_HEAD; i += 1) {
    const word = lower(words[i]);
    if (words[i] === undefined || isName(i)) return false;
    if (KEPT_BY_NO.test(word)) {
      return !words.slice(i + 1, i + 4).some((next) => THINKS.test(lower(next)));
    }
    if (
      !/(?:y|al|ant|ent|ous|ic|ed|able|ible|ing|other|further|new|real|clear|big|major|great)$/.test(
        word,
      )
    )
      return false;
  }
  return false;
}
