import { statSync } from 'node:fs';
import { basename } from 'node:path';
import type { LoadedConfig } from '../../appliance/config/load.js';
import type { AuditEvent } from '../../audit/audit-log.js';
import { AppError, invalidField } from '../../core/errors.js';
import { newId } from '../../core/ids.js';
import type { KeyMode } from '../../core/key-mode.js';
import { openDefinitions } from '../../fhir/definitions/open.js';
import {
  createImportProgressRepository,
  type ImportProgressRepository,
} from '../../store/import-progress.js';
import type { Database } from '../../store/open.js';
import {
  administrator,
  type CommandContext,
  type CommonOptions,
  configFor,
  EXIT,
  withDatabase,
} from '../context.js';
import { modeOf } from '../keys.js';
import { json, table } from '../output.js';
import { createProgress, type Progress } from '../progress.js';
import type { Counts } from './counts.js';
import { type ItemTerms, itemsOf } from './items.js';
import { piecesOf } from './lines.js';
import { Loader } from './load.js';
import { createRefusals, placeIn, type Refusals } from './refusals.js';
import { type Checkpoint, createCheckpoint, digestOf } from './resume.js';
import { type OpenedStore, openStore } from './server.js';

export interface ImportOptions extends CommonOptions {
  readonly mode: string;
  readonly errors?: string;
  readonly again?: true;
  readonly keepBundles?: true;
}

/** The result for one file, in the field names of the JSON output. */
interface ImportReport extends Counts {
  readonly file: string;
  readonly sha256: string;
  /** How far an earlier import got, or that it worked through the whole file. */
  readonly resumed_after_line?: number;
  readonly already_imported?: true;
  readonly seconds: number;
}

interface Session extends OpenedStore {
  readonly context: CommandContext;
  readonly config: LoadedConfig;
  readonly options: ImportOptions;
  readonly mode: KeyMode;
  readonly imports: ImportProgressRepository;
  readonly refusals: Refusals;
  readonly progress: Progress;
  readonly definitions: ItemTerms['definitions'];
}

/** Every file must be readable before the first one is begun. */
function sizeOf(file: string): number {
  const facts = statSync(file, { throwIfNoEntry: false });
  if (facts?.isFile()) return facts.size;
  throw invalidField('file', `${file} is not a file that can be read`);
}

const amount = (count: number) => count.toLocaleString('en');

function tellProgress(session: Session, counts: Counts, done: number, since: number): void {
  const { created, updated, unchanged, removed, refused } = counts;
  const all = created + updated + unchanged + removed + refused;
  const rate = Math.round((all * 1_000) / Math.max(performance.now() - since, 1));
  const bad = refused === 0 ? '' : `, ${amount(refused)} refused`;
  session.progress.show(`${amount(all)} resources, ${amount(rate)} per second${bad}`, done);
}

function loaderFor(session: Session, file: string, checkpoint: Checkpoint, counts: Counts) {
  const { server, commit, context, config, mode, refusals } = session;
  return new Loader({
    server,
    commit,
    who: { mode, actor: administrator(context), requestId: newId('req'), base: baseOf(config) },
    checkpoint,
    counts,
    refuse: (at, error) => refusals.add(file, at, error),
    syncRefusals: refusals.sync,
    resourceBytes: config.fhir.resource_body_bytes,
  });
}

function baseOf({ server: { host, port, tls } }: LoadedConfig): string {
  return `${tls.mode === 'off' ? 'http' : 'https'}://${host}:${port}/v1/fhir`;
}

/** A file, by its bytes, and how far its import has come. */
interface ImportedFile {
  readonly file: string;
  readonly sha256: string;
  readonly checkpoint: Checkpoint;
}

async function load(
  session: Session,
  { file, sha256, checkpoint }: ImportedFile,
  loader: Loader,
  progress: ImportProgress,
) {
  const { config, definitions, options } = session;
  const keepBundles = options.keepBundles ?? false;
  const terms = { definitions, base: baseOf(config), sha256, keepBundles };
  const { bundle_body_bytes, resource_body_bytes } = config.fhir;
  const most = Math.max(bundle_body_bytes, resource_body_bytes);
  try {
    for await (const piece of piecesOf(file, most, progress.bytes)) {
      for (const item of itemsOf(piece, terms)) {
        if (!checkpoint.isDone(item.at)) await loader.add(item);
      }
      progress.piece();
    }
  } catch (error) {
    // Everything before the point where a file breaks off is valid.
    await loader.flush();
    throw error;
  }
  await loader.flush();
}

interface ImportProgress {
  bytes(read: number): void;
  piece(): void;
}

/** Records the import as a whole, and that the file is finished, in one commit. */
async function finish(session: Session, checkpoint: Checkpoint, sha256: string, counts: Counts) {
  const { context, mode, commit, refusals } = session;
  const { refused, unchanged: _, ...written } = counts;
  const count = Object.values(written).reduce((sum, one) => sum + one, 0);
  const event = { action: 'fhir.import', actor: administrator(context), request_sha256: sha256 };
  const records: AuditEvent[] = [{ ...event, target: mode, outcome: 'success', count }];
  if (refused > 0) records.push({ ...event, target: mode, outcome: 'refused', count: refused });
  refusals.sync();
  const writes = [checkpoint.finish()];
  await commit({ work: { value: undefined, writes, records }, wait: 'synced' });
}

async function importFile(session: Session, file: string): Promise<ImportReport> {
  const since = performance.now();
  const { mode, imports, options } = session;
  const size = sizeOf(file);
  const sha256 = await digestOf(file);
  const checkpoint = await createCheckpoint(imports, { mode, sha256 }, options.again ?? false);
  const counts: Counts = { created: 0, updated: 0, unchanged: 0, removed: 0, refused: 0 };
  const seconds = () => Math.round(performance.now() - since) / 1_000;
  if (checkpoint.finished) {
    return { file, sha256, already_imported: true, ...counts, seconds: seconds() };
  }
  const loader = loaderFor(session, file, checkpoint, counts);
  let read = 0;
  await load(session, { file, sha256, checkpoint }, loader, {
    bytes: (bytes) => {
      read = bytes;
    },
    piece: () => tellProgress(session, counts, read / Math.max(size, 1), since),
  });
  await finish(session, checkpoint, sha256, counts);
  const { before } = checkpoint;
  const resumed = before && { resumed_after_line: before.line };
  return { file, sha256, ...resumed, ...counts, seconds: seconds() };
}

/** Shows places and codes only: no patient text. */
function report(session: Session, imported: readonly ImportReport[]): string {
  const { first, count } = session.refusals;
  const head = ['FILE', 'CREATED', 'UPDATED', 'UNCHANGED', 'REMOVED', 'REFUSED', 'NOTE'];
  const rows = imported.map((one) => {
    const { created, updated, unchanged, removed, refused } = one;
    const after = one.resumed_after_line;
    const note = after === undefined ? undefined : `continued after line ${after}`;
    const again = one.already_imported && 'imported before; --again imports it again';
    return [basename(one.file), created, updated, unchanged, removed, refused, again || note];
  });
  const shown = first.map((one) => `  ${placeIn(one)}: ${one.code}`);
  const more = count > first.length ? [`  and ${count - first.length} more`] : [];
  const reasons = session.options.errors === undefined ? ' (--errors FILE gives the reasons)' : '';
  const refused = count === 0 ? [] : [`\nRefused${reasons}:`, ...shown, ...more];
  return [table(head, rows), ...refused].join('\n');
}

async function importAll(session: Session, files: readonly string[]): Promise<void> {
  const { context, options, server, refusals, progress } = session;
  for (const file of files) sizeOf(file);
  // Conditional entries need the search index, which must match the present definitions.
  await server.reindex();
  const imported: ImportReport[] = [];
  try {
    for (const file of files) imported.push(await importFile(session, file));
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'overloaded') throw error;
    const message = `${error.message} The same command continues where this one has stopped.`;
    throw new AppError('overloaded', message, { cause: error });
  } finally {
    progress.clear();
  }
  if (refusals.count > 0) context.exitCode = EXIT.refused;
  context.output.out(options.json ? json({ files: imported }) : report(session, imported));
}

/** Imports files of resources, each resource once however often the import is interrupted. */
export async function importFiles(
  context: CommandContext,
  files: readonly string[],
  options: ImportOptions,
): Promise<void> {
  const mode = modeOf(options.mode);
  const config = configFor(context, options);
  await withDatabase(context, options, async (database: Database) => {
    const refusals = createRefusals(options.errors);
    const session: Session = {
      ...openStore(context, options, database),
      context,
      config,
      options,
      mode,
      refusals,
      imports: createImportProgressRepository(database),
      progress: createProgress(),
      definitions: openDefinitions(),
    };
    try {
      await importAll(session, files);
    } finally {
      refusals.close();
    }
  });
}
