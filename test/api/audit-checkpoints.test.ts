import { describe, expect, it, onTestFinished } from 'vitest';
import { verifyAudit } from '../../src/audit/audit-verdict.js';
import { CheckpointFile } from '../../src/audit/checkpoint-file.js';
import { createAuditRepository } from '../../src/store/audit-repository.js';
import { openDatabase } from '../../src/store/open.js';
import { startTestAppliance } from '../support/appliance.js';

describe('an appliance that stops', () => {
  it('signs the head of its audit log, refusals included', async () => {
    const { appliance, dataDir, post, stop } = await startTestAppliance();
    onTestFinished(stop);
    expect((await post('/v1/risk', { score: 'none' })).status).toBe(400);
    expect((await appliance.app.request('/v1/risk', { method: 'POST' })).status).toBe(401);
    await appliance.stop();
    const database = openDatabase(dataDir);
    onTestFinished(() => void database.close());
    const repository = createAuditRepository(database);
    const file = new CheckpointFile(dataDir);
    const { checkpoints, fault } = file.read();
    expect([checkpoints.length, fault]).toEqual([1, undefined]);
    const rows = [...repository.each()];
    expect(checkpoints[0]).toMatchObject({ seq: rows.length - 1, highest: rows.length - 1 });
    const actions = rows.slice(-3).map(({ event }) => JSON.parse(event).action);
    expect(actions).toEqual(['risk.create', 'authenticate', 'audit.checkpoint']);
    expect(verifyAudit(repository, file.crossCheck())).toMatchObject({
      intact: true,
      signedTo: rows.length - 1,
    });
  });
});
