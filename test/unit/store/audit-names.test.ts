import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createAuditNames } from '../../../src/store/audit-names.js';
import { createAuditRepository } from '../../../src/store/audit-repository.js';
import { createAuditView } from '../../../src/store/audit-view.js';
import { openDatabase } from '../../../src/store/open.js';
import { auditQueue } from '../../support/audit-queue.js';
import { EVENT } from '../../support/audit-records.js';
import { scratchFolder } from '../../support/scratch-folder.js';
import { stoppedClock } from '../../support/stopped-clock.js';

function opened() {
  const database = openDatabase(scratchFolder());
  onTestFinished(() => void database.close());
  return { database, names: createAuditNames(database) };
}

const HIDDEN = /^[A-Z][A-Za-z]+\/h_[0-9a-f]{32}$/;
const types = fc.constantFrom('Patient', 'Observation', 'Encounter');
/** http://hl7.org/fhir/R4/datatypes.html#id */
const ids = fc.stringMatching(/^[A-Za-z0-9.-]{1,64}$/);

describe('a hidden name', () => {
  it('is the keyed hash of the resource, the same each time and in each process', () => {
    const { database, names } = opened();
    const name = names.hidden('Patient/1');
    expect(name).toMatch(HIDDEN);
    expect(createAuditNames(database).hidden('Patient/1')).toBe(name);
    const key = database.prepare<[], Buffer>('SELECT key FROM audit_names').pluck().get()!;
    const digest = createHmac('sha256', key)
      .update('wardbox-audit-name-1\nPatient/1')
      .digest('hex');
    expect(name).toBe(`Patient/h_${digest.slice(0, 32)}`);
    expect(opened().names.hidden('Patient/1')).not.toBe(name);
  });

  it('is of its own for each resource, and hides all of the id', () => {
    const { names } = opened();
    fc.assert(
      fc.property(types, ids, types, ids, (type, id, otherType, otherId) => {
        const [one, other] = [
          names.hidden(`${type}/${id}`),
          names.hidden(`${otherType}/${otherId}`),
        ];
        const isSame = type === otherType && id === otherId;
        return HIDDEN.test(one) && one.startsWith(`${type}/`) && (one === other) === isSame;
      }),
    );
  });

  it('keeps the number of a version, and is not hidden again', () => {
    const { names } = opened();
    const name = names.hidden('Patient/1');
    expect(names.hidden('Patient/1/_history/7')).toBe(`${name}/_history/7`);
    for (const once of [name, `${name}/_history/7`]) expect(names.hidden(once)).toBe(once);
  });

  it('is made of whatever follows a type, also of what is no id', () => {
    const { names } = opened();
    for (const name of ['Patient/a b', 'Patient/müller', 'Patient/x/y', 'Patient/x\ny']) {
      expect(names.hidden(name)).toMatch(HIDDEN);
    }
  });

  it.each(['AuditEvent/audit-7', 'Patient', 'key_abc', '4:ab', 'sha256:ab', 'live', 'im_1', ''])(
    'is not made of %j',
    (name) => {
      const { names } = opened();
      expect(names.hidden(name)).toBe(name);
      expect(names.known(name)).toEqual([name]);
    },
  );

  it('is found beside the plain one; nothing is made for who only asks', () => {
    const { database, names } = opened();
    const count = database.prepare('SELECT count(*) FROM audit_names').pluck();
    expect(names.known('Patient/1')).toEqual(['Patient/1']);
    expect(count.get()).toBe(0);
    const hidden = names.hidden('Patient/2');
    expect(names.known('Patient/2')).toEqual(['Patient/2', hidden]);
  });

  it('has a key that stays, but for one that was undone with its transaction', () => {
    const { database, names } = opened();
    database.exec('BEGIN');
    const undone = names.hidden('Patient/1');
    database.exec('ROLLBACK');
    const name = names.hidden('Patient/1');
    expect(name).not.toBe(undone);
    expect(names.hidden('Patient/1')).toBe(name);
    for (const sql of ['DELETE FROM audit_names', 'UPDATE audit_names SET key = zeroblob(32)']) {
      expect(() => database.exec(sql)).toThrow(/stays as it is/);
    }
  });
});

describe('a record', () => {
  it('names no resource plainly, and is found by its plain name', async () => {
    const { database } = opened();
    const queue = auditQueue(database, stoppedClock());
    await queue.record(
      [
        { ...EVENT, target: 'Patient/mrn-77', result_id: 'Patient/mrn-77/_history/3' },
        { ...EVENT, target: 'Observation/mrn-77' },
        { ...EVENT, result_id: 'an_1' },
      ],
      'synced',
    );
    const repository = createAuditRepository(database);
    const rows = [...repository.each()];
    expect(rows.map(({ event }) => event).join()).not.toContain('mrn-77');
    expect(JSON.parse(rows[2]!.event).result_id).toBe('an_1');
    const { target, result_id: result } = JSON.parse(rows[0]!.event);
    expect(result).toBe(`${target}/_history/3`);
    expect(repository.firstMisplaced()).toBeUndefined();
    const view = createAuditView(database);
    const found = view.search('test', { targets: ['Patient/mrn-77'], limit: 9 });
    expect(found.records.map(({ seq, searchedAs }) => [seq, searchedAs])).toEqual([
      [1, 'Patient/mrn-77'],
    ]);
  });
});
