// Writes and reads resources without end and prints one line for each acknowledgement:
// `id version` of a resource, `read id/number` of the record of a read that need not be synced.
import { writeSync } from 'node:fs';
import { createCommit } from '../../../src/store/create-commit.js';
import { createFhirStore } from '../../../src/store/fhir/create-store.js';
import { openDatabase } from '../../../src/store/open.js';
import { perform } from '../../../src/store/steps.js';
import { auditQueue } from '../audit-queue.js';
import { EVENT } from '../audit-records.js';
import { numberedVersion } from './numbered-version.js';

const [, , folder = '', from = '0'] = process.argv;
const database = openDatabase(folder);
const queue = auditQueue(database, Date.now);
const fhir = createFhirStore(database, queue, Date.now, () => true);
const commit = createCommit({ database, queue, fhir });

async function writer(number: number): Promise<void> {
  for (let round = Number(from); ; round += 1) {
    const id = `r${(number * 7 + round * 3) % 20}`;
    const { version } = await commit({
      mode: 'live',
      wait: 'synced',
      *work() {
        const before = yield* perform({ kind: 'fhir.read', type: 'Patient', id });
        const resource = numberedVersion(id, (before?.version ?? 0) + 1);
        const value = yield* perform({ kind: 'fhir.put', resource });
        return { value, records: [{ ...EVENT, target: `${id}/${value.version}` }] };
      },
    });
    writeSync(1, `${id} ${version}\n`);
    await queue.record([{ ...EVENT, target: `read ${number}/${round}` }], 'written');
    writeSync(1, `read ${number}/${round}\n`);
  }
}

await Promise.all([1, 2, 3, 4].map(writer));
