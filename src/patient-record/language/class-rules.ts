import { mayBeOfConstruction } from './assertion/constructions.js';
import type { CueTree } from './assertion/cues.js';
import type { Description } from './attributes/describe.js';
import { mayMakeStatement } from './clauses/find-clauses.js';
import { mayBeginTime } from './clauses/past-times.js';
import { hasTellingEnding } from './compose/by-ending.js';
import { createHeadTest } from './compose/diseases.js';
import { isInCapitals } from './dictionary/find-names.js';
import type { Lexicon } from './dictionary/lexicon.js';
import type { PhraseTree } from './dictionary/phrase-tree.js';
import type { SectionReader } from './sections/find-sections.js';
import type { LanguageTables } from './tables/schema.js';
import { createUnlistedTest } from './tagger/second-opinion.js';
import { mayBeTurned } from './text/inverted.js';
import { createAmbiguityTest } from './text/read-words.js';
import { mayBeShorthand } from './text/shorthand.js';
import type { ClassRule } from './text/vocabulary.js';
import { CLASS } from './text/word-classes.js';
import type { Form } from './text/words.js';

/** The word lists that the rules of a package use. */
interface WordLists {
  readonly lexicon: Lexicon;
  readonly cues: CueTree;
  readonly descriptions: PhraseTree<Description>;
  readonly sections: SectionReader;
  /** Folded words that are common in clinical texts. */
  readonly common: ReadonlySet<string>;
}

const begins =
  (tree: PhraseTree<unknown>) =>
  ({ folded }: Form): boolean =>
    tree.beginsWith(folded);

/** Which words belong to which class: the reader of each class says it of its own. */
export function createClassRules(
  tables: LanguageTables,
  { lexicon, cues, descriptions, sections, common }: WordLists,
): readonly ClassRule[] {
  const isAmbiguous = createAmbiguityTest(tables);
  return [
    [CLASS.name, begins(lexicon.names)],
    [CLASS.site, begins(lexicon.sites)],
    [CLASS.cue, begins(cues)],
    [CLASS.description, begins(descriptions)],
    [CLASS.heading, (form) => sections.mayBeginHeading(form)],
    [CLASS.construction, mayBeOfConstruction],
    [CLASS.statement, mayMakeStatement],
    [CLASS.time, mayBeginTime],
    [CLASS.common, ({ folded }) => common.has(folded)],
    [CLASS.shorthand, (form) => mayBeShorthand(form) || isAmbiguous(form)],
    [CLASS.complaint, mayBeTurned],
    [CLASS.disease, createHeadTest(tables)],
    [CLASS.ending, hasTellingEnding],
    [CLASS.unlisted, createUnlistedTest(common)],
    [CLASS.digit, ({ written }) => /\d/.test(written)],
    [CLASS.capitals, isInCapitals],
  ];
}
