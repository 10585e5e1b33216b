import type { Hono } from 'hono';
import type { Clock } from '../core/clock.js';
import type { Codec } from './codec.js';
import type { AppEnvironment } from './environment.js';
import { type ExchangeEndpointParts, mountExchange } from './exchange-endpoint.js';
import type { PipelineParts } from './pipeline.js';
import { problemCodec } from './problem-codec.js';

const NAME = 'dicom-web';

/** Errors as everywhere, with the status that PS3.18 has for an unsupported content type. */
function dicomWebCodec(clock: Clock): Codec {
  const codec = problemCodec(clock);
  return {
    ...codec,
    fault(thrown) {
      const fault = codec.fault(thrown);
      return fault.code === 'unsupported_media_type' ? { ...fault, status: 415 } : fault;
    },
  };
}

/** Mounts DICOMweb below `/dicom-web`. */
export function mountDicomWeb(
  router: Hono<AppEnvironment>,
  { clock, ...parts }: ExchangeEndpointParts & PipelineParts & { readonly clock: Clock },
): void {
  mountExchange(router, { name: NAME, codec: dicomWebCodec(clock) }, parts);
}
