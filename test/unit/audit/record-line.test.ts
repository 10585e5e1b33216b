import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type ChainLink, nextLink } from '../../../src/audit/audit-chain.js';
import { readRecordLine, recordLine } from '../../../src/audit/record-line.js';
import { createAuditRepository } from '../../../src/store/audit-repository.js';
import { openDatabase } from '../../../src/store/open.js';
import { auditQueue } from '../../support/audit-queue.js';
import { chainOf, EVENT } from '../../support/audit-records.js';
import { scratchFolder } from '../../support/scratch-folder.js';
import { stoppedClock } from '../../support/stopped-clock.js';

describe('the line of a record', () => {
  it('returns the same record for any event', () => {
    const last = chainOf(4).at(-1)!;
    fc.assert(
      fc.property(fc.jsonValue(), fc.date({ noInvalidDate: true }), (event, at) => {
        const link: ChainLink = nextLink(last, at.toISOString(), JSON.stringify(event));
        expect(readRecordLine(recordLine(link))).toEqual(link);
      }),
    );
  });

  it('is nothing else', () => {
    const line = recordLine(chainOf(1)[0]!);
    for (const wrong of [
      '',
      '{}',
      'nonsense',
      ` ${line}`,
      `${line} `,
      `${line}\n`,
      line.replace('"seq":1', '"seq": 1'),
      line.replace('"seq"', '"number"'),
      line.replace('"seq":1', '"seq":-1'),
      line.replace('"prev_hash":"0', '"prev_hash":"'),
    ]) {
      expect(readRecordLine(wrong)).toBeUndefined();
    }
    fc.assert(fc.property(fc.string(), (text) => readRecordLine(text) === undefined));
  });

  it('is one line for every reader', async () => {
    const database = openDatabase(scratchFolder());
    onTestFinished(() => void database.close());
    const query = 'a\u2028b\u2029c\nd\re';
    await auditQueue(database, stoppedClock()).record([{ ...EVENT, query }], 'synced');
    const [link] = createAuditRepository(database).tail(1);
    expect(recordLine(link!)).not.toMatch(/[\u2028\u2029\n\r]/);
    expect(JSON.parse(link!.event).query).toBe(query);
  });
});
