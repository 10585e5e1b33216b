import { setImmediate } from 'node:timers/promises';
import type { KeyMode } from '../../core/key-mode.js';
import type { FhirStore } from '../../store/fhir/fhir-store.js';
import type { HistoryKey, ResourceName, StoredResource } from '../../store/fhir/store.js';
import type { BulkFiles } from '../bulk/bulk-files.js';
import type { Definitions } from '../definitions/definition.js';
import { subset } from '../search/subset.js';
import {
  beginning,
  type DeletedPage,
  type Notice,
  noticeChanges,
  readDeleted,
  readSelected,
  type SelectedPage,
  type Selection,
} from './scan.js';

export interface ExportPlan {
  readonly mode: KeyMode;
  readonly selections: readonly Selection[];
  readonly elements: ReadonlyMap<string, readonly string[]>;
  readonly since?: number;
  /** Of the Provenances of all that is exported by the other selections. */
  readonly associated?: Selection;
  /** OperationOutcomes that the client is to know, each as JSON. */
  readonly notes: readonly string[];
}

export interface WriteParts {
  readonly store: FhirStore;
  readonly definitions: Definitions;
  readonly files: BulkFiles;
  /** @throws when the export has to end */
  mayGoOn(): void;
  /** Resources that were written. */
  onProgress(type: string, resources: number): void;
}

const FIRST_ROWS = 20;
const MAX_ROWS = 100;
/** Resources can be large: pages are as long as these many characters allow. */
const PAGE_CHARACTERS = 2_097_152;

/** The length of the next page, from what this one was like. */
function nextLimit(limit: number, rows: readonly StoredResource[]): number {
  const characters = rows.reduce((sum, { body }) => sum + body.length, 0);
  if (characters > PAGE_CHARACTERS) return Math.max(1, Math.floor(limit / 4));
  return characters > PAGE_CHARACTERS / 2 ? limit : Math.min(MAX_ROWS, limit * 2);
}

type Take = (rows: readonly StoredResource[]) => Promise<void>;

async function readType(
  selection: Selection,
  mode: KeyMode,
  { store, mayGoOn }: WriteParts,
  take: Take,
): Promise<void> {
  let place = beginning(selection);
  let after: HistoryKey | undefined;
  do {
    mayGoOn();
    const from = { place, ...(after !== undefined && { after }) };
    const notice: Notice = await store.decide(mode, noticeChanges(selection, from));
    await take(notice.rows);
    ({ place, after } = notice);
    await setImmediate();
  } while (after !== undefined);
  let limit = FIRST_ROWS;
  for (let next: SelectedPage['next'] = place; next !== undefined; ) {
    mayGoOn();
    const page: SelectedPage = await store.decide(mode, readSelected(selection, next, limit));
    await take(page.rows);
    limit = nextLimit(limit, page.rows);
    next = page.next;
    // Requests come in between.
    await setImmediate();
  }
}

const LINE_BREAKS = /[\r\n][\t\n\r ]*/g;

/** A resource in one line: its text is kept as it was sent, with breaks between its members. */
const lineOf = (text: string): string => text.replace(LINE_BREAKS, '');

const deletionOf = ({ type, id }: ResourceName) => ({
  request: { method: 'DELETE', url: `${type}/${id}` },
});

const deletionsBundle = (names: readonly ResourceName[]): string =>
  JSON.stringify({ resourceType: 'Bundle', type: 'transaction', entry: names.map(deletionOf) });

async function writeDeletions(
  selection: Selection,
  since: number,
  mode: KeyMode,
  { store, files, mayGoOn }: WriteParts,
): Promise<void> {
  const writer = files.writer(selection.type, 'deletions');
  let after: HistoryKey | undefined;
  do {
    mayGoOn();
    const page: DeletedPage = await store.decide(mode, readDeleted(selection, since, after));
    if (page.names.length > 0) await writer.write([deletionsBundle(page.names)]);
    after = page.after;
    await setImmediate();
  } while (after !== undefined);
  await writer.finish();
}

const nameOf = ({ type, id }: ResourceName): string => `${type}/${id}`;

/** Those of a page that are written. */
type RowsTaken = (rows: readonly StoredResource[]) => readonly StoredResource[];

async function writeType(
  selection: Selection,
  { mode, elements }: Pick<ExportPlan, 'mode' | 'elements'>,
  parts: WriteParts,
  take: RowsTaken,
): Promise<void> {
  const { definitions, files } = parts;
  const { type } = selection;
  const wanted = { summary: 'false', elements: elements.get(type) ?? [] } as const;
  const writer = files.writer(type, 'resources');
  await readType(selection, mode, parts, async (page) => {
    const rows = take(page);
    await writer.write(rows.map(({ body }) => lineOf(subset(body, type, wanted, definitions))));
    parts.onProgress(type, rows.length);
  });
  await writer.finish();
}

/** Writes all files of an export; none of them may be served before it resolves. */
export async function writeExport(plan: ExportPlan, parts: WriteParts): Promise<void> {
  const { mode, selections, since, associated, notes } = plan;
  const written = new Set<string>();
  const take: RowsTaken =
    associated === undefined
      ? (rows) => rows
      : (rows) => {
          const fresh = rows.filter((row) => !written.has(nameOf(row)));
          for (const row of fresh) written.add(nameOf(row));
          return fresh;
        };
  for (const selection of selections) {
    await writeType(selection, plan, parts, take);
    if (since !== undefined) await writeDeletions(selection, since, mode, parts);
  }
  if (associated !== undefined) {
    await writeType({ ...associated, targets: written }, plan, parts, take);
  }
  const { files } = parts;
  const writer = files.writer('OperationOutcome', 'notes');
  await writer.write(notes);
  await writer.finish();
}
