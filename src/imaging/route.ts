import { type Operation, postOperation } from '../operations/operation.js';
import { imagingRequest, imagingResult } from './schema.js';
import type { ImagingService } from './service.js';

export function imagingOperations(service: ImagingService, bodyLimitBytes: number): Operation[] {
  return [
    postOperation({
      path: '/imaging',
      operationId: 'imaging.create',
      summary: 'Read a medical image',
      description:
        'Decodes the image, checks that it is what it is said to be, and answers with findings, ' +
        'their places and probabilities, measurements, what changed since an earlier image, an ' +
        'impression, next steps and their urgency. What cannot be judged is listed under ' +
        '`not_assessed`. One body holds the image and, to compare, an earlier one.',
      scope: 'imaging',
      request: imagingRequest,
      response: imagingResult,
      bodyLimitBytes,
      precheck: (call, request) => service.check(request, call),
      async handle(call, request) {
        const { result, reading } = await service.read(request, call);
        return {
          body: result,
          audit: { result_id: result.analysis_id, models: result.models },
          ...(reading !== undefined && { writes: [{ kind: 'imaging-reading.insert', reading }] }),
        };
      },
    }),
  ];
}
