import { availableParallelism } from 'node:os';
import {
  type Capabilities,
  type CapabilityLimits,
  type CapabilityParts,
  createCapabilities,
} from '../operations/capabilities.js';
import { openCds } from './cds-setup.js';
import type { LoadedConfig } from './config/load.js';

export type CapabilitySetupParts = Omit<
  CapabilityParts,
  'blockAt' | 'cds' | 'limits' | 'threads' | 'storesReadings'
> & {
  readonly config: LoadedConfig;
  /** Of the FHIR server of this appliance. */
  readonly fhirBases: readonly string[];
};

const MAX_THREADS = 4;
const MIB = 1024 * 1024;

function threadsOf({ workers, queue_limit, timeout_s, worker_memory_mb }: LoadedConfig['analyze']) {
  return {
    count: workers === 'auto' ? Math.min(availableParallelism(), MAX_THREADS) : workers,
    queueLimit: queue_limit,
    limits: { timeoutMs: timeout_s * 1_000, memoryBytes: worker_memory_mb * MIB },
  };
}

const limitsOf = (limits: LoadedConfig['limits']): CapabilityLimits => ({
  bodies: {
    audioBytes: limits.audio_body_bytes,
    imageBytes: limits.imaging_body_bytes,
    imageFormBytes: Math.min(limits.imaging_form_bytes, limits.spool_bytes),
    textBytes: limits.data_body_bytes,
  },
  image: { fileBytes: limits.image_file_bytes, megapixels: limits.image_megapixels },
  audioSeconds: limits.audio_seconds,
});

/** Creates the configured capabilities. */
export function setUpCapabilities({
  config,
  fhirBases,
  ...parts
}: CapabilitySetupParts): Capabilities {
  return createCapabilities({
    ...parts,
    limits: limitsOf(config.limits),
    threads: threadsOf(config.analyze),
    blockAt: config.medications.block_at,
    cds: openCds(config, fhirBases),
    storesReadings: config.storage.imaging_readings_days > 0,
  });
}
