import type { Clock } from '../core/clock.js';
import type { FhirElsewhere } from '../fhir/bundle/read-elsewhere.js';
import { NOWHERE_ELSE } from '../fhir/interactions/resource-check.js';
import type { Engine } from '../inference/engine.js';
import type { MedicationsRequest, MedicationsResult } from '../medications/schema.js';
import type { RiskRequest, RiskResult } from '../risk/schema.js';
import type { EntitiesRequest, EntitiesResult } from '../transcribe/schema.js';
import { createInference } from './inference.js';
import type { ThreadPool } from './pool.js';
import type { QuestionOf, WorkKind } from './work.js';

/**
 * From these sizes on a thread does the work: below them the way there and back takes longer than the
 * work itself, and it holds up nobody for longer than some milliseconds.
 */
const LARGE = {
  resourceCharacters: 32_768,
  bundleBytes: 524_288,
  textCharacters: 10_000,
  listCharacters: 4_000,
  lines: 30,
};

/** Work that whoever serves does itself while it is small. */
export interface LargeWork extends FhirElsewhere {
  assessRisk(request: RiskRequest, signal: AbortSignal): Promise<RiskResult> | undefined;
  checkMedications(
    request: MedicationsRequest,
    signal: AbortSignal,
  ): Promise<MedicationsResult> | undefined;
  readEntities(request: EntitiesRequest, signal: AbortSignal): Promise<EntitiesResult> | undefined;
}

export interface LargeWorkParts {
  readonly pool: Pick<ThreadPool, 'ask'>;
  /** Whether threads have taken over: until then whoever serves does everything. */
  readonly ready: () => boolean;
  readonly engine: Engine;
  readonly clock: Clock;
}

/** Where there are no threads, everything is done on the spot. */
export const NO_LARGE_WORK: LargeWork = {
  ...NOWHERE_ELSE,
  readBundle: () => undefined,
  assessRisk: () => undefined,
  checkMedications: () => undefined,
  readEntities: () => undefined,
};

/** Whether the texts and values of some data are more than so many characters; looks no farther. */
function isLargerThan(data: unknown, most: number): boolean {
  let left = most;
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

export function createLargeWork({ pool, engine, ready, clock }: LargeWorkParts): LargeWork {
  const inferenceFor = createInference(engine);
  const dated = <Request>(request: Request) => ({ request, now: clock() });
  const isLarge = (characters: number) => ready() && characters >= LARGE.resourceCharacters;
  const ask = <Kind extends WorkKind>(
    kind: Kind,
    question: QuestionOf<Kind>,
    signal: AbortSignal = new AbortController().signal,
  ) => pool.ask({ kind, question }, { signal, background: false });
  return {
    assessRisk(request, signal) {
      if (!ready() || !isLargerThan(request, LARGE.textCharacters)) return undefined;
      const watch = { signal, background: false };
      const inference = inferenceFor(watch);
      return pool.ask({ kind: 'risk', question: dated(request), inference }, watch);
    },
    isLarge,
    checkResource: (question) =>
      isLarge(question.text.length) ? ask('resource', question) : undefined,
    patchResource: (question) =>
      isLarge(question.text.length) ||
      (ready() && isLargerThan(question.patch, LARGE.resourceCharacters))
        ? ask('patch', question)
        : undefined,
    readBundle({ bytes, ...others }) {
      if (!ready() || bytes.byteLength < LARGE.bundleBytes) return undefined;
      // Its own memory, of which nothing else may be a part when it is handed over.
      const isAlone = bytes.byteLength === bytes.buffer.byteLength;
      const own = isAlone ? new Uint8Array(bytes.buffer) : new Uint8Array(bytes);
      const question = { ...others, bytes: own };
      const watch = { signal: new AbortController().signal, background: false };
      return pool.ask({ kind: 'bundle', question, transfer: [own.buffer] }, watch);
    },
    validateResource: (question) =>
      isLarge(question.text.length) ? ask('validation', question) : undefined,
    checkMedications: (request, signal) =>
      ready() && isLongList(request) ? ask('medications', dated(request), signal) : undefined,
    readEntities: (request, signal) =>
      ready() && request.text.length >= LARGE.textCharacters
        ? ask('entities', dated(request), signal)
        : undefined,
  };
}
