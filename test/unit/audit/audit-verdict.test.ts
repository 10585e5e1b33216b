import { expect, it, onTestFinished } from 'vitest';
import { nextLink } from '../../../src/audit/audit-chain.js';
import { verifyAudit } from '../../../src/audit/audit-verdict.js';
import { CheckpointFile } from '../../../src/audit/checkpoint-file.js';
import { createAuditRepository } from '../../../src/store/audit-repository.js';
import { inspectDatabase } from '../../../src/store/inspect.js';
import { type Database, openDatabase } from '../../../src/store/open.js';
import { EVENT, fillAudit } from '../../support/audit-records.js';
import { scratchFolder } from '../../support/scratch-folder.js';

/** A database in which something happens after each value that is read. */
function interrupted(database: Database, happen: () => void): Database {
  const bound = (target: object, name: string | symbol): unknown => {
    const value = Reflect.get(target, name) as unknown;
    return typeof value === 'function' ? value.bind(target) : value;
  };
  return new Proxy(database, {
    get: (target, name) =>
      name !== 'prepare'
        ? bound(target, name)
        : (sql: string) => {
            const statement = target.prepare(sql);
            const watched: object = new Proxy(statement, {
              get: (_, part) => {
                if (part === 'pluck') {
                  return () => {
                    statement.pluck();
                    return watched;
                  };
                }
                if (part !== 'get') return bound(statement, part);
                return (...values: unknown[]) => {
                  const row = statement.get(...values);
                  happen();
                  return row;
                };
              },
            });
            return watched;
          },
  });
}

it('is given of one state of the log, while a daemon goes on to record', () => {
  const folder = scratchFolder();
  const writer = openDatabase(folder);
  fillAudit(writer, 5);
  const repository = createAuditRepository(writer);
  let added = 0;
  const record = () =>
    repository.appendAll((last) => {
      added += 1;
      return [nextLink(last, new Date().toISOString(), JSON.stringify(EVENT))];
    });
  const { database, close } = inspectDatabase(folder);
  onTestFinished(() => {
    close();
    writer.close();
  });
  const crossCheck = new CheckpointFile(folder).crossCheck();
  const verdict = verifyAudit(createAuditRepository(interrupted(database, record)), crossCheck);
  expect(verdict).toMatchObject({ intact: true, records: 5 });
  expect(added).toBeGreaterThan(0);
  expect(verifyAudit(createAuditRepository(database), crossCheck)).toMatchObject({
    intact: true,
    records: 5 + added,
  });
});
