import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { AppError, invalidField } from '../../core/errors.js';
import { auditEventOf } from '../../fhir/audit-events/from-record.js';
import { pointInTime } from '../../fhir/search/paging.js';
import {
  type AuditRow,
  createAuditRepository,
  type Stretch,
} from '../../storage/audit-repository.js';
import type { Database } from '../../storage/open.js';
import {
  type CommandContext,
  type CommonOptions,
  recordAdministration,
  withDatabase,
} from '../context.js';
import { json } from '../output.js';
import { createProgress } from '../progress.js';

export interface ExportOptions extends CommonOptions {
  readonly format: string;
  readonly out: string;
  readonly since?: string;
  readonly until?: string;
}

/**
 * A record with all that its hash covers. The event comes last and as the text that was hashed, so
 * that whoever verifies the file can cut it out instead of having to write it alike.
 */
function recordLine({ seq, at, prevHash, hash, event }: AuditRow): string {
  const hashes = `"prev_hash":"${prevHash.toString('hex')}","hash":"${hash.toString('hex')}"`;
  return `{"seq":${seq},"at":${JSON.stringify(at)},${hashes},"event":${event}}`;
}

const LINES: Readonly<Record<string, (row: AuditRow) => string>> = {
  jsonl: recordLine,
  fhir: (row) => JSON.stringify(auditEventOf(row)),
};

const instant = (name: string, text: string | undefined): string | undefined =>
  text === undefined ? undefined : new Date(pointInTime(name, text)).toISOString();

/** Lines that are written at once. */
const BATCH = 1_000;

function writeRows(
  rows: Iterable<AuditRow>,
  lineOf: (row: AuditRow) => string,
  descriptor: number,
): number {
  const progress = createProgress();
  let count = 0;
  let lines: string[] = [];
  const write = () => {
    if (lines.length > 0) writeFileSync(descriptor, `${lines.join('\n')}\n`);
    lines = [];
  };
  try {
    for (const row of rows) {
      lines.push(lineOf(row));
      count += 1;
      if (lines.length < BATCH) continue;
      write();
      progress.show(`${count.toLocaleString('en')} records`);
    }
    write();
    return count;
  } finally {
    progress.clear();
  }
}

interface Exported extends Stretch {
  readonly count: number;
}

/** All of it as it stood at one moment, whatever is recorded meanwhile. */
function writeExport(
  database: Database,
  path: string,
  { format, since, until }: ExportOptions,
): Exported {
  const lineOf = LINES[format];
  if (lineOf === undefined) throw invalidField('format', 'must be jsonl or fhir');
  const times = [instant('since', since), instant('until', until)] as const;
  const descriptor = openSync(path, 'wx', 0o600);
  try {
    return database.transaction(() => {
      const repository = createAuditRepository(database);
      const stretch = repository.stretch(...times);
      const count = writeRows(repository.each(stretch), lineOf, descriptor);
      fsyncSync(descriptor);
      return { ...stretch, count };
    })();
  } finally {
    closeSync(descriptor);
  }
}

/** Writes records to a file that its owner alone can read; that it was done is a record itself. */
export async function exportRecords(
  context: CommandContext,
  options: ExportOptions,
): Promise<void> {
  const { output } = context;
  const { out: file, format } = options;
  await withDatabase(context, options, async (database) => {
    if (existsSync(file)) throw new AppError('conflict', `${file} is there already.`);
    const partial = `${file}.${process.pid}.partial`;
    try {
      const { from, count } = writeExport(database, partial, options);
      const event = { action: 'audit.export', query: `format=${format}`, count };
      // The file has the name under which it is used only when its record is on the disk.
      await recordAdministration(context, database, event);
      renameSync(partial, file);
      const range = count === 0 ? {} : { first: from, last: from + count - 1 };
      if (options.json) return output.out(json({ file, format, records: count, ...range }));
      output.out(`${count.toLocaleString('en')} records in ${file}`);
    } finally {
      rmSync(partial, { force: true });
    }
  });
}
