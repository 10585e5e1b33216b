import { type Operation, postOperation } from '../calls/operation.js';
import { imagingRequest, imagingResult } from '../imaging/schema.js';
import type { ImagingService } from '../imaging/service.js';

export function imagingOperations(service: ImagingService, bodyLimitBytes: number): Operation[] {
  return [
    postOperation({
      path: '/imaging',
      operationId: 'imaging.create',
      summary: 'Read a medical image',
      description:
        'Decodes the image, checks it against the stated type and modality, and answers with ' +
        'findings, their locations and probabilities, measurements, changes since an earlier ' +
        'image, an impression, next steps and their urgency. What could not be assessed is listed ' +
        'under `not_assessed`. A request may hold an earlier image for comparison.',
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
