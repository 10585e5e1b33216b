import type { EntitiesRequest, EntitiesResult } from '../../dictation/schema.js';
import type { FhirOffload } from '../../fhir/bundle/bundle-offload.js';
import { NO_OFFLOAD } from '../../fhir/interactions/resource-offload.js';
import type { InferenceProvider } from '../../inference/inference-provider.js';
import type { MedicationsInput } from '../../medications/check-task.js';
import type { MedicationsRequest, MedicationsResult } from '../../medications/schema.js';
import type { RiskRequest, RiskResult } from '../../scores/schema.js';
import type { ThreadPool } from './thread-pool.js';

/**
 * From these sizes on a thread does the work: below them the transfer takes longer than the work itself,
 * which blocks other requests for only a few milliseconds.
 */
const LARGE = {
  resourceCharacters: 32_768,
  bundleBytes: 524_288,
  textCharacters: 10_000,
  listCharacters: 4_000,
  lines: 30,
};

/** Work that the serving thread does itself where it is small. */
export interface LargeWork extends FhirOffload {
  assessRisk(request: RiskRequest, signal: AbortSignal): Promise<RiskResult> | undefined;
  checkMedications(
    input: MedicationsInput,
    signal: AbortSignal,
  ): Promise<MedicationsResult> | undefined;
  readEntities(request: EntitiesRequest, signal: AbortSignal): Promise<EntitiesResult> | undefined;
}

export interface LargeWorkParts {
  /** The threads, once they are ready: until then the serving thread does everything. */
  readonly pool: () => Pick<ThreadPool, 'run'> | undefined;
  readonly inference: InferenceProvider;
}

/** Without threads, everything is done in the serving thread. */
export const NO_LARGE_WORK: LargeWork = {
  ...NO_OFFLOAD,
  readBundle: () => undefined,
  assessRisk: () => undefined,
  checkMedications: () => undefined,
  readEntities: () => undefined,
};

/** Whether the texts and values of some data are longer than `max` characters together; stops counting there. */
function isLargerThan(data: unknown, max: number): boolean {
  let left = max;
  const waiting: unknown[] = [data];
  while (waiting.length > 0 && left >= 0) {
    const value = waiting.pop();
    left -= typeof value === 'string' ? value.length : 1;
    if (typeof value !== 'object' || value === null) continue;
    for (const inner of Object.values(value)) waiting.push(inner);
  }
  return left < 0;
}

function isLongList({ medications = [], proposed = [], ...others }: MedicationsRequest): boolean {
  const { allergies = [], conditions = [] } = others;
  const lines = [medications, proposed, allergies, conditions];
  if (lines.reduce((sum, { length }) => sum + length, 0) > LARGE.lines) return true;
  return isLargerThan(lines, LARGE.listCharacters);
}

/** Copies the bytes of a Bundle into a buffer of their own, which can be transferred. */
function inOwnMemory(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const isAlone = bytes.byteLength === bytes.buffer.byteLength;
  return isAlone ? new Uint8Array(bytes.buffer) : new Uint8Array(bytes);
}

export function createLargeWork({ pool, inference }: LargeWorkParts): LargeWork {
  const threadsIf = (isWorthIt: boolean) => (isWorthIt ? pool() : undefined);
  const isLarge = (characters: number) => characters >= LARGE.resourceCharacters;
  return {
    isLarge: (characters) => threadsIf(isLarge(characters)) !== undefined,
    checkResource: (resource) =>
      threadsIf(isLarge(resource.text.length))?.run('check-resource', resource),
    patchResource: (resource) =>
      threadsIf(
        isLarge(resource.text.length) || isLargerThan(resource.patch, LARGE.resourceCharacters),
      )?.run('patch-resource', resource),
    validateResource: (resource) =>
      threadsIf(isLarge(resource.text.length))?.run('validate-resource', resource),
    readBundle(bundle) {
      const threads = threadsIf(bundle.bytes.byteLength >= LARGE.bundleBytes);
      if (threads === undefined) return undefined;
      const bytes = inOwnMemory(bundle.bytes);
      return threads.run('read-bundle', { ...bundle, bytes }, { transfer: [bytes.buffer] });
    },
    assessRisk(request, signal) {
      const threads = threadsIf(isLargerThan(request, LARGE.textCharacters));
      if (threads === undefined) return undefined;
      const { version, caller } = inference.accessFor({ signal });
      return threads.run('assess-risk', { request, models: version }, { signal, caller });
    },
    checkMedications: (input, signal) =>
      threadsIf(isLongList(input.request) || isLargerThan(input.record, LARGE.textCharacters))?.run(
        'check-medications',
        input,
        { signal },
      ),
    readEntities: (request, signal) =>
      threadsIf(request.text.length >= LARGE.textCharacters)?.run('read-entities', request, {
        signal,
      }),
  };
}
