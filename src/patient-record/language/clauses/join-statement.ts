import {
  type Clauses,
  endsBefore,
  isDeterminer,
  LIMIT,
  nameAt,
  type Statement,
} from './clause-text.js';
import {
  ADVERBS,
  COMPLEMENTIZERS,
  COORDINATORS,
  NOMINATIVES,
  PREPOSITIONS,
  PRONOUNS,
  RELATIVE_PRONOUNS,
  SPEECH_AND_THOUGHT,
  SUBORDINATORS,
} from './grammar.js';

const PARTICLES = /^(?:in|on|by|away|out|off|up|down|over|through|along|around|across)$/;
const GOVERNING_PARTICIPLES =
  /^(?:resembling|suggesting|indicating|mimicking|involving|affecting|causing|explaining|showing|approaching)$/;
const FINDING =
  /^(?:demonstrated|revealed|identified|detected|confirmed|shown|reported|noted|noticed|denied|stated)$/;
const LONGEST_DENIAL = 8;

/** `could not be demonstrated the`, `no rash reported he`: a participle that governs nothing after it. */
function endsWithParticiple(text: Clauses, at: number): boolean {
  const { plain } = text;
  if (!FINDING.test(plain[at] ?? '')) return false;
  let before = at - 1;
  while (ADVERBS.has(plain[before] ?? '')) before -= 1;
  if (/^(?:be|been|being)$/.test(plain[before] ?? '')) return true;
  const name = nameAt(text, before);
  if (name === undefined) return false;
  for (let i = name.from - 1; i >= 0 && i > at - LONGEST_DENIAL; i -= 1) {
    if (/^(?:no|nil|0|zero|without|any|neither)$/.test(plain[i] ?? '')) return true;
    if (nameAt(text, i) === undefined && !/^(?:or|and|nor)$/.test(plain[i] ?? '')) return false;
  }
  return false;
}

/** `not borne out we found`, `if the rash comes on she`: no preposition governs a nominative. */
function isParticle({ plain }: Clauses, at: number): boolean {
  if (!PARTICLES.test(plain[at - 1] ?? '')) return false;
  if (plain[at] === 'there') return /^(?:is|are|was|were)$/.test(plain[at + 1] ?? '');
  return NOMINATIVES.has(plain[at] ?? '');
}

/** `no symptoms he presented to the clinic`: the verb has another object than what precedes it. */
function statesMore(text: Clauses, subject: number): boolean {
  for (let at = subject + 2; at < subject + 5 && !endsBefore(text, at); at += 1) {
    const word = text.plain[at] ?? '';
    if (nameAt(text, at) !== undefined || PREPOSITIONS.has(word) || isDeterminer(word)) return true;
  }
  return false;
}

/** Joins a statement to what precedes it: it may belong to that, or begin with it. */
export function joined(
  text: Clauses,
  { at, limit }: Statement,
  floor: number,
): Statement | undefined {
  if (at <= floor || limit === LIMIT.none) return undefined;
  const before = text.plain[at - 1] ?? '';
  if (endsBefore(text, at)) return undefined;
  if (COORDINATORS.has(before)) return { at: at - 1, limit };
  // `or anything like that`, `a bit of that`: a pronoun.
  const pronoun =
    before === 'that' && /^(?:like|of|all|about|with|for|and|or)$/.test(text.plain[at - 2] ?? '');
  if (COMPLEMENTIZERS.has(before) && !pronoun) return undefined;
  if (SUBORDINATORS.has(before)) {
    // `not sure if she has`, `asked when it began`: the governor of the verb also governs this.
    return SPEECH_AND_THOUGHT.has(text.plain[at - 2] ?? '') ? undefined : { at: at - 1, limit };
  }
  const named = nameAt(text, at - 1) !== undefined;
  if (!named && SPEECH_AND_THOUGHT.has(before) && !endsWithParticiple(text, at - 1))
    return undefined;
  if (!named && RELATIVE_PRONOUNS.has(before) && !pronoun) return undefined;
  if (!named && PREPOSITIONS.has(before) && !isParticle(text, at)) return undefined;
  // `nothing resembling gout was seen`: the name is no subject of its own.
  if (!named && GOVERNING_PARTICIPLES.test(before)) return undefined;
  // `no pain he can feel`, `symptoms she has had`: a relative clause without its pronoun.
  if (limit === LIMIT.sure && PRONOUNS.has(text.plain[at] ?? '') && before === 'symptoms') {
    return statesMore(text, at) ? { at, limit } : undefined;
  }
  return { at, limit };
}
