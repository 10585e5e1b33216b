import { z } from 'zod';
import { LABEL_COUNT } from '../tagger/labels.js';

const text = z.string().min(1);
const names = z.array(text);

/** Something with a name: `sited` takes a part of the body, `doubtful` names can mean other things. */
const concept = z.strictObject({
  name: text,
  synonyms: names.optional(),
  doubtful: names.optional(),
  /** ICD-10 of a condition, symptom or finding; LOINC of a test. */
  code: text.optional(),
  symp: text.optional(),
  sited: z.literal(true).optional(),
});
const concepts = z.array(concept);
const words = z.array(z.strictObject({ kind: text, words: names }));

const share = z.number().min(0).max(2);
const byKind = z.strictObject({ problem: share, substance: share });
const limits = z.strictObject({ add: byKind, replace: share, bound: share, veto: byKind });
/**
 * A trained tagger: weights as base64 of signed bytes, clusters of words, how sure it must be in
 * abstracts and other texts, and the words that distinguish abstracts from notes.
 */
const tagger = z.strictObject({
  bits: z.int().min(4).max(20),
  scale: z.number().positive(),
  transitions: z.array(z.number()).length(LABEL_COUNT * LABEL_COUNT),
  rows: text,
  limits: z.strictObject({ literature: limits, note: limits }),
  style: z.strictObject({ above: z.number(), words: z.array(z.tuple([text, z.number()])) }),
  clusters: z.array(z.strictObject({ path: z.tuple([z.int(), z.int()]), words: names })),
});

/** Every table of a package of clinical language. */
export const LANGUAGE_TABLES = {
  symptoms: concepts,
  findings: concepts,
  conditions: concepts,
  literature: concepts,
  anatomy: concepts,
  procedures: concepts,
  labs: concepts,
  chemicals: concepts,
  medication_classes: concepts,
  site_adjectives: z.array(z.strictObject({ name: text, part: z.string() })),
  vitals: z.array(
    z.strictObject({
      ...concept.shape,
      unit: text.optional(),
      bounds: z.tuple([z.number(), z.number()]),
    }),
  ),
  units: words,
  attributes: z.array(z.strictObject({ kind: text, value: text, words: names })),
  cues: words,
  headings: z.array(
    z.strictObject({
      kind: text,
      assertion: z.enum(['present', 'absent', 'possible', 'historical', 'family', 'hypothetical']),
      words: names,
    }),
  ),
  disease_words: words,
  plain_words: words,
  meanings: z.array(
    z.strictObject({
      short: text,
      name: text,
      type: z.enum([
        'symptom',
        'finding',
        'condition',
        'medication',
        'procedure',
        'anatomy',
        'lab_test',
        'none',
      ]),
      near: names,
    }),
  ),
  tagger,
} as const;

export type LanguageTables = {
  readonly [K in keyof typeof LANGUAGE_TABLES]: z.infer<(typeof LANGUAGE_TABLES)[K]>;
};
export type Concept = z.infer<typeof concept>;
