import { createHash } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { AppError, messageOf } from '../../core/errors.js';
import { outcomeOfError } from '../../core/operation-outcome.js';
import { contentOfSealedFile, type SealedFile } from '../../core/sealed-file.js';
import { type BulkParts, BulkRuns, type RunTerms } from '../bulk/bulk-runs.js';
import type { Definitions } from '../definitions/definition.js';
import type { ImportCounts, Imports, NewImport } from './import-run.js';
import { type Item, itemsOf } from './items.js';
import { piecesOf } from './lines.js';
import type { Loader, LoadTerms } from './load.js';
import type { Position } from './position.js';

/** Below the data folder. */
export const IMPORTS_FOLDER = 'fhir-imports';

export interface ImportsParts extends BulkParts {
  readonly definitions: Definitions;
  readonly load: (terms: LoadTerms) => Loader;
  /** Of a resource. */
  readonly maxBytes: number;
}

/** In the last round are those that waited: what their references mean may follow them, in another file. */
type Round = 'first' | 'last';

interface ImportedFile {
  readonly sealed: SealedFile;
  readonly counts: ImportCounts;
  readonly waiting: Set<string>;
}

async function digestOf(sealed: SealedFile): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of contentOfSealedFile(sealed)) hash.update(piece);
  return hash.digest('hex');
}

const nameOf = ({ line, entry }: Position): string => `${line}/${entry}`;

/** The refusal of a line, by its place and without its content. */
function refusalOf(file: number, { line }: Position, error: AppError): string {
  const { issue } = outcomeOfError(error);
  const id = `file-${file}-line-${line}`;
  return JSON.stringify({ resourceType: 'OperationOutcome', id, issue });
}

async function* itemsIn(
  { sealed, counts: { sha256 } }: ImportedFile,
  { who }: NewImport,
  { definitions, maxBytes }: ImportsParts,
): AsyncGenerator<Item> {
  // A line is a resource, as in the files of an export: what a Bundle asks for is not carried out.
  const terms = { definitions, base: who.base, sha256, keepBundles: true };
  try {
    for await (const piece of piecesOf(contentOfSealedFile(sealed), maxBytes)) {
      yield* itemsOf(piece, terms);
      // Requests come in between.
      await setImmediate();
    }
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError('validation_error', `A file breaks off: ${messageOf(cause)}.`, { cause });
  }
}

async function carryOutRound(
  round: Round,
  imported: ImportedFile,
  asked: NewImport,
  { mayGoOn, onProgress, refuse }: RunTerms & { refuse: (refusal: string) => Promise<void> },
  parts: ImportsParts,
): Promise<void> {
  const { counts, waiting } = imported;
  const { file } = counts;
  const refused: string[] = [];
  const loader = parts.load({
    who: asked.who,
    reach: () => [],
    counts,
    refuse: (at, error) => refused.push(refusalOf(file, at, error)),
    syncRefusals: () => undefined,
  });
  try {
    for await (const item of itemsIn(imported, asked, parts)) {
      if (round === 'last' && !waiting.has(nameOf(item.at))) continue;
      mayGoOn();
      const waits = await loader.add(item, round === 'last');
      if (waits) waiting.add(nameOf(item.at));
      else onProgress(1, `file ${file}`);
      for (const one of refused.splice(0)) await refuse(one);
    }
  } finally {
    await loader.flush();
  }
  for (const one of refused) await refuse(one);
}

async function carryOut(
  asked: NewImport,
  terms: RunTerms,
  parts: ImportsParts,
): Promise<readonly ImportCounts[]> {
  const writer = terms.files.writer('OperationOutcome', 'notes');
  const withWriter = { ...terms, refuse: (refusal: string) => writer.write([refusal]) };
  const files: ImportedFile[] = [];
  for (const [index, sealed] of asked.files.entries()) {
    const sha256 = await digestOf(sealed);
    const counts = { created: 0, updated: 0, unchanged: 0, removed: 0, refused: 0 };
    const one = {
      sealed,
      counts: { file: index + 1, sha256, ...counts },
      waiting: new Set<string>(),
    };
    files.push(one);
    await carryOutRound('first', one, asked, withWriter, parts);
  }
  for (const one of files.filter(({ waiting }) => waiting.size > 0)) {
    await carryOutRound('last', one, asked, withWriter, parts);
  }
  await writer.finish();
  await Promise.all(asked.files.map(({ path }) => rm(path, { force: true })));
  return files.map(({ counts }) => counts);
}

/** The imports since the appliance was started. */
export function createImports(parts: ImportsParts): Imports {
  return new BulkRuns<NewImport, readonly ImportCounts[]>(
    {
      name: 'import',
      async takeOver(asked, folder) {
        const moved = asked.files.map(async (sealed) => {
          const path = join(folder, basename(sealed.path));
          await rename(sealed.path, path);
          return { ...sealed, path };
        });
        return { ...asked, files: await Promise.all(moved) };
      },
      carryOut: (asked, terms) => carryOut(asked, terms, parts),
    },
    parts,
  );
}
