import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { categoryOf, type Score } from '../../src/scores/score.js';
import { readScoreVectors } from '../../test/support/score-vectors.js';

/** A kind of thing that is added often: its tests, and its existing entries. */
export interface Area {
  readonly tests: readonly string[];
  /** Its entries in a folder `src`, by name, each with a text that identifies its content. */
  list(src: string): Promise<ReadonlyMap<string, string>>;
}

/** A module of some folder `src`: its exports, or undefined where it is missing. */
async function moduleOf(src: string, path: string): Promise<Readonly<Record<string, unknown>>> {
  const file = join(src, path);
  return existsSync(file) ? await import(file) : {};
}

/** Rows of an exported list as text, functions included. */
async function rowsOf(
  src: string,
  path: string,
  exported: string,
  key: string,
): Promise<ReadonlyMap<string, string>> {
  const rows = (await moduleOf(src, path))[exported] ?? [];
  return new Map(
    (rows as readonly (string | Readonly<Record<string, unknown>>)[]).map((row) => [
      typeof row === 'string' ? row : String(row[key]),
      JSON.stringify(row, (_, value) => (typeof value === 'function' ? String(value) : value)),
    ]),
  );
}

/** A score's answer to a worked example, or why it has none. */
function answerOf(score: Score, inputs: Parameters<Score['compute']>[0]): unknown {
  try {
    const computed = score.compute(inputs);
    return { ...computed, category: categoryOf(score, computed).id };
  } catch (error) {
    return String(error);
  }
}

/** Scores, each with its description and its answers to the worked examples that there are now. */
async function scoresOf(src: string): Promise<ReadonlyMap<string, string>> {
  const files = readScoreVectors();
  const { SCORES: scores = [] } = await moduleOf(src, 'scores/catalogue.ts');
  return new Map(
    (scores as readonly Score[]).map((score) => {
      const vectors = files.flatMap((file) => (file.score === score.id ? file.vectors : []));
      const answers = vectors.map(({ inputs }) => answerOf(score, inputs));
      return [score.id, JSON.stringify([score, answers])];
    }),
  );
}

/** Kinds of models, each with the fields of its manifest. */
async function kindsOf(src: string): Promise<ReadonlyMap<string, string>> {
  const { modelManifestSchema } = await moduleOf(src, 'inference/schema.ts');
  const { options } = modelManifestSchema as {
    readonly options: readonly {
      readonly shape: Readonly<Record<string, unknown>> & {
        readonly kind: { readonly value: string };
      };
    }[];
  };
  return new Map(options.map(({ shape }) => [shape.kind.value, Object.keys(shape).join()]));
}

export const AREAS: Readonly<Record<string, Area>> = {
  score: {
    tests: ['test/unit/scores'],
    list: scoresOf,
  },
  'imaging-finding': {
    tests: ['test/unit/imaging'],
    list: (src) => rowsOf(src, 'imaging/report/rules.ts', 'ALL_RULES', 'id'),
  },
  'dicom-codec': {
    tests: ['test/unit/media/dicom'],
    list: (src) => rowsOf(src, 'media/dicom/transfer-syntax.ts', 'TRANSFER_SYNTAXES', 'uid'),
  },
  'model-kind': {
    tests: [
      'test/unit/inference',
      'test/unit/operations/model-worker',
      'test/unit/operations/models',
    ],
    list: kindsOf,
  },
  'fhir-type': {
    tests: ['test/unit/fhir', 'test/api/fhir-made.test.ts'],
    list: (src) => rowsOf(src, 'fhir/served-types.ts', 'SERVED_TYPES', ''),
  },
};
