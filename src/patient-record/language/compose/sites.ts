import type { PhraseTree } from '../dictionary/phrase-tree.js';
import { anyMay, CLASS } from '../text/word-classes.js';
import { goesOn, type Word } from '../text/words.js';

/** Part of the body at each word. */
export interface Sites {
  /** Where the part begins that ends before a word, and its name. */
  endingAt(at: number): { readonly from: number; readonly part: string } | undefined;
  startingAt(at: number): { readonly to: number; readonly part: string } | undefined;
}

/** Words that say which side or end of a part is meant. */
const POSITION = new Set(
  (
    'left right bilateral both upper lower mid middle inner outer anterior posterior medial lateral ' +
    'proximal distal superior inferior dorsal ventral volar central front back side sided unilateral ' +
    'ipsilateral contralateral deep superficial lt rt l r anterolateral posterolateral entire whole ' +
    'lateralized top bottom base basal apical dominant nondominant affected opposite same'
  ).split(' '),
);
const CHAIN = new Set(['and', 'or']);
const DETERMINER = new Set(
  'the his her my your their our a an this that these those both any either each all some entire its one multiple'.split(
    ' ',
  ),
);
const PREPOSITION = new Set(
  'in of to on at over around behind under across near within inside throughout along involving above below beneath between down up localized affecting into'.split(
    ' ',
  ),
);
/** Side or part of what came before: `pain on the left`, `weakness on my right side`. */
const SIDE = new Set(['left', 'right', 'side']);

const isPosition = (word: Word | undefined) => word !== undefined && POSITION.has(word.folded);

const NO_SITES: Sites = { endingAt: () => undefined, startingAt: () => undefined };

/** Finds all parts of the body in one pass. */
export function createSites(words: readonly Word[], tree: PhraseTree<string>): Sites {
  if (!anyMay(words, CLASS.site)) return NO_SITES;
  const starts = new Map<number, { to: number; part: string }>();
  const ends = new Map<number, { from: number; part: string }>();
  for (let at = 0; at < words.length; at += 1) {
    const hit = tree.longestAt(words, at);
    const part = hit?.values[0];
    if (hit === undefined || part === undefined) continue;
    starts.set(at, { to: hit.to, part });
    const other = ends.get(hit.to);
    if (other === undefined) ends.set(hit.to, { from: at, part });
  }
  return { endingAt: (at) => ends.get(at), startingAt: (at) => starts.get(at) };
}

/** Where a name begins with the part of the body and the side before it. */
export function extendLeft(
  words: readonly Word[],
  from: number,
  sites: Sites,
): { readonly from: number; readonly site?: string } {
  let start = from;
  // `breast and ovarian cancer`: the name itself begins with a part of the body.
  let site: string | undefined;
  let named = sites.startingAt(from) !== undefined;
  for (let steps = 0; steps < 8 && goesOn(words[start]); steps += 1) {
    const part = sites.endingAt(start);
    const word = words[start - 1];
    if (part !== undefined) {
      start = part.from;
      site ??= part.part;
      named = true;
    } else if (isPosition(word)) start -= 1;
    else if (
      named &&
      (word?.folded === 'and' || word?.folded === 'or') &&
      goesOn(word) &&
      sites.endingAt(start - 1) !== undefined
    ) {
      start -= 1;
    } else break;
  }
  return { from: start, ...(site !== undefined && { site }) };
}

/** The part that begins at a word after its articles and sides. */
function partAt(words: readonly Word[], at: number, sites: Sites) {
  let next = at;
  for (let steps = 0; steps < 6; steps += 1) {
    const word = words[next];
    if (!goesOn(word) || word === undefined) return undefined;
    const part = sites.startingAt(next);
    if (part !== undefined) {
      let { to } = part;
      // `left side of her face`, `arm joint`: one part follows another.
      const more = words[to];
      if (goesOn(more) && more?.folded === 'of') {
        const further: { to: number; part: string } | undefined = partAfterOf(words, to + 1, sites);
        if (further !== undefined) to = further.to;
      } else if (goesOn(more)) {
        // `pancreatic head`
        const further = sites.startingAt(to);
        if (further !== undefined && !continuesAsName(words, further.to)) to = further.to;
      }
      return { to, part: part.part };
    }
    if (!DETERMINER.has(word.folded) && !POSITION.has(word.folded)) return undefined;
    next += 1;
  }
  return undefined;
}

function partAfterOf(words: readonly Word[], at: number, sites: Sites) {
  let next = at;
  for (let steps = 0; steps < 3 && goesOn(words[next]); steps += 1) {
    const part = sites.startingAt(next);
    if (part !== undefined) return part;
    if (!DETERMINER.has(words[next]?.folded ?? '') && !isPosition(words[next])) return undefined;
    next += 1;
  }
  return undefined;
}

/** `pain on the left`: a side alone. */
function sideAt(words: readonly Word[], at: number): number | undefined {
  let next = at;
  while (next < at + 2 && goesOn(words[next]) && DETERMINER.has(words[next]?.folded ?? ''))
    next += 1;
  let to = next;
  while (to < next + 2 && goesOn(words[to]) && SIDE.has(words[to]?.folded ?? '')) to += 1;
  return to > next ? to : undefined;
}

/** Adjectives that precede the part they describe: `numb fingers`, `swollen left knee`. */
const ADJECTIVE = new Set(
  'numb swollen painful sore itchy tender stiff weak aching achy red tingling burning bleeding bruised enlarged dilated thickened distended cold warm inflamed'.split(
    ' ',
  ),
);

/** Where a name ends with `in the left arm and hand` after it. */
export function extendRight(
  words: readonly Word[],
  to: number,
  sites: Sites,
): { readonly to: number; readonly site?: string } {
  if (ADJECTIVE.has(words[to - 1]?.folded ?? '')) {
    const part = partAt(words, to, sites);
    if (part !== undefined && !continuesAsName(words, part.to)) {
      const more = extendRight(words, part.to, sites);
      return { to: more.to, site: part.part };
    }
  }
  const preposition = words[to];
  if (!goesOn(preposition) || !PREPOSITION.has(preposition?.folded ?? '')) return { to };
  const part = partAt(words, to + 1, sites);
  if (part === undefined) {
    const side = preposition?.folded === 'on' ? sideAt(words, to + 1) : undefined;
    return { to: side ?? to };
  }
  let end = part.to;
  for (let parts = 0; parts < 4; parts += 1) {
    const link = words[end];
    if (!goesOn(link) || !CHAIN.has(link?.folded ?? '')) break;
    const after = PREPOSITION.has(words[end + 1]?.folded ?? '') ? end + 2 : end + 1;
    const next = partAt(words, after, sites);
    if (next === undefined || continuesAsName(words, next.to)) break;
    end = next.to;
  }
  return { to: end, site: part.part };
}

/** `pain in the arm and chest tightness`: the chest belongs to what follows. */
function continuesAsName(words: readonly Word[], at: number): boolean {
  const word = words[at];
  return (
    goesOn(word) &&
    /^(?:pain|ache|discomfort|tightness|swelling|weakness|pressure|numbness|tenderness|injury|problem|rash|stiffness|bleeding|spasm|cramp)$/.test(
      word?.folded ?? '',
    )
  );
}

const COPULA = new Set(
  'is are has have had was were feel felt been being be get got started keep look become'.split(
    ' ',
  ),
);
const FILLER = new Set(
  'very really so a bit little quite more pretty also all just kind of still it'.split(' '),
);

/** `my left arm feels numb`: returns where the part begins that the word describes. */
export function subjectBefore(
  words: readonly Word[],
  at: number,
  sites: Sites,
): { readonly from: number; readonly site: string } | undefined {
  let verb = at;
  for (let steps = 0; steps < 4 && goesOn(words[verb]); steps += 1) {
    const before = words[verb - 1];
    if (before === undefined) return undefined;
    const part = sites.endingAt(verb);
    if (part !== undefined) {
      const { from } = extendLeft(words, part.from, sites);
      return { from, site: part.part };
    }
    if (!COPULA.has(before.folded) && !FILLER.has(before.folded)) return undefined;
    verb -= 1;
  }
  return undefined;
}
