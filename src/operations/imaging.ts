import { formOf } from '../calls/form.js';
import { type Operation, postOperation } from '../calls/operation.js';
import {
  type ImagingRequest,
  imagingFields,
  imagingRequest,
  imagingResult,
} from '../imaging/schema.js';
import { MAX_SERIES_FILES } from '../imaging/sent-series.js';
import type { ImagingService } from '../imaging/service.js';

export interface ImagingBodyLimits {
  readonly jsonBytes: number;
  /** Of a form, which may hold all files of a series. */
  readonly formBytes: number;
}

export function imagingOperations(
  service: ImagingService,
  { jsonBytes, formBytes }: ImagingBodyLimits,
): Operation[] {
  return [
    postOperation({
      path: '/imaging',
      operationId: 'imaging.create',
      summary: 'Read a medical image',
      description:
        'Decodes the image, checks it against the stated type and modality, and answers with ' +
        'findings, their locations and probabilities, measurements, changes since an earlier ' +
        'image, an impression, next steps and their urgency. What could not be assessed is listed ' +
        'under `not_assessed`. A request may hold an earlier image for comparison. As a form the ' +
        'images are sent as they are, and objects as JSON text. Several DICOM files, or a held ' +
        'series or study, are read as one: of CT and MR the series that suits the model best, slice ' +
        'by slice, of films the one that does; `series` says which, why, and what each slice gives.',
      scope: 'imaging',
      request: imagingRequest,
      example: { image_type: 'chest_xray', modality: 'DX' },
      form: formOf({
        fields: imagingFields,
        files: {
          image: {
            count: 'several',
            max: MAX_SERIES_FILES,
            description:
              'the file itself: PNG, JPEG, WebP, TIFF or DICOM; of a series or a study all its ' +
              'DICOM files, each as a field of this name',
            base64Field: 'image_data',
          },
          prior_image_data: {
            count: 'optional',
            description: 'the file of an earlier image, for compare_to_prior',
          },
        },
        input: (fields, { image: files, prior_image_data: [prior] }): ImagingRequest => ({
          ...fields,
          image:
            files.length === 1 ? { field: 'image', file: files[0] } : { field: 'image', files },
          ...(prior && { prior: { field: 'prior_image_data', file: prior } }),
        }),
      }),
      response: imagingResult,
      bodyLimitBytes: jsonBytes,
      formLimitBytes: formBytes,
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
