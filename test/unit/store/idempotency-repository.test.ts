import { describe, expect, it } from 'vitest';
import {
  createIdempotencyRepository,
  type StoredAnswer,
} from '../../../src/store/idempotency-repository.js';
import { openDatabase } from '../../../src/store/open.js';
import { scratchFolder } from '../../support/scratch-folder.js';

const repository = () => createIdempotencyRepository(openDatabase(scratchFolder()));
const KEPT: StoredAnswer = {
  space: 'live/key_1',
  key: 'order-1',
  request: Buffer.alloc(32, 7),
  status: 201,
  headers: { ETag: 'W/"1"' },
  body: '{"a":"é"}',
  event: '{"action":"fhir.create"}',
  createdAt: 1_000,
};

describe('createIdempotencyRepository', () => {
  it('gives an answer back as it was, in its own space alone', async () => {
    const answers = repository();
    answers.save(KEPT);
    expect(await answers.find('live/key_1', 'order-1')).toEqual(KEPT);
    expect(await answers.find('test/key_1', 'order-1')).toBeUndefined();
    expect(await answers.find('live/key_1', 'order-2')).toBeUndefined();
  });

  it('puts a newer answer in the place of an older one', async () => {
    const answers = repository();
    answers.save(KEPT);
    const newer = { ...KEPT, request: Buffer.alloc(32, 8), status: 200, body: '', createdAt: 9 };
    answers.save(newer);
    expect(await answers.find('live/key_1', 'order-1')).toEqual(newer);
  });

  it('takes nothing that is no digest', () => {
    expect(() => repository().save({ ...KEPT, request: Buffer.alloc(31) })).toThrow(/CHECK/);
  });

  it('forgets what is older than a time and keeps the rest', async () => {
    const answers = repository();
    answers.save(KEPT);
    answers.save({ ...KEPT, key: 'order-2', createdAt: 2_000 });
    expect(await answers.forgetBefore(2_000)).toBe(1);
    expect(await answers.find('live/key_1', 'order-1')).toBeUndefined();
    expect(await answers.find('live/key_1', 'order-2')).toBeDefined();
    expect(await answers.forgetBefore(2_000)).toBe(0);
  });
});
