import { createReadStream, statSync } from 'node:fs';
import { basename } from 'node:path';
import type { LoadedConfig } from '../../appliance/config/load.js';
import type { AuditEvent } from '../../audit/audit-log.js';
import { AppError, invalidField, messageOf } from '../../core/errors.js';
import { newId } from '../../core/ids.js';
import type { KeyMode } from '../../core/key-mode.js';
import { openDefinitions } from '../../fhir/definitions/open.js';
import type { Counts } from '../../fhir/import/counts.js';
import { searchesIn } from '../../fhir/import/find-targets.js';
import { type Item, type ItemTerms, itemsOf } from '../../fhir/import/items.js';
import { piecesOf } from '../../fhir/import/lines.js';
import type { Position } from '../../fhir/import/position.js';
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

function baseOf({ server: { host, port, tls } }: LoadedConfig): string {
  return `${tls.mode === 'off' ? 'http' : 'https'}://${host}:${port}/v1/fhir`;
}

/** A file, by its bytes, and how far its import has come. */
interface ImportedFile {
  readonly file: string;
  readonly sha256: string;
  readonly checkpoint: Checkpoint;
  readonly counts: Counts;
  /** Items whose references were not found in the first round. */
  readonly waiting: Set<string>;
  seconds: number;
}

/** In the last round are those that waited: what their references mean may follow them, in another file. */
type Round = 'first' | 'last';

const nameOf = ({ line, entry }: Position): string => `${line}/${entry}`;

/** What an interrupted import has passed over may have waited. */
const mayHaveWaited = (item: Item, { definitions }: Session): boolean =>
  item.kind === 'write' && searchesIn(item.request, definitions).length > 0;

function isTurnOf(
  item: Item,
  round: Round,
  { checkpoint, waiting }: ImportedFile,
  session: Session,
) {
  if (round === 'first') return !checkpoint.isDone(item.at);
  return (
    waiting.has(nameOf(item.at)) || (checkpoint.isDone(item.at) && mayHaveWaited(item, session))
  );
}

function loaderFor(session: Session, round: Round, { file, checkpoint, counts }: ImportedFile) {
  const { server, context, config, mode, refusals } = session;
  return server.part.load({
    who: { mode, actor: administrator(context), requestId: newId('req'), base: baseOf(config) },
    // The last round begins at the first line again.
    reach: (at) => (round === 'first' ? [checkpoint.reach(at)] : []),
    counts,
    refuse: (at, error) => refusals.add(file, at, error),
    syncRefusals: refusals.sync,
  });
}

/** @throws AppError in its iteration */
async function* bytesOf(file: string, report: (bytes: number) => void): AsyncGenerator<Buffer> {
  const stream = createReadStream(file, { highWaterMark: 262_144 });
  for await (const chunk of stream) {
    report(stream.bytesRead);
    yield chunk as Buffer;
  }
}

async function* itemsIn(
  session: Session,
  { file, sha256, counts }: ImportedFile,
): AsyncGenerator<Item> {
  const { config, definitions, options } = session;
  const since = performance.now();
  const size = Math.max(sizeOf(file), 1);
  const terms = { definitions, base: baseOf(config), sha256, keepBundles: !!options.keepBundles };
  const { bundle_body_bytes, resource_body_bytes } = config.fhir;
  const most = Math.max(bundle_body_bytes, resource_body_bytes);
  let read = 0;
  const bytes = bytesOf(file, (now) => {
    read = now;
  });
  try {
    for await (const piece of piecesOf(bytes, most)) {
      yield* itemsOf(piece, terms);
      tellProgress(session, counts, read / size, since);
    }
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    const message = `${file} cannot be read to its end: ${messageOf(cause)}.`;
    throw new AppError('validation_error', message, { cause });
  }
}

async function carryOut(session: Session, round: Round, imported: ImportedFile): Promise<void> {
  const since = performance.now();
  const loader = loaderFor(session, round, imported);
  try {
    for await (const item of itemsIn(session, imported)) {
      if (!isTurnOf(item, round, imported, session)) continue;
      const waits = await loader.add(item, round === 'last');
      if (waits) imported.waiting.add(nameOf(item.at));
    }
  } finally {
    // Everything before the point where a file breaks off is valid.
    await loader.flush();
    imported.seconds += (performance.now() - since) / 1_000;
  }
}

/** Records the import as a whole, and that the file is finished, in one commit. */
async function finish(session: Session, { checkpoint, sha256, counts }: ImportedFile) {
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

async function begin(session: Session, file: string): Promise<ImportedFile> {
  const { mode, imports, options } = session;
  const sha256 = await digestOf(file);
  const checkpoint = await createCheckpoint(imports, { mode, sha256 }, options.again ?? false);
  const counts: Counts = { created: 0, updated: 0, unchanged: 0, removed: 0, refused: 0 };
  return { file, sha256, checkpoint, counts, waiting: new Set(), seconds: 0 };
}

function reportOf({ file, sha256, checkpoint, counts, seconds }: ImportedFile): ImportReport {
  const { before, finished } = checkpoint;
  const how = finished
    ? ({ already_imported: true } as const)
    : before && { resumed_after_line: before.line };
  return { file, sha256, ...how, ...counts, seconds: Math.round(seconds * 1_000) / 1_000 };
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
  const imported: ImportedFile[] = [];
  try {
    for (const file of files) {
      const one = await begin(session, file);
      imported.push(one);
      if (!one.checkpoint.finished) await carryOut(session, 'first', one);
    }
    for (const one of imported.filter(({ checkpoint }) => !checkpoint.finished)) {
      const { waiting, checkpoint } = one;
      if (waiting.size > 0 || checkpoint.before) await carryOut(session, 'last', one);
      await finish(session, one);
    }
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'overloaded') throw error;
    const message = `${error.message} The same command continues where this one has stopped.`;
    throw new AppError('overloaded', message, { cause: error });
  } finally {
    progress.clear();
  }
  if (refusals.count > 0) context.exitCode = EXIT.refused;
  const reports = imported.map(reportOf);
  context.output.out(options.json ? json({ files: reports }) : report(session, reports));
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
