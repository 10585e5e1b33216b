import { describe, expect, it } from 'vitest';
import type { FiledResource } from '../../../../src/operations/filing/coding.js';
import { type FilingTask, filedAnswer } from '../../../../src/operations/filing/filed-answer.js';
import { requestSource } from '../../../../src/operations/filing/provenance.js';

const ANSWER = {
  body: {
    created_at: '2026-11-22T03:04:05.006Z',
    not_assessed: [{ field: 'patient_data.entry.1.resource.valueQuantity', reason: 'no unit' }],
  },
  audit: { result_id: 'rk_1' },
};
const READ = ['Patient/p1', 'Observation/o1'];

function filed(count: number, data: FilingTask['data'], isFiled = true) {
  const subjects: unknown[] = [];
  let id = 0;
  const newId = () => {
    id += 1;
    return `id-${id}`;
  };
  const filer: FilingTask['filer'] = {
    resources(_, file) {
      subjects.push([file.subject, file.observations]);
      return Array.from(
        { length: count },
        (): FiledResource => ({ resourceType: 'RiskAssessment', id: file.newId() }),
      );
    },
  };
  const task = {
    operationId: 'risk.create',
    filer,
    subject: 'Patient/p1',
    source: requestSource('ab'.repeat(32)),
    data,
    isFiled,
  };
  const { answer, resources } = filedAnswer(ANSWER, task, { newId, version: '9' });
  return { body: JSON.parse(answer.text ?? ''), answer, resources, subjects };
}

const fromFile: FilingTask['data'] = {
  data: { resourceType: 'Bundle', entry: [] } as never,
  readFrom: READ.map((resource) => ({ resource })),
  notAssessed: [{ field: 'Observation/o2', reason: 'too old' }] as never,
};

describe('a filed answer', () => {
  it('names its resources, and last the Provenance of them', () => {
    const { body, resources, subjects } = filed(2, undefined);
    expect(body.filed).toEqual(['RiskAssessment/id-1', 'RiskAssessment/id-2', 'Provenance/id-3']);
    expect(resources.at(-1)).toMatchObject({
      target: [
        { reference: 'RiskAssessment/id-1/_history/1' },
        { reference: 'RiskAssessment/id-2/_history/1' },
      ],
      occurredDateTime: ANSWER.body.created_at,
    });
    expect(body).not.toHaveProperty('read_from');
    expect(body.not_assessed).toEqual(ANSWER.body.not_assessed);
    expect(subjects).toEqual([['Patient/p1', []]]);
  });

  it('holds the resources themselves where a person is to file them', () => {
    const { body, resources } = filed(1, fromFile, false);
    expect(resources.map(({ resourceType }) => resourceType)).toEqual([
      'RiskAssessment',
      'Provenance',
    ]);
    expect(body.to_file).toEqual(resources);
    expect(body).not.toHaveProperty('filed');
    expect(body.read_from).toHaveLength(2);
  });

  it('has no Provenance where nothing is filed', () => {
    const { body, resources } = filed(0, undefined);
    expect(body.filed).toEqual([]);
    expect(resources).toEqual([]);
  });

  it('says what was read of the file, by the names of its resources', () => {
    const { body, answer, subjects } = filed(1, fromFile);
    expect(body.read_from).toEqual(READ.map((resource) => ({ resource })));
    expect(body.not_assessed).toEqual([
      { field: 'Observation/o2', reason: 'too old' },
      { field: 'Observation/o1.valueQuantity', reason: 'no unit' },
    ]);
    expect(subjects).toEqual([['Patient/p1', ['Observation/o1']]]);
    expect(answer.audit).toEqual({ result_id: 'rk_1' });
  });
});
