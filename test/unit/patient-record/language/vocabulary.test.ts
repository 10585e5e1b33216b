import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openSources } from '../../../../scripts/train/clinical-language/dictionary.js';
import { assertSpans } from '../../../../src/patient-record/language/assertion/assert.js';
import { createCueTree, findCues } from '../../../../src/patient-record/language/assertion/cues.js';
import { createDescriptionTree } from '../../../../src/patient-record/language/attributes/describe.js';
import { createCandidateReader } from '../../../../src/patient-record/language/candidates.js';
import { createClassRules } from '../../../../src/patient-record/language/class-rules.js';
import { findClauses } from '../../../../src/patient-record/language/clauses/find-clauses.js';
import { DetailsReader } from '../../../../src/patient-record/language/details.js';
import { createLexicon } from '../../../../src/patient-record/language/dictionary/lexicon.js';
import { SectionReader } from '../../../../src/patient-record/language/sections/find-sections.js';
import { resolveOverlaps } from '../../../../src/patient-record/language/span.js';
import {
  commonWords,
  createSecondOpinion,
} from '../../../../src/patient-record/language/tagger/second-opinion.js';
import { createWordReader } from '../../../../src/patient-record/language/text/read-words.js';
import {
  createVocabulary,
  type Vocabulary,
} from '../../../../src/patient-record/language/text/vocabulary.js';
import {
  CLASS,
  LISTED,
  UNCLASSIFIED,
} from '../../../../src/patient-record/language/text/word-classes.js';
import { createForm, type Word } from '../../../../src/patient-record/language/text/words.js';

const { tables, drugNames } = await openSources('models');
const lexicon = createLexicon(tables, drugNames);
const cues = createCueTree(tables);
const descriptions = createDescriptionTree(tables);
const sections = new SectionReader(tables);
const common = commonWords(tables);
const vocabulary = createVocabulary(
  createClassRules(tables, { lexicon, cues, descriptions, sections, common }),
);
const NO_FIELD: ReadonlySet<string> = new Set();

const candidates = createCandidateReader(tables, lexicon);
const secondOpinion = createSecondOpinion(tables, common);
const details = new DetailsReader(tables, descriptions);

/** Everything that is read from words, by the rules that ask for their classes. */
function readAll(text: string, words: readonly Word[]) {
  const all = resolveOverlaps(candidates(text, words, NO_FIELD), words.length);
  const spans = secondOpinion(words, all);
  const limits = findClauses(words, spans);
  const found = findCues(text, words, cues, new Uint8Array(words.length));
  return {
    spans,
    limits: [...limits],
    sections: sections.read(text, words),
    said: assertSpans({
      text,
      words,
      spans,
      cues: found,
      limits,
      dialogue: false,
      reported: false,
    }),
    details: details.read(text, words, spans),
  };
}

const NONE: Vocabulary = { formOf: createForm, classified: (word) => word };
const readClassified = createWordReader(tables, lexicon.names, vocabulary);
const readUnclassified = createWordReader(tables, lexicon.names, NONE);

const LINES: readonly { line: string }[] = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../golden/history-lines.json'), 'utf8'),
);

describe('the classes of words', () => {
  it.each(LINES.map(({ line }) => line))('leave out no rule that applies to %j', (line) => {
    const words = readClassified(line);
    const bare = readUnclassified(line);
    expect(words.map((word) => ({ ...word, classes: UNCLASSIFIED }))).toEqual(bare);
    expect(readAll(line, words)).toEqual(readAll(line, bare));
  });

  it('are known of every word of a text, with its shorthand', () => {
    const words = readClassified('HTN, c/o chestpain, L arm pn; Mrs Xyzzy x3/7');
    expect(words.filter(({ classes }) => classes === UNCLASSIFIED)).toEqual([]);
  });

  it('distinguish words of lists from others', () => {
    expect(vocabulary.formOf('pneumonia').classes & CLASS.name).not.toBe(0);
    expect(vocabulary.formOf('Denies').classes & CLASS.cue).not.toBe(0);
    expect(vocabulary.formOf('Xyzzy').classes & LISTED).toBe(0);
  });

  it('are kept of words of lists alone', () => {
    expect(vocabulary.formOf('pneumonia')).toBe(vocabulary.formOf('pneumonia'));
    expect(vocabulary.formOf('Xyzzy')).not.toBe(vocabulary.formOf('Xyzzy'));
    expect(vocabulary.formOf('2019')).not.toBe(vocabulary.formOf('2019'));
  });
});
