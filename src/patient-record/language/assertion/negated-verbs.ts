import { lower } from '../clauses/grammar.js';
import { GAP, SENTENCE_END, type Word } from '../text/words.js';

/** Negations of a verb: what that does decides what they deny. */
const NEGATIONS: ReadonlySet<string> = new Set(
  'not nobody noone cant cannot couldnt wont wouldnt doesnt dont didnt isnt arent wasnt werent hasnt havent hadnt never nor'.split(
    ' ',
  ),
);

export const negatesVerb = (word: string): boolean => NEGATIONS.has(word);

/** Whether a cue ends with the negation of a verb, as in `was not`, or with `unable`. */
export function endsNegatingVerb(said: string): boolean {
  const last = said.slice(said.lastIndexOf(' ') + 1);
  return last === 'unable' || (last !== 'nor' && NEGATIONS.has(last));
}

/**
 * What a verb under negation does to its object: `does not show an effusion` denies it, `did not
 * relieve the pain` does not, `does not exclude an effusion` leaves it open.
 */
export type NegatedVerb = 'denies' | 'keeps' | 'leaves open' | 'affirms';

const words = (text: string): string => text.trim().replace(/\s+/g, '|');

/** Under negation their objects are as they were: by the beginning of the word, and whole words. */
const KEEPS = new RegExp(
  `^(?:${words(
    'expect anticipat foresee foresaw predict explain reliev improv respond resolv tolerat control settl subsid chang worsen radiat heal rememb recall understood understand limit prevent affect interfer bother justif address alleviat abat lessen diminish dampen manag disappear necessar adequate complian adher concentrat impede deter hesitat matter alter budg warrant uncommon unusual unexpected surpris particularly accept realis realiz acknowledg forget forgot disclos regret enquir inquir',
  )})|^(?:${words(
    'rid knows happy medically ignore dispute touched looked asked sought seeking relief help helped helping stop stopped work worked working account wake wakes woke mask cope clear keep allow ease eased treat treated go goes gone going sleep eat ate enough just only better worse adhered bear mind talk drive walk move lift lie sit stand focus reach touch impact shift cure fix well same sure certain unlike because much always all every able fully completely entirely that very knew lets let like out severe troublesome bothersome painful bad dangerous known mention merely simply solely over smoke smoked drink drank drunk eaten slept',
  )})$`,
);
/** Under negation they leave their objects open. */
const LEAVES_OPEN = /^(?:exclud|rul(?:e|ed|ing)$|discount|dismiss|eliminat)/;
/** `cannot say when the pain began`: it is there. */
const ASKS = /^(?:say|tell|know|remember|recall|explain|understand)$/;
const WH = /^(?:if|whether|when|how|what|why|where|which|who)$/;
/** `cannot be denied`: two negations. */
const DENIES_TWICE = /^den(?:y|ied|ying)$/;
/** Under negation a clause after them is a fact: `did not know she had`, `was not aware that it was`. */
const KNOWS = /^(?:know|knew|aware|recognised|recognized|appreciate|appreciated)$/;
const FINITE = /^(?:has|had|have|is|was|are|were|suffers|suffered|hes|shes)$/;
/** `it is not the first night that`: which of several it is, and not whether it is. */
const ORDINAL = /^(?:first|only|last|sole|second|third|whole|end|best|worst)$/;

const BELIEVES = /^(?:believe|believes|think|feel|agree)$/;
const PATIENT = /^(?:patient|pt|he|she|they|man|woman|gentleman|lady)$/;
const CONCEDES = /^(?:despite|though|although|notwithstanding)$/;
const LONGEST_BELIEF = 16;

/** `he does not believe that he has gout though the film shows it`: the writer knows better. */
function isContradicted(text: readonly Word[], negation: number, verb: number): boolean {
  const subject = [1, 2].some((n) => PATIENT.test(lower(text[negation - n])));
  if (!subject || !statesAfter(text, verb + 1)) return false;
  for (let at = verb + 3; at < verb + LONGEST_BELIEF; at += 1) {
    const word = text[at];
    if (word === undefined || (word.gap & SENTENCE_END) !== 0) return false;
    if (CONCEDES.test(lower(word))) return true;
  }
  return false;
}

/** Whether a clause with a subject and a verb of its own begins at a word. */
function statesAfter(text: readonly Word[], at: number): boolean {
  const from = lower(text[at]) === 'that' ? at + 1 : at;
  if (!/^(?:he|she|i|they|you|we|the|his|her|their|my|this|it|hes|shes)$/.test(lower(text[from])))
    return false;
  return [0, 1, 2, 3].some((n) => FINITE.test(lower(text[from + n])));
}

/** Words between a negation and its verb. */
const BETWEEN =
  /^(?:to|be|been|being|have|had|has|ever|even|really|currently|actually|yet|any|definitively|completely|fully|entirely|reliably|safely|confidently|appear|appears|seem|seems|able|also|at|all|specifically|necessarily|clearly|obviously|significantly|quite|a|an|get|got|getting|himself|herself)$/;
const MAX_BETWEEN = 4;
/** `not bothered by pain`, `did not wake with pain`: what affects a person is denied. */
const COMES_OVER = /^(?:bother|affect|limit|impede|hamper|wake$|wakes$|woke$|woken$|waking$)/;
const BY = /^(?:by|with|from)$/;
/** `not indicated in gout`, `not safe with her asthma`. */
const SUITS =
  /^(?:indicated|suitable|advisable|recommended|advised|safe|appropriate|allowed|permitted|effective|useful|licensed|ideal|admitted|hospitalised|hospitalized)$/;
/** `not himself`: a complete predicate. */
const REFLEXIVE = /^(?:him|her|it|my|your|them)sel(?:f|ves)$/;
/** `cannot recall ever having`, `remembers no`: what is not remembered did not happen. */
const RECALLS = /^(?:recall|remember)$/;
/** `does not smoke or have`: a second verb under the same negation. */
const HAVING = /^(?:have|has|had|get|report|suffer|complain)$/;
/** They deny any object, although they begin as others do. */
const DENIES = /^(?:allergic|certainly|cleared|due|known)$/;

/**
 * What the verb after a negation does; where none is found near, the negation denies.
 *
 * @param at the first word after the negation
 */
export function negatedVerbAt(
  text: readonly Word[],
  at: number,
  isName: (at: number) => boolean,
): { readonly kind: NegatedVerb; readonly at: number } {
  for (let i = at; i <= at + MAX_BETWEEN; i += 1) {
    const word = lower(text[i]);
    if (text[i] === undefined || isName(i)) break;
    // `not that of gout`: a pronoun.
    if (/^(?:that|those)$/.test(word) && lower(text[i + 1]) === 'of')
      return { kind: 'denies', at: i };
    if (DENIES_TWICE.test(word)) return { kind: 'affirms', at: i };
    const next = text[i + 1];
    const ends = next === undefined || (next.gap & (SENTENCE_END | GAP.comma)) !== 0;
    if (REFLEXIVE.test(word) && (ends || isName(i + 1))) return { kind: 'keeps', at: i };
    if (RECALLS.test(word) && /^(?:ever|any)$/.test(lower(next))) return { kind: 'denies', at: i };
    if (/^n?or$/.test(lower(next)) && HAVING.test(lower(text[i + 2])))
      return { kind: 'denies', at: i };
    if (BELIEVES.test(word) && isContradicted(text, at - 1, i)) return { kind: 'affirms', at: i };
    if (KNOWS.test(word) && statesAfter(text, i + 1)) return { kind: 'keeps', at: i };
    if (/^(?:the|his|her|my|an?)$/.test(word) && ORDINAL.test(lower(text[i + 1])))
      return { kind: 'keeps', at: i };
    if (ASKS.test(word) && WH.test(lower(text[i + 1]))) return { kind: 'keeps', at: i };
    if (SUITS.test(word) && /^(?:in|with)$/.test(lower(next))) return { kind: 'keeps', at: i };
    if (COMES_OVER.test(word) && BY.test(lower(text[i + 1]))) return { kind: 'denies', at: i };
    if (LEAVES_OPEN.test(word)) return { kind: 'leaves open', at: i };
    if (KEEPS.test(word) && !DENIES.test(word) && !BETWEEN.test(word))
      return { kind: 'keeps', at: i };
    if (!BETWEEN.test(word)) return { kind: 'denies', at: i };
  }
  return { kind: 'denies', at };
}

/** `no change in`, `no relief of`, `no getting away from`: what follows is there as before. */
const KEPT_BY_NO =
  /^(?:change|changes|improvement|relief|increase|decrease|worsening|difference|resolution|response|doubt|explanation|cure|effect|benefit|trigger|triggers|treatment|reduction|progress|alteration|deterioration|reason|control|answer|idea|question|cause|causes|help|let|escape|way|longer|sooner|matter|problem|respite|escalation|variation|exacerbation|flare|reduction|luck|surprise|secret|mistaking|denying|disputing|coincidence|accident|wonder|stranger|end|limit|shortage|lack|alternative|choice|option|contraindication|bar|obstacle|hesitation|qualms?|reservations?|objection|disagreement|quarrel|getting|escaping|avoiding|hiding|ignoring|arguing|stopping|shifting|controlling|overlooking)$/;
const WORDS_BEFORE_HEAD = 3;
/** `no reason to suspect`: the verb after it is denied. */
const THINKS =
  /^(?:suspect|think|believe|consider|assume|fear|expect|suppose|invoke|diagnose|entertain|implicate|postulate|propose|label|presume)$/;

/** Whether the noun after a `no` leaves what follows undenied; `at` is the word after `no`. */
export function keptByNo(
  words: readonly Word[],
  at: number,
  isName: (at: number) => boolean,
): boolean {
  for (let i = at; i < at + WORDS_BEFORE_HEAD; i += 1) {
    const word = lower(words[i]);
    if (words[i] === undefined || isName(i)) return false;
    // `no treatment-related`: a part of an adjective.
    if (KEPT_BY_NO.test(word) && ((words[i + 1]?.gap ?? 0) & GAP.hyphen) === 0) {
      return !words.slice(i + 1, i + 4).some((next) => THINKS.test(lower(next)));
    }
    if (
      !/(?:y|al|ant|ent|ous|ic|ed|able|ible|ing|other|further|new|real|clear|big|major|great|interval|overall|net)$/.test(
        word,
      )
    )
      return false;
  }
  return false;
}
