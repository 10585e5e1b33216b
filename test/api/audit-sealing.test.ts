import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createAppliance } from '../../src/appliance/appliance.js';
import { loadConfig, processEnvironment } from '../../src/appliance/config/load.js';
import { verifyAudit } from '../../src/audit/audit-verdict.js';
import { CheckpointFile } from '../../src/audit/checkpoint-file.js';
import { systemClock } from '../../src/core/clock.js';
import { createSilentLogger } from '../../src/core/logger.js';
import { createAuditRepository } from '../../src/store/audit-repository.js';
import { openDatabase } from '../../src/store/open.js';
import { fillAudit } from '../support/audit-records.js';
import { FIXTURE_MODELS } from '../support/fixture-models.js';
import { HANG_MS } from '../support/hang.js';

/** An appliance on a data folder whose log has forty records of January 2026. */
function withOldRecords(days: number) {
  const folder = mkdtempSync(join(tmpdir(), 'wardbox-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const data_dir = join(folder, 'data');
  const database = openDatabase(data_dir);
  onTestFinished(() => void database.close());
  fillAudit(database, 40);
  const file = join(folder, 'appliance.config.json');
  const config = {
    data_dir,
    models_dir: FIXTURE_MODELS,
    server: { port: 0, tls: { mode: 'off' } },
    inference: { backend: 'cpu', cpu_workers: 1 },
    analyze: { workers: 0 },
    storage: { audit_retention_days: days },
  };
  writeFileSync(file, JSON.stringify(config));
  const appliance = createAppliance({
    config: loadConfig({ file, env: {} }),
    environment: processEnvironment,
    logger: createSilentLogger(),
    clock: systemClock,
  });
  return { appliance, data_dir, repository: createAuditRepository(database) };
}

describe('an appliance with a log of before', () => {
  it('moves records older than configured to sealed files, and continues the chain', async () => {
    const { appliance, data_dir, repository } = withOldRecords(30);
    await appliance.start();
    await vi.waitFor(() => expect(repository.segments()).toHaveLength(1), HANG_MS);
    await appliance.stop();
    expect(repository.segments()).toMatchObject([{ number: 1, first: 1 }]);
    expect(repository.find(1)).toBeUndefined();
    expect(readdirSync(join(data_dir, 'audit', 'segments'))).toHaveLength(2);
    const verdict = verifyAudit(repository, new CheckpointFile(data_dir).crossCheck());
    expect(verdict).toMatchObject({ intact: true, segments: 1 });
    expect(verdict.records).toBeGreaterThan(40);
  });

  it('keeps all records in the database by default', async () => {
    const { appliance, repository } = withOldRecords(0);
    await appliance.start();
    await appliance.stop();
    expect([repository.segments(), repository.find(1)?.seq]).toEqual([[], 1]);
  });
});
