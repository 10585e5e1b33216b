import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { AppError, invalidField } from '../../core/errors.js';
import type { KeyMode } from '../../core/key-mode.js';
import { tied } from '../../fhir/access/compartment.js';
import type { Definitions } from '../../fhir/definitions/definition.js';
import { openDefinitions } from '../../fhir/definitions/open.js';
import { oneLine } from '../../fhir/import/blanks.js';
import { parameterName } from '../../fhir/index/parameter-name.js';
import { ID } from '../../fhir/interactions/resource-location.js';
import { pointInTime } from '../../fhir/search/paging.js';
import { READ_ONLY_TYPES } from '../../fhir/served-types.js';
import type { Filter, PageKey } from '../../store/fhir/filter.js';
import type { StoredResource } from '../../store/fhir/store.js';
import { perform } from '../../store/steps.js';
import type { ReadDecision } from '../../store/unit-of-work.js';
import {
  administrator,
  type CommandContext,
  type CommonOptions,
  withDatabase,
} from '../context.js';
import { modeOf } from '../keys.js';
import { json, table } from '../output.js';
import { createProgress } from '../progress.js';
import { openStore } from './server.js';

export interface ExportOptions extends CommonOptions {
  readonly mode: string;
  readonly out: string;
  readonly type: readonly string[];
  readonly since?: string;
  readonly patient?: string;
}

/** What to export, validated. */
interface ExportRequest {
  readonly mode: KeyMode;
  readonly types: readonly { readonly type: string; readonly where: Filter }[];
  /** Of one patient: conditions for the Provenances of what is exported. */
  readonly withProvenances?: (of: Filter) => Filter;
  /** Names of the options that were given, for the audit record. */
  readonly query: string;
}

interface ReferenceTarget {
  readonly type: string;
  readonly target: string;
}

interface ExportedFile {
  readonly type: string;
  readonly file: string;
  readonly partial: string;
  readonly resources: number;
}

const PAGE = 500;
const PROVENANCE = 'Provenance';
/** Resources whose Provenances are searched for at once. */
const TARGETS = 200;

function typesOf(
  { type: wanted, patient }: ExportOptions,
  { served, compartment }: Definitions,
): readonly string[] {
  const known = served.filter((type) => !READ_ONLY_TYPES.has(type));
  const unknown = wanted.find((type) => !known.includes(type));
  if (unknown !== undefined) throw invalidField('type', 'must be a resource type that is stored');
  const named = known.filter((type) => wanted.length === 0 || wanted.includes(type));
  if (patient === undefined) return named;
  const ofPatients = named.filter((type) => type === 'Patient' || compartment(type).length > 0);
  // They tell how the others came about, so they come after them.
  return [...ofPatients].sort(
    (one, other) => Number(one === PROVENANCE) - Number(other === PROVENANCE),
  );
}

/** The patient, or the resources of the patient's compartment. */
function ofPatient(type: string, patient: string, definitions: Definitions): Filter {
  const around = tied(type, patient, definitions);
  if (type !== 'Patient') return around;
  return { kind: 'any', of: [{ kind: 'id', any: [patient] }, around] };
}

function wantedBy(options: ExportOptions): ExportRequest {
  const { since, patient } = options;
  if (patient !== undefined && !ID.test(patient)) {
    throw invalidField('patient', 'must be the id of a Patient');
  }
  const of: Filter[] = [];
  if (since !== undefined) {
    of.push({ kind: 'updated', any: [{ low: { min: { at: pointInTime('since', since) } } }] });
  }
  const definitions = openDefinitions();
  const types = typesOf(options, definitions).map((type) => {
    const parts = patient === undefined ? of : [...of, ofPatient(type, patient, definitions)];
    return { type, where: { kind: 'all', of: parts } as const };
  });
  const names = [...(since === undefined ? [] : ['_since']), ...(patient ? ['patient'] : [])];
  const list = options.type.length === 0 ? '*' : options.type.join(',');
  return {
    mode: modeOf(options.mode),
    types,
    query: [list, ...names].join('&'),
    ...(patient !== undefined && {
      withProvenances: (one: Filter): Filter => ({ kind: 'all', of: [...of, one] }),
    }),
  };
}

/** All resources that meet a condition, oldest first, page by page. */
function* pagesOf(
  type: string,
  where: Filter,
  take: (rows: readonly StoredResource[]) => void,
): ReadDecision<void> {
  let after: PageKey | undefined;
  for (;;) {
    const page = { type, where, order: [], limit: PAGE, total: 'none' as const };
    const query = after === undefined ? page : { ...page, after };
    const { rows, more } = yield* perform({ kind: 'fhir.search', query });
    take(rows);
    after = rows.at(-1)?.key;
    if (!more || after === undefined) return;
  }
}

/** What is found of a type, each resource once; no file where there is none. */
function* writeType(
  type: string,
  wheres: readonly Filter[],
  folder: string,
  note: (rows: readonly StoredResource[]) => void,
): ReadDecision<ExportedFile | undefined> {
  const file = join(folder, `${type}.ndjson`);
  const partial = `${file}.partial`;
  let descriptor: number | undefined;
  let resources = 0;
  const seen = wheres.length > 1 ? new Set<string>() : undefined;
  const isFresh = ({ id }: StoredResource) => seen === undefined || !seen.has(id);
  try {
    for (const where of wheres) {
      yield* pagesOf(type, where, (page) => {
        const rows = page.filter(isFresh);
        if (rows.length === 0) return;
        descriptor ??= openSync(partial, 'w', 0o600);
        writeSync(descriptor, rows.map(({ body }) => `${oneLine(body)}\n`).join(''));
        resources += rows.length;
        for (const { id } of rows) seen?.add(id);
        note(rows);
      });
    }
    if (descriptor === undefined) return undefined;
    fsyncSync(descriptor);
    return { type, file, partial, resources };
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

function refuseOverwriting({ types }: ExportRequest, folder: string): void {
  const there = types.find(({ type }) => existsSync(join(folder, `${type}.ndjson`)));
  if (there === undefined) return;
  const message = `${join(folder, `${there.type}.ndjson`)} already exists.`;
  throw new AppError('conflict', message);
}

const chunked = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / TARGETS) }, (_, n) =>
    all.slice(n * TARGETS, (n + 1) * TARGETS),
  );

/** Conditions for the Provenances of resources. */
const aboutAny = (targets: readonly ReferenceTarget[]): Filter[] =>
  chunked(targets).map((any) => ({
    kind: 'reference',
    parameter: parameterName(PROVENANCE, 'target'),
    any,
  }));

function* writeAll(wanted: ExportRequest, folder: string): ReadDecision<readonly ExportedFile[]> {
  const { types, withProvenances } = wanted;
  const progress = createProgress();
  const written: ExportedFile[] = [];
  const targets: ReferenceTarget[] = [];
  try {
    for (const { type, where } of types) {
      const about =
        type === PROVENANCE && withProvenances ? aboutAny(targets).map(withProvenances) : [];
      let resources = 0;
      const file = yield* writeType(type, [where, ...about], folder, (rows) => {
        resources += rows.length;
        progress.show(`${type}: ${resources.toLocaleString('en')}`);
        if (withProvenances) targets.push(...rows.map(({ id }) => ({ type, target: id })));
      });
      if (file !== undefined) written.push(file);
    }
    return written;
  } finally {
    progress.clear();
  }
}

function report(written: readonly ExportedFile[], folder: string): string {
  if (written.length === 0) return 'There is nothing to export.';
  const rows = written.map(({ type, resources, file }) => [type, resources, file]);
  return `${table(['TYPE', 'RESOURCES', 'FILE'], rows)}\n\n${folder} holds patient data.`;
}

/** Writes resources as NDJSON, one file per type, readable by the owner only. */
export async function exportFiles(context: CommandContext, options: ExportOptions): Promise<void> {
  const { output } = context;
  const { out: folder, patient } = options;
  const wanted = wantedBy(options);
  await withDatabase(context, options, async (database) => {
    const { server, queue } = openStore(context, options, database);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    refuseOverwriting(wanted, folder);
    const partials = () => wanted.types.map(({ type }) => join(folder, `${type}.ndjson.partial`));
    try {
      const written = await server.store.decide(wanted.mode, writeAll(wanted, folder));
      const count = written.reduce((sum, { resources }) => sum + resources, 0);
      const target = patient === undefined ? wanted.mode : `Patient/${patient}`;
      const facts = { action: 'fhir.export', target, query: wanted.query, count };
      const record = { ...facts, outcome: 'success', actor: administrator(context) } as const;
      // No file gets its final name before the audit record is on the disk.
      await queue.record([record], 'synced');
      for (const { partial, file } of written) renameSync(partial, file);
      const files = written.map(({ type, file, resources }) => ({ type, file, resources }));
      output.out(options.json ? json({ files }) : report(written, folder));
    } finally {
      for (const partial of partials()) rmSync(partial, { force: true });
    }
  });
}
