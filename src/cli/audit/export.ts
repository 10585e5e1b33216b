import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import type { LoadedConfig } from '../../appliance/config/load.js';
import type { ChainLink } from '../../audit/audit-chain.js';
import { CheckpointFile } from '../../audit/checkpoint-file.js';
import { recordLine } from '../../audit/record-line.js';
import { selectRecords } from '../../audit/select-records.js';
import { subjectOf } from '../../audit/subject.js';
import { urlHost } from '../../core/addresses.js';
import { AppError, invalidField } from '../../core/errors.js';
import { auditEventOf } from '../../fhir/audit-events/from-record.js';
import { pointInTime } from '../../fhir/search/paging.js';
import { createAuditRepository } from '../../store/audit-repository.js';
import type { Database } from '../../store/open.js';
import {
  type CommandContext,
  type CommonOptions,
  configFor,
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
  readonly patient?: string;
}

type LineOf = (link: ChainLink) => string;

/** By format; AuditEvents name the server as clients know it. */
const LINES: Readonly<Record<string, (base: string) => LineOf>> = {
  jsonl: () => recordLine,
  fhir: (base) => (link) => JSON.stringify(auditEventOf(link, base)),
};

function baseOf({ server: { host, port, tls } }: LoadedConfig): string {
  return `${tls.mode === 'off' ? 'http' : 'https'}://${urlHost(host)}:${port}/v1/fhir`;
}

const instant = (name: string, text: string | undefined): string | undefined =>
  text === undefined ? undefined : new Date(pointInTime(name, text)).toISOString();

/** Lines per write. */
const BATCH = 1_000;

function writeRows(rows: Iterable<ChainLink>, lineOf: LineOf, descriptor: number): number {
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

interface ExportSummary {
  readonly count: number;
  readonly first?: number;
  readonly last?: number;
}

/** Notes the first and the last number. */
function* withEnds(rows: Iterable<ChainLink>, ends: Ends) {
  for (const row of rows) {
    ends.first ??= row.seq;
    ends.last = row.seq;
    yield row;
  }
}

interface Ends {
  first?: number;
  last?: number;
}

/** Runs on one snapshot of the database, unaffected by concurrent writes. */
function writeExport(
  database: Database,
  path: string,
  {
    config,
    format,
    since,
    until,
    patient,
  }: Omit<ExportOptions, 'config'> & { config: LoadedConfig },
): ExportSummary {
  const lineOf = LINES[format]?.(baseOf(config));
  if (lineOf === undefined) throw invalidField('format', 'must be jsonl or fhir');
  const times = [instant('since', since), instant('until', until)] as const;
  const descriptor = openSync(path, 'wx', 0o600);
  try {
    const repository = createAuditRepository(database);
    return repository.onSnapshot(() => {
      const crossCheck = new CheckpointFile(config.data_dir).crossCheck();
      const ends: Ends = {};
      const [from, to] = times;
      const wanted = selectRecords(repository, crossCheck, { since: from, until: to, patient });
      const rows = withEnds(wanted, ends);
      const count = writeRows(rows, lineOf, descriptor);
      fsyncSync(descriptor);
      return { ...ends, count };
    });
  } finally {
    closeSync(descriptor);
  }
}

/** Writes records to a file that only its owner can read; the export itself is recorded. */
export async function exportRecords(
  context: CommandContext,
  options: ExportOptions,
): Promise<void> {
  const { output } = context;
  const { out: file, format } = options;
  await withDatabase(context, options, async (database) => {
    if (existsSync(file)) throw new AppError('conflict', `${file} already exists.`);
    const partial = `${file}.${process.pid}.partial`;
    try {
      const config = configFor(context, options);
      const { count, ...range } = writeExport(database, partial, { ...options, config });
      const about = options.patient === undefined ? {} : { target: subjectOf(options.patient) };
      const event = { action: 'audit.export', query: `format=${format}`, count, ...about };
      // The file gets its final name only when the record of the export is on the disk.
      await recordAdministration(context, database, event);
      renameSync(partial, file);
      if (options.json) return output.out(json({ file, format, records: count, ...range }));
      output.out(`${count.toLocaleString('en')} records in ${file}`);
    } finally {
      rmSync(partial, { force: true });
    }
  });
}
