import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { MedicineQuestion } from '../../src/analyze/colleagues.js';
import { createColleagues, readingFinder } from '../../src/colleagues.js';
import { AppError } from '../../src/core/errors.js';
import { openKnowledge } from '../../src/medications/knowledge/open.js';
import {
  createMedicationsService,
  type MedicationsService,
} from '../../src/medications/service.js';
import { listKnowledge } from '../../src/packages/knowledge.js';
import type { RiskService } from '../../src/risk/service.js';
import type { ReadingRepository } from '../../src/storage/reading-repository.js';

const found = await listKnowledge(join(import.meta.dirname, '..', '..', 'models'));
const opened = openKnowledge(found);
const medications = createMedicationsService({ opened: () => opened, clock: () => 0 });

const riskOf = (assess: RiskService['assess']): RiskService => ({ assess }) as RiskService;
const noRisk = riskOf(async () => {
  throw new Error('not asked for');
});

const question = (more: Partial<MedicineQuestion>): MedicineQuestion => ({
  ...{ proposed: [], medications: [], allergies: [], conditions: [], patient: {} },
  ...more,
});
const noReadings = () => undefined;
const ask = (more: Partial<MedicineQuestion>, service = medications) =>
  createColleagues(noRisk, service, noReadings).checkMedicines(question(more));

describe('the medication room as a colleague', () => {
  it('objects to what an allergy or a medicine of the list forbids', () => {
    const told = ask({
      proposed: ['amoxicillin', 'ibuprofen', 'paracetamol'],
      medications: ['warfarin'],
      allergies: [{ substance: 'penicillin', reaction: 'anaphylaxis' }],
    });
    const grave = told?.objections.filter(({ severity }) => /contraindicated|major/.test(severity));
    expect([...new Set(grave?.map(({ proposed }) => proposed))].sort()).toEqual([0, 1]);
    expect(grave?.every(({ besides }) => besides.length === 0)).toBe(true);
    expect(told?.models.map(({ id }) => id)).toContain('medication-knowledge');
  });

  it('marks what only two of the proposed do to one another', () => {
    const told = ask({ proposed: ['apixaban', 'rivaroxaban'] });
    expect(told?.objections.length).toBeGreaterThan(0);
    for (const { proposed, besides } of told?.objections ?? []) {
      expect(besides).toEqual([1 - proposed]);
    }
  });

  it('says what it could not read, of the proposed by number and of the list by its words', () => {
    const told = ask({ proposed: ['aspirin', 'qwertyol'], medications: ['asdfgol'] });
    expect(told?.unchecked).toEqual([1]);
    expect(told?.unresolved).toEqual(['asdfgol']);
  });

  it('leaves all unchecked where the list cannot be one', () => {
    const told = ask({ proposed: ['aspirin'], medications: [{ name: '' }] });
    expect(told).toMatchObject({ unchecked: [0], objections: [], models: [] });
    expect(told?.unresolved.join()).toContain('medications.0');
  });

  it('is silent where no knowledge of medicines can be used, and passes on what is broken', () => {
    const throwing = (error: Error): MedicationsService => ({
      check: () => {
        throw error;
      },
    });
    const away = new AppError('model_unavailable', 'none', { retryAfterSeconds: 1 });
    expect(ask({ proposed: ['aspirin'] }, throwing(away))).toBeUndefined();
    const broken = throwing(new TypeError('a fault'));
    expect(() => ask({ proposed: ['aspirin'] }, broken)).toThrow('a fault');
  });
});

describe('the risk room as a colleague', () => {
  const signal = new AbortController().signal;

  it('is asked with the data of the patient and the signal', async () => {
    const asked: unknown[] = [];
    const answer = { scores: [], predictions: [] };
    const risk = riskOf(async (request, given, bounded) => {
      asked.push(request.patient_data, given, bounded);
      return answer as unknown as Awaited<ReturnType<RiskService['assess']>>;
    });
    const data = { vitals: { heart_rate: 90 } };
    expect(await createColleagues(risk, medications, noReadings).assessRisk(data, signal)).toBe(
      answer,
    );
    expect(asked).toEqual([expect.objectContaining(data), signal, new Set(['news2', 'qsofa'])]);
  });

  it('says nothing of data that it does not take', async () => {
    const told = createColleagues(noRisk, medications, noReadings).assessRisk(
      { vitals: 7 },
      signal,
    );
    expect(await told).toEqual({ scores: [], predictions: [] });
  });
});

describe('the imaging room as a colleague', () => {
  const asked: unknown[] = [];
  const reading = JSON.stringify({
    imageType: 'chest_xray',
    findings: { verdicts: { effusion: 'present' } },
  });
  const find: ReadingRepository['find'] = (analysisId, mode) => {
    asked.push([analysisId, mode]);
    if (analysisId === 'im_none') return undefined;
    return { analysisId, mode, createdAt: 0, reading };
  };
  const findReading = readingFinder({ find });

  it('tells what an image said, to a key of the same mode', () => {
    expect(findReading('im_1', 'live')).toEqual({
      imageType: 'chest_xray',
      verdicts: { effusion: 'present' },
    });
    expect(asked).toEqual([['im_1', 'live']]);
  });

  it('says nothing of an analysis that is not kept', () => {
    expect(findReading('im_none', 'test')).toBeUndefined();
  });
});
