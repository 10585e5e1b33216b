import { type Operation, postOperation } from '../calls/operation.js';
import {
  listedScore,
  type RiskRequest,
  type RiskResult,
  riskRequest,
  riskResult,
  scoreList,
} from '../scores/schema.js';
import type { RiskService } from '../scores/service.js';

/** Assesses a large patient in a worker thread; returns nothing for one to be assessed inline. */
export type AssessRiskElsewhere = (
  request: RiskRequest,
  signal: AbortSignal,
) => Promise<RiskResult> | undefined;

export function riskOperations(
  service: RiskService,
  bodyLimitBytes: number,
  elsewhere: AssessRiskElsewhere = () => undefined,
): Operation[] {
  return [
    postOperation({
      path: '/risk',
      operationId: 'risk.create',
      summary: 'Clinical scores and predictions of a patient',
      description:
        'One score by `score` and `inputs`, several by `scores`, or everything that `patient_data` ' +
        'supports. Every input is echoed with its unit and its origin. A missing input is never taken ' +
        'as normal: the score is then null and lies within `bounds`. What cannot be assessed is ' +
        'listed under `not_assessed`.',
      scope: 'risk',
      request: riskRequest,
      example: {
        score: 'news2',
        patient_data: {
          vitals: {
            respiratory_rate: 27,
            oxygen_saturation: 90,
            on_oxygen: true,
            blood_pressure: '96/58',
            heart_rate: 118,
            temperature: 38.7,
            consciousness: 'C',
          },
        },
      },
      response: riskResult,
      bodyLimitBytes,
      async handle(call, request) {
        const { signal } = call;
        const result = await (elsewhere(request, signal) ?? service.assess(request, signal));
        return { body: result, audit: { result_id: result.risk_id, models: result.models ?? [] } };
      },
    }),
    {
      method: 'GET',
      path: '/risk/scores',
      operationId: 'risk.list_scores',
      summary: 'Every score and predictive model',
      description: 'With inputs, units, ranges, categories and citations.',
      scope: 'risk',
      response: scoreList,
      async handle() {
        return { body: { scores: service.list() } };
      },
    },
    {
      method: 'GET',
      path: '/risk/scores/{id}',
      operationId: 'risk.get_score',
      summary: 'One score or predictive model',
      description: 'By its id or one of its other names.',
      scope: 'risk',
      response: listedScore,
      async handle({ params }) {
        return { body: service.find(params.id ?? '') };
      },
    },
  ];
}
