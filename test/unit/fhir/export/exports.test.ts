import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../../src/core/errors.js';
import { contentOfSealedFile } from '../../../../src/core/sealed-file.js';
import { KEPT_MS } from '../../../../src/fhir/bulk/bulk-runs.js';
import { createExports, type NewExport } from '../../../../src/fhir/export/exports.js';
import { createIndexer } from '../../../../src/fhir/index/extract.js';
import { fhirFault } from '../../../../src/http/outcome.js';
import { createCommit } from '../../../../src/store/create-commit.js';
import { BASE, exchangeOf, openFhir } from '../../../support/fhir/ask.js';
import { scratchFolder } from '../../../support/scratch-folder.js';
import { stoppedClock } from '../../../support/stopped-clock.js';

const SECRET = 'Inventedname';

async function open(mayGoOn: () => void = () => undefined) {
  const clock = stoppedClock();
  const { ask, database, queue, store, definitions } = openFhir(clock);
  const body = { resourceType: 'Patient', id: 'anna', name: [{ family: SECRET }] };
  await ask('PUT', 'Patient/anna', { body });
  const folder = join(scratchFolder(), 'exports');
  const fhir = store;
  const commit = createCommit({ database, queue, fhir });
  const failures: unknown[] = [];
  const noteFailure = (failure: unknown) => void failures.push(failure);
  const parts = {
    folder,
    mayGoOn,
    noteFailure,
    store,
    commit,
    definitions,
    clock,
    faultOf: fhirFault,
  };
  const exports = createExports(parts);
  const index = createIndexer(definitions, 'UTC', [BASE]);
  const asked = (id: string, owner = 'one'): NewExport => ({
    id,
    owner,
    request: `${BASE}/$export`,
    access: undefined,
    names: '$export',
    transactionTime: clock(),
    who: exchangeOf('GET', '$export'),
    plan: {
      mode: 'test',
      elements: new Map(),
      notes: [],
      selections: [
        {
          type: 'Patient',
          asOf: clock(),
          filters: [],
          indexed: (row) => ({ ...row, rows: index(JSON.parse(row.body)) }),
          definitions,
        },
      ],
    },
  });
  const ended = async (id: string) => {
    while (exports.find(id, 'one')?.state.kind === 'running') {
      await new Promise((resolve) => setImmediate(resolve));
    }
    return exports.find(id, 'one');
  };
  return { clock, exports, asked, ended, folder, parts, failures };
}

const filesIn = (folder: string) => readdirSync(folder, { recursive: true }).map(String).toSorted();

describe('exports', () => {
  it('are on the disk in files that nobody can read', async () => {
    const { exports, asked, ended, folder } = await open();
    exports.reserve(asked('x'));
    await exports.begin(asked('x'));
    const done = await ended('x');
    expect(done?.state.kind).toBe('complete');
    const [file] = done?.files.all ?? [];
    if (file === undefined) throw new Error('no file');
    expect(readFileSync(file.sealed.path).includes(SECRET)).toBe(false);
    const pieces = [] as Uint8Array[];
    for await (const piece of contentOfSealedFile(file.sealed)) pieces.push(piece);
    expect(Buffer.concat(pieces).toString()).toContain(SECRET);
    expect(filesIn(folder).join()).not.toMatch(/anna|Patient/);
  });

  it('are shown to their owner, and deleted after an hour', async () => {
    const { clock, exports, asked, ended, folder } = await open();
    exports.reserve(asked('x'));
    await exports.begin(asked('x'));
    await ended('x');
    expect(exports.find('x', 'another')).toBeUndefined();
    clock.pass(KEPT_MS - 1);
    await exports.forgetOld();
    expect(exports.find('x', 'one')?.files.all).toHaveLength(1);
    clock.pass(1);
    expect(exports.find('x', 'one')).toBeUndefined();
    await exports.forgetOld();
    expect(filesIn(folder)).toEqual([]);
    expect(await exports.wasLost('x', 'one')).toBe(false);
  });

  it('fail as a whole when they have to end', async () => {
    const { exports, asked, ended, folder, failures } = await open(() => {
      throw new AppError('overloaded', 'The disk is nearly full.');
    });
    exports.reserve(asked('x'));
    await exports.begin(asked('x'));
    const one = await ended('x');
    expect(one?.state).toMatchObject({ kind: 'failed', fault: { status: 503 } });
    expect(failures).toEqual([]);
    expect(one?.files.all).toEqual([]);
    expect(filesIn(folder)).toEqual(['x.export']);
  });

  it('tell the log what they did not expect, and the client no more than that they failed', async () => {
    const unforeseen = new Error('a secret of the appliance');
    const { exports, asked, ended, failures } = await open(() => {
      throw unforeseen;
    });
    exports.reserve(asked('x'));
    await exports.begin(asked('x'));
    const one = await ended('x');
    expect(one?.state).toMatchObject({ kind: 'failed', fault: { status: 500 } });
    expect(JSON.stringify(one?.state)).not.toContain('secret');
    expect(failures).toEqual([unforeseen]);
  });

  it('of a former run are known to be lost for a day, and their files are deleted', async () => {
    const { clock, exports, asked, ended, folder, parts } = await open();
    exports.reserve(asked('x'));
    await exports.begin(asked('x'));
    await ended('x');
    mkdirSync(join(folder, 'stray'));
    writeFileSync(join(folder, 'stray', 'a.sealed'), 'x');
    const next = createExports(parts);
    await next.forgetOld();
    expect(filesIn(folder)).toEqual(['x.export']);
    expect(await next.wasLost('x', 'one')).toBe(true);
    expect(await next.wasLost('x', 'another')).toBe(false);
    clock.pass(86_400_000);
    await next.forgetOld();
    expect(existsSync(join(folder, 'x.export'))).toBe(false);
  });

  it('are two at a time, and ten of one client', async () => {
    const { exports, asked, ended } = await open();
    exports.reserve(asked('a'));
    exports.reserve(asked('a'));
    exports.reserve(asked('b', 'other'));
    expect(() => exports.reserve(asked('c'))).toThrow(
      expect.objectContaining({ code: 'rate_limited', retryAfterSeconds: 60 }),
    );
    exports.abandon('a');
    exports.abandon('b');
    for (let at = 0; at < 10; at += 1) {
      exports.reserve(asked(`x${at}`));
      await exports.begin(asked(`x${at}`));
      await ended(`x${at}`);
    }
    expect(() => exports.reserve(asked('one-more'))).toThrow(/10 exports/);
    exports.reserve(asked('of-another', 'other'));
    await exports.remove('x0');
    exports.reserve(asked('one-more'));
  });

  it('end when the appliance stops', async () => {
    const { exports, asked, folder } = await open();
    exports.reserve(asked('x'));
    await exports.begin(asked('x'));
    await exports.stop();
    expect(filesIn(folder)).toEqual(['x.export']);
  });
});
