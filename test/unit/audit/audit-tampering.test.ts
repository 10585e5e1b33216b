import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkHash } from '../../../src/audit/audit-chain.js';
import { type AuditVerdict, verifyAudit } from '../../../src/audit/audit-verdict.js';
import { CheckpointFile } from '../../../src/audit/checkpoint-file.js';
import { readRecordLine, recordLine } from '../../../src/audit/record-line.js';
import { createAuditRepository } from '../../../src/store/audit-repository.js';
import { openDatabase } from '../../../src/store/open.js';
import SqliteDatabase, { type Database } from '../../../src/store/sqlite.js';
import { auditIn } from '../../support/audit-checkpoints.js';
import { rounds } from '../../support/rounds.js';
import { scratchFolder } from '../../support/scratch-folder.js';
import {
  fillSealed,
  headerPath,
  linesIn,
  packed,
  recordsPath,
  sealedAuditIn,
} from '../../support/sealed-audit.js';
import { stoppedClock } from '../../support/stopped-clock.js';

const BASE = 'wardbox.sqlite';
const TRIGGERS = [
  'audit_no_update',
  'audit_no_delete',
  'audit_chained',
  'audit_segments_no_update',
  'audit_segments_no_delete',
  'audit_segments_follow',
];

/** A log of some segments (the first ones removed), some records in the base, two signing keys. */
let original: string;
/** The same as it was some records, a checkpoint and a segment before. */
let earlier: string;
let records: { readonly first: number; readonly last: number; readonly inBase: number };
/** The newest record that a checkpoint vouches for. */
let signedTo: number;
let segments: readonly { readonly first: number; readonly last: number }[];
const GONE = 2;
const ROUNDS = rounds({ short: 2, long: 50 });

let scratch: string;

afterAll(() => rmSync(scratch, { recursive: true, force: true }));

beforeAll(async () => {
  scratch = mkdtempSync(join(tmpdir(), 'wardbox-tampering-'));
  const folder = join(scratch, 'original');
  const audit = sealedAuditIn(
    folder,
    4,
    auditIn(folder, stoppedClock(), () => undefined),
  );
  await fillSealed(audit, [9]);
  await audit.prune();
  await fillSealed(audit, [6]);
  await audit.checkpoints.rotateKey({ type: 'administrator', id: 'root' });
  await fillSealed(audit, [3]);
  earlier = join(scratch, 'earlier');
  audit.database.pragma('wal_checkpoint(TRUNCATE)');
  cpSync(folder, earlier, { recursive: true });
  await fillSealed(audit, [5]);
  await audit.checkpoint();
  await audit.record(2);
  segments = audit.repository.segments();
  const [newest] = audit.repository.tail(1);
  const verdict = audit.verdict();
  expect(verdict).toMatchObject({ intact: true });
  signedTo = verdict.intact ? verdict.signedTo : 0;
  const from = verdict.intact ? (verdict.from ?? 1) : 0;
  records = { first: from, last: newest!.seq, inBase: segments.at(-1)!.last + 1 };
  expect(segments[GONE - 1]!.last + 1).toBe(from);
  audit.database.close();
  original = folder;
});

/** The verdict on a copy after somebody with all rights but the private key has been at it. */
function verdictAfter(tamper: (folder: string) => void, source = original): AuditVerdict {
  const folder = scratchFolder();
  cpSync(source, folder, { recursive: true });
  tamper(folder);
  const database = openDatabase(folder);
  try {
    return verifyAudit(createAuditRepository(database), new CheckpointFile(folder).crossCheck());
  } finally {
    database.close();
    rmSync(folder, { recursive: true });
  }
}

function withBase(folder: string, work: (raw: Database) => void): void {
  const raw = new SqliteDatabase(join(folder, BASE));
  for (const name of TRIGGERS) raw.exec(`DROP TRIGGER ${name}`);
  work(raw);
  raw.close();
}

/** Edits the record lines of the segment that holds a record, as text. */
function inSegment(
  folder: string,
  seq: number,
  edit: (lines: string[], index: number) => string[],
): void {
  const number = segments.findIndex(({ last }) => seq <= last) + 1;
  const path = recordsPath(folder, number);
  writeFileSync(path, packed(edit(linesIn(path), seq - segments[number - 1]!.first)));
}

const isSealed = (seq: number): boolean => seq < records.inBase;

/** A record with another event, and with the hash that belongs to it. */
function forged(line: string): string {
  const link = readRecordLine(line)!;
  const event = link.event.replace('"outcome":"success"', '"outcome":"refused"');
  return recordLine({ ...link, event, hash: linkHash({ ...link, event }) });
}

interface Tampering {
  readonly name: string;
  /** Where it must be found: at this record or before it. */
  apply(folder: string, seq: number): void;
  readonly exact?: true;
}

const TAMPERINGS: readonly Tampering[] = [
  {
    name: 'an edit',
    exact: true,
    apply(folder, seq) {
      const edit = (text: string) => text.replace('success', 'failure');
      if (isSealed(seq)) {
        return inSegment(folder, seq, (lines, at) => lines.with(at, edit(lines[at]!)));
      }
      withBase(folder, (raw) => {
        raw
          .prepare("UPDATE audit SET event = replace(event, 'success', 'failure') WHERE seq = ?")
          .run(seq);
      });
    },
  },
  {
    name: 'a deletion',
    exact: true,
    apply(folder, seq) {
      if (isSealed(seq)) return inSegment(folder, seq, (lines, at) => lines.toSpliced(at, 1));
      withBase(folder, (raw) => void raw.prepare('DELETE FROM audit WHERE seq = ?').run(seq));
    },
  },
  {
    name: 'an edit with a good hash',
    apply(folder, seq) {
      if (isSealed(seq)) {
        return inSegment(folder, seq, (lines, at) => lines.with(at, forged(lines[at]!)));
      }
      withBase(folder, (raw) => {
        const rows = raw.prepare('SELECT * FROM audit WHERE seq >= ? ORDER BY seq').all(seq);
        let prevHash: Buffer | undefined;
        const update = raw.prepare('UPDATE audit SET event=?, prev_hash=?, hash=? WHERE seq=?');
        // All that follow are rewritten, too: only the checkpoints can tell.
        for (const row of rows as { seq: number; at: string; event: string; prev_hash: Buffer }[]) {
          const event = row.seq === seq ? row.event.replace('success', 'refused') : row.event;
          prevHash ??= row.prev_hash;
          const hash = linkHash({ seq: row.seq, at: row.at, event, prevHash });
          update.run(event, prevHash, hash, row.seq);
          prevHash = hash;
        }
      });
    },
  },
  {
    name: 'an insertion',
    apply(folder, seq) {
      if (isSealed(seq)) {
        return inSegment(folder, seq, (lines, at) => lines.toSpliced(at, 0, lines[at]!));
      }
      withBase(folder, (raw) => {
        raw.prepare('UPDATE audit SET seq = -seq WHERE seq >= ?').run(seq);
        raw.exec('UPDATE audit SET seq = 1 - seq WHERE seq < 0');
        raw
          .prepare(
            'INSERT INTO audit SELECT ?, at, event, prev_hash, hash, target FROM audit WHERE seq = ?',
          )
          .run(seq, seq + 1);
      });
    },
  },
  {
    name: 'a swap with the next one',
    apply(folder, seq) {
      if (isSealed(seq)) {
        return inSegment(folder, seq, (lines, at) =>
          at + 1 < lines.length
            ? lines.with(at, lines[at + 1]!).with(at + 1, lines[at]!)
            : lines.with(at, lines[at - 1] ?? '{}'),
        );
      }
      withBase(folder, (raw) => {
        const other = seq === records.last ? seq - 1 : seq + 1;
        raw.exec(`UPDATE audit SET seq = -1 WHERE seq = ${seq}`);
        raw.exec(`UPDATE audit SET seq = ${seq} WHERE seq = ${other}`);
        raw.exec(`UPDATE audit SET seq = ${other} WHERE seq = -1`);
      });
    },
  },
];

describe.each(TAMPERINGS.map((tampering) => [tampering.name, tampering] as const))(
  '%s',
  (_, { apply, exact }) => {
    it('of any record is found, and where', () => {
      fc.assert(
        fc.property(fc.integer({ min: records.first, max: records.last }), (seq) => {
          // A forged end of the chain, of which no checkpoint speaks yet, cannot be told.
          const verdict = verdictAfter((folder) => apply(folder, seq));
          if (exact === undefined && seq > signedTo) {
            return verdict.intact || (verdict.brokenAt ?? 0) >= signedTo;
          }
          if (verdict.intact) return false;
          const at = verdict.brokenAt ?? 0;
          return exact ? at === seq : at <= seq + 1 && at >= 1;
        }),
        { numRuns: ROUNDS },
      );
    });
  },
);

describe('what is taken away', () => {
  it.each([1, 2, 3])('from the end of the base is found: %d records', (count) => {
    const cut = records.last - count;
    const verdict = verdictAfter((folder) =>
      withBase(folder, (raw) => void raw.prepare('DELETE FROM audit WHERE seq > ?').run(cut)),
    );
    expect(verdict).toMatchObject({ intact: false, brokenAt: cut + 1 });
  });

  it('from the beginning of the base is found', () => {
    const verdict = verdictAfter((folder) =>
      withBase(folder, (raw) => void raw.exec(`DELETE FROM audit WHERE seq = ${records.inBase}`)),
    );
    expect(verdict).toMatchObject({ intact: false, brokenAt: records.inBase });
  });

  it('is reported with the segment, for each of its files', () => {
    segments.forEach(({ first }, index) => {
      const number = index + 1;
      for (const path of [headerPath, recordsPath]) {
        if (!existsSync(path(original, number))) continue;
        const verdict = verdictAfter((folder) => rmSync(path(folder, number)));
        expect(verdict).toMatchObject({ intact: false, segment: number, brokenAt: first });
      }
    });
  });

  it('from the base together with all that it knows of a segment is found', () => {
    const last = segments.length;
    const verdict = verdictAfter((folder) => {
      withBase(folder, (raw) => void raw.exec(`DELETE FROM audit_segments WHERE number = ${last}`));
      for (const path of [headerPath, recordsPath]) rmSync(path(folder, last));
    });
    expect(verdict).toMatchObject({ intact: false, brokenAt: segments[last - 1]!.first });
  });
});

describe('any byte of a file next to the database', () => {
  const folderOf = () => join(original, 'audit');
  const names = ['checkpoints.jsonl', 'segments'];

  it('that is changed is found', () => {
    const files = names.flatMap((name) => {
      const path = join(folderOf(), name);
      if (name.endsWith('.jsonl')) return [name];
      return readdirSync(path).map((file) => join(name, file));
    });
    fc.assert(
      fc.property(
        fc.constantFrom(...files),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        (file, position, mask) => {
          const bytes = readFileSync(join(folderOf(), file));
          const at = position % bytes.length;
          // What stands behind the last newline was left by a crash; time and system in the head of
          // a gzip file say nothing.
          if (at === bytes.length - 1 && !file.endsWith('.gz')) return true;
          if (file.endsWith('.gz') && at >= 4 && at <= 9) return true;
          bytes[at] = (bytes[at] ?? 0) ^ mask;
          const verdict = verdictAfter((folder) =>
            writeFileSync(join(folder, 'audit', file), bytes),
          );
          return !verdict.intact;
        },
      ),
      { numRuns: 5 * ROUNDS },
    );
  });
});

describe('a state of before', () => {
  const base = () => join(earlier, BASE);
  const audit = (folder: string) => join(folder, 'audit');
  const setBack = (folder: string, ...names: string[]) => {
    for (const name of names) {
      rmSync(join(folder, name), { recursive: true, force: true });
      cpSync(join(earlier, name), join(folder, name), { recursive: true });
    }
  };

  it('was sound', () => {
    expect(existsSync(base())).toBe(true);
    expect(verdictAfter(() => undefined, earlier)).toMatchObject({ intact: true });
  });

  it.each([
    ['the base', [BASE]],
    ['the checkpoints', [join('audit', 'checkpoints.jsonl')]],
    ['the segments', [join('audit', 'segments')]],
    ['the base and the segments', [BASE, join('audit', 'segments')]],
    ['the checkpoints and the segments', ['audit']],
    ['the base and the checkpoints', [BASE, join('audit', 'checkpoints.jsonl')]],
  ])('of %s alone is found', (what, names) => {
    const verdict = verdictAfter((folder) => setBack(folder, ...names));
    // Segments that no base knows of are files that nobody has entered yet.
    expect(verdict.intact).toBe(what === 'the base and the checkpoints');
  });

  it('of everything at once is detected by an external copy of the checkpoints', () => {
    const folder = scratchFolder();
    cpSync(earlier, folder, { recursive: true });
    const kept = join(folder, 'kept.jsonl');
    copyFileSync(join(audit(original), 'checkpoints.jsonl'), kept);
    copyFileSync(kept, join(audit(folder), 'checkpoints.jsonl'));
    const database = openDatabase(folder);
    const file = new CheckpointFile(folder);
    const verdict = verifyAudit(createAuditRepository(database), file.crossCheck());
    database.close();
    expect(verdict).toMatchObject({ intact: false });
  });
});
