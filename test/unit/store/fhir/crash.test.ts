import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { verifyChain } from '../../../../src/audit/audit-chain.js';
import { createAuditRepository } from '../../../../src/store/audit-repository.js';
import type { Database } from '../../../../src/store/open.js';
import { numberedVersion } from '../../../support/fhir/numbered-version.js';
import { openStore } from '../../../support/fhir/store.js';
import { rounds } from '../../../support/rounds.js';
import { scratchFolder } from '../../../support/scratch-folder.js';

const ROUNDS = rounds({ short: 1, long: 50 });
const CHILD = fileURLToPath(new URL('../../../support/fhir/writing-child.ts', import.meta.url));

/** What a writer was promised until it was killed. */
async function killedWriter(folder: string, round: number): Promise<string[]> {
  const child = spawn(process.execPath, ['--import', 'tsx', CHILD, folder, `${round * 1_000}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let told = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    told += text;
  });
  await once(child.stdout, 'data');
  await sleep(20 + (round % 5) * 35);
  child.kill('SIGKILL');
  await once(child, 'close');
  return told.split('\n').slice(0, -1);
}

/** Rows that are not those of the newest version of their resource, and versions without rows. */
function strayRows(database: Database): unknown[] {
  const current = database
    .prepare<[], { pk: number; id: string; version: number }>(
      'SELECT pk, id, version FROM fhir_resource ORDER BY pk',
    )
    .all();
  const expected = current.map(({ pk, id, version }) => {
    const { rows } = numberedVersion(id, version);
    return { pk, token: rows.tokens[0]?.code, system: rows.tokens[0]?.system, version };
  });
  const found = database
    .prepare(
      `SELECT t.pk, t.code AS token, m.text AS system, d.low AS version FROM fhir_token t
       JOIN fhir_term m ON m.id = t.system JOIN fhir_date d ON d.pk = t.pk
       JOIN fhir_string s ON s.pk = t.pk AND s.value = t.code
       JOIN fhir_reference r ON r.pk = t.pk AND r.target = t.code
       JOIN fhir_number n ON n.pk = t.pk AND n.low = d.low ORDER BY t.pk`,
    )
    .all();
  expect(found).toEqual(expected);
  return database
    .prepare(
      `SELECT pk FROM (SELECT pk FROM fhir_token UNION ALL SELECT pk FROM fhir_string
         UNION ALL SELECT pk FROM fhir_reference UNION ALL SELECT pk FROM fhir_date
         UNION ALL SELECT pk FROM fhir_number) GROUP BY pk HAVING count(*) <> 5`,
    )
    .all();
}

describe('a writer that is killed', () => {
  it('has kept all that it promised, whole, with its records', async () => {
    const folder = scratchFolder();
    const promised: string[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const told = await killedWriter(folder, round);
      expect(told.length).toBeGreaterThan(0);
      promised.push(...told);
      const { database, store } = openStore(folder);
      const live = store.in('live');
      for (const line of promised) {
        if (line.startsWith('read ')) continue;
        const [id = '', version] = line.split(' ');
        const kept = live.readVersion('Patient', id, Number(version));
        expect(kept?.body).toMatch(new RegExp(`^${id}/${version} is ${version} @2`));
      }
      expect(strayRows(database)).toEqual([]);
      const audit = createAuditRepository(database);
      const records = [...audit.each()];
      expect(verifyChain(records, audit.highestEver())).toMatchObject({ intact: true });
      const recorded = records.map(({ event }) => String(JSON.parse(event).target));
      const written = recorded.filter((target) => !target.startsWith('read '));
      const { total } = live.history({ limit: 1 });
      expect(written).toHaveLength(total);
      expect(new Set(recorded).size).toBe(recorded.length);
      const targets = promised.map((line) => line.replace(/^(r\d+) /, '$1/'));
      expect(targets.filter((target) => !recorded.includes(target))).toEqual([]);
      database.close();
    }
  });
});
