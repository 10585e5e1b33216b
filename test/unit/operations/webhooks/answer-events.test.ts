import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Answer, Call, Work, WorkOperation } from '../../../../src/calls/operation.js';
import { tellAnswers } from '../../../../src/operations/webhooks/answer-events.js';
import { type BoxEvent, createTell } from '../../../../src/operations/webhooks/events.js';
import type { Decision, Write } from '../../../../src/store/unit-of-work.js';

const CALL = { mode: 'live' } as Call;
const KEPT: Write = { kind: 'cds-card.forget', before: 1 };

function answerOf(decision: Decision<Answer>): Answer {
  for (let step = decision.next(); ; step = decision.next(0)) if (step.done) return step.value;
}

/** What an operation with this answer tells. */
async function told(operationId: string, work: Work, input: unknown = {}) {
  const events: BoxEvent[] = [];
  const operation = {
    ...{ method: 'POST', path: '/x', operationId, summary: '', description: '', scope: 'risk' },
    ...{ request: z.unknown(), response: z.unknown(), bodyLimitBytes: 1 },
    handle: async () => work,
  } as WorkOperation;
  const [telling] = tellAnswers([operation], (given) => {
    const some = typeof given === 'function' ? given() : given;
    events.push(...some);
    return some.length === 0 ? [] : [{ kind: 'webhook-delivery.insert', deliveries: [] }];
  });
  const done = await (telling as WorkOperation).handle(CALL, input);
  const answer = 'decide' in done ? answerOf(done.decide()) : done;
  return { events, answer };
}

const score = (of: string, category: string | null) => ({ score: of, value: 7, category });
const risk = (...scores: object[]) => ({ risk_id: 'r1', scores, created_at: 'now' });

describe('the answer to a call tells webhooks', () => {
  it('of a patient who is getting worse, once for all scores', async () => {
    const body = risk(score('news2', 'high'), score('mews', 'high'), score('qsofa', 'high'));
    const { events, answer } = await told(
      'risk.create',
      { body, writes: [KEPT] },
      { subject: 'Patient/a' },
    );
    expect(events).toEqual([
      {
        type: 'risk.deterioration',
        mode: 'live',
        subject: 'Patient/a',
        data: {
          subject: 'Patient/a',
          risk_id: 'r1',
          created_at: 'now',
          scores: [score('news2', 'high'), score('mews', 'high')],
        },
      },
    ]);
    expect(answer.body).toBe(body);
    expect(answer.writes).toEqual([KEPT, { kind: 'webhook-delivery.insert', deliveries: [] }]);
  });

  it.each([
    ['low', score('news2', 'low')],
    ['low-medium', score('news2', 'low-medium')],
    ['not known for missing inputs', score('news2', null)],
    ['of another score', score('wells_dvt', 'high')],
  ])('of no patient whose score is %s', async (_, one) => {
    const { events, answer } = await told('risk.create', { body: risk(one), writes: [KEPT] });
    expect(events).toEqual([]);
    expect(answer.writes).toEqual([KEPT]);
  });

  it('of what an analysis found to be worse', async () => {
    const explanation = { scores: [score('news2', 'medium')] };
    const body = { analysis_id: 'a1', explanation, created_at: 'now' };
    const { events } = await told('analyze.create', { text: JSON.stringify(body) });
    expect(events).toMatchObject([{ type: 'risk.deterioration', data: { analysis_id: 'a1' } }]);
  });

  it('of medicines that are blocked, by rules and not by names', async () => {
    const decided_by = [{ alert: 0, rule_id: 'x-y', severity: 'major', drugs: ['secretol'] }];
    const body = (outcome: string) => ({
      ...{ check_id: 'c1', alerts: [{}, {}], highest_severity: 'major', created_at: 'now' },
      safety: { outcome, decided_by },
    });
    const { events } = await told('medications.create', { body: body('blocked') });
    expect(events).toMatchObject([
      {
        type: 'medication.alert',
        data: { check_id: 'c1', alerts: 2, decided_by: [{ rule_id: 'x-y', severity: 'major' }] },
      },
    ]);
    expect(JSON.stringify(events)).not.toContain('secretol');
    expect((await told('medications.create', { body: body('review') })).events).toEqual([]);
  });

  it('of a critical image, also where the answer is decided in its transaction', async () => {
    const body = {
      ...{ analysis_id: 'im1', urgency: { level: 'immediate' }, created_at: 'now' },
      findings: [{ label: 'pneumothorax', box: [1, 2, 3, 4] }],
    };
    function* decide(): Decision<Answer> {
      yield { kind: 'time' };
      return { body };
    }
    const work: Work = { decide };
    const { events, answer } = await told('imaging.create', work);
    expect(events).toMatchObject([
      { type: 'imaging.critical', data: { analysis_id: 'im1', findings: ['pneumothorax'] } },
    ]);
    expect(answer.writes).toHaveLength(1);
  });

  it('of nothing where the operation has nothing to tell', async () => {
    expect(
      (await told('transcribe.create', { body: risk(score('news2', 'high')) })).events,
    ).toEqual([]);
  });
});

describe('an event', () => {
  const at = (name: string, mode: 'test' | 'live', events: BoxEvent['type'][]) => ({
    ...{ url: `https://${name}.example/`, mode, events },
  });
  const tell = createTell(
    [
      at('all', 'live', ['job.completed', 'disk.low']),
      at('disk', 'test', ['disk.low']),
      at('test', 'test', ['job.completed']),
    ],
    () => 0,
  );
  const urls = (events: BoxEvent[]) =>
    tell(events).flatMap(({ deliveries }) => deliveries.map(({ url, mode }) => `${mode} ${url}`));

  it('goes to the webhooks of its mode that want it, and of the box to those of both', () => {
    expect(urls([{ type: 'job.completed', mode: 'live', data: {} }])).toEqual([
      'live https://all.example/',
    ]);
    expect(urls([{ type: 'disk.low', data: {} }])).toEqual([
      'live https://all.example/',
      'test https://disk.example/',
    ]);
    expect(tell([{ type: 'audit.broken', data: {} }])).toEqual([]);
  });

  it('has the same id for all of them', () => {
    const [write] = tell([{ type: 'disk.low', data: { free_mb: 3 } }]);
    const ids = new Set(write?.deliveries.map(({ eventId }) => eventId));
    expect(ids.size).toBe(1);
    expect(JSON.parse(write?.deliveries[1]?.body ?? '')).toEqual({
      type: 'disk.low',
      timestamp: '1970-01-01T00:00:00.000Z',
      data: { mode: 'test', free_mb: 3 },
    });
  });
});
