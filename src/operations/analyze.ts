import { type Operation, postOperation } from '../calls/operation.js';
import { invalidField } from '../core/errors.js';
import type { Analyst } from '../differential/analyst.js';
import { analyzeBody, analyzeResult } from '../differential/schema.js';

export function analyzeOperations(analyst: Analyst, bodyLimitBytes: number): Operation[] {
  return [
    postOperation({
      path: '/analyze',
      operationId: 'analyze.create',
      summary: 'Differential diagnosis, urgency and recommendations for a patient',
      description:
        'Free text is accepted as written: whole sentences, denied findings, everyday words. What was ' +
        'understood is listed under `explanation.findings`, what was not under `not_assessed`. ' +
        'Dangerous causes that the evidence does not exclude are listed even when unlikely. ' +
        'Insufficient evidence gives `undetermined`.',
      scope: 'analyze',
      request: analyzeBody,
      example: {
        patient_data: {
          demographics: { age: 58, gender: 'M' },
          vitals: { blood_pressure: '150/95', heart_rate: 104 },
          symptoms: ['crushing chest pain for two hours, sweaty'],
          lab_results: { troponin: 2.4 },
        },
      },
      response: analyzeResult,
      bodyLimitBytes,
      precheck(_call, { patient_data }) {
        if (patient_data === undefined) throw invalidField('patient_data', 'is required');
      },
      async handle(call, { patient_data, subject, file: _file, ...options }) {
        if (patient_data === undefined) throw invalidField('patient_data', 'is required');
        const { id, models, json } = await analyst.analyze({ ...options, patient_data }, call);
        const audit = { result_id: id, models };
        // Filing reads the result again.
        if (subject !== undefined) return { body: JSON.parse(json), audit };
        return { body: undefined, text: json, audit };
      },
    }),
  ];
}
