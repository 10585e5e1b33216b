import { describe, expect, it } from 'vitest';
import { AppError, type ErrorCode } from '../../../src/core/errors.js';
import type { Engine, ModelStatus } from '../../../src/inference/engine.js';
import { withDerived } from '../../../src/patient-record/chart/derive.js';
import { readPatientRecord } from '../../../src/patient-record/read-record.js';
import { scoresOf } from '../../../src/scores/assess-chart.js';
import { riskRequest } from '../../../src/scores/schema.js';
import { createRiskService } from '../../../src/scores/service.js';
import { stepSum } from '../../support/table-model.js';
import { UNSIGNED } from '../../support/unsigned.js';

const manifest = await stepSum();
const NOW = Date.parse('2026-01-01T00:00:00Z');
const ready: ModelStatus = {
  state: 'ready',
  id: manifest.id,
  manifest,
  seal: UNSIGNED,
  backend: 'cpu',
  reports: [],
};
const patient_data = {
  demographics: { age: 50, gender: 'M' },
  vitals: { heart_rate: 80, weight: 80, height: 200 },
};

/** A service whose model fails in this way. */
function serviceFailing(code: ErrorCode) {
  const engine: Engine = {
    models: () => [ready],
    run: () => Promise.reject(new AppError(code, 'in a test')),
  };
  const service = createRiskService({ engine, language: () => undefined, clock: () => NOW });
  return (body: object) => service.assess(riskRequest.parse(body), new AbortController().signal);
}

describe('a model that is unavailable', () => {
  it.each(['overloaded', 'model_unavailable'] as const)(
    'does not hold back the scores of a patient (%s), and is named',
    async (code) => {
      const { scores, predictions, not_assessed } = await serviceFailing(code)({ patient_data });
      expect(scores.find(({ score }) => score === 'bmi')?.value).toBe(20);
      expect(predictions).toEqual([]);
      expect(not_assessed).toContainEqual({
        what: manifest.id,
        reason: 'the model is not available now; try again soon',
      });
    },
  );

  it('is an error where it was requested by name', async () => {
    const assess = serviceFailing('overloaded');
    await expect(assess({ score: manifest.id, patient_data })).rejects.toMatchObject({
      code: 'overloaded',
    });
  });

  it('is an error where the fault is ours or the client has gone', async () => {
    for (const code of ['internal_error', 'client_closed_request'] as const) {
      await expect(serviceFailing(code)({ patient_data })).rejects.toMatchObject({ code });
    }
  });
});

describe('scores within bounds', () => {
  const service = createRiskService({
    engine: { models: () => [], run: () => Promise.reject(new Error('not asked')) },
    language: () => undefined,
    clock: () => NOW,
  });
  const vitals = { respiratory_rate: 27, oxygen_saturation: 90, heart_rate: 118, temperature: 39 };
  const request = riskRequest.parse({ patient_data: { ...patient_data, vitals } });
  const { signal } = new AbortController();

  it('are given of all, and of a chart alone of those that are wished', async () => {
    const all = await service.assess(request, signal);
    const open = all.scores.filter(({ value }) => value === null).map(({ score }) => score);
    expect(open).toContain('news2');
    expect(open.length).toBeGreaterThan(1);
    const { chart } = readPatientRecord(request.patient_data!, { language: undefined, now: NOW });
    const some = scoresOf(withDerived(chart), new Set(['news2']));
    expect(some.filter(({ value }) => value === null)).toEqual(
      all.scores.filter(({ score }) => score === 'news2'),
    );
    // Of others that are not whole nothing is said: whoever bounds them does not ask for reasons.
    expect(all.not_assessed?.length).toBeGreaterThan(0);
    const whole = ({ scores }: Pick<typeof all, 'scores'>) =>
      scores.filter(({ value }) => value !== null);
    expect(whole({ scores: some })).toEqual(whole(all));
  });
});
