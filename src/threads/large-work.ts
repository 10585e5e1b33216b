import type { Clock } from '../core/clock.js';
import type { CheckElsewhere } from '../fhir/interactions/resource-check.js';
import type { MedicationsRequest, MedicationsResult } from '../medications/schema.js';
import type { EntitiesRequest, EntitiesResult } from '../transcribe/schema.js';
import type { ThreadPool } from './pool.js';
import type { PureWork, QuestionOf } from './work.js';

/**
 * From these sizes on a thread does the work: below them the way there and back takes longer than the
 * work itself, and it holds up nobody for longer than some milliseconds.
 */
const LARGE = {
  resourceCharacters: 32_768,
  textCharacters: 10_000,
  listCharacters: 4_000,
  lines: 30,
};

/** Work that whoever serves does itself while it is small. */
export interface LargeWork {
  /** A resource is large; nothing where it is to be checked on the spot. */
  readonly checkResource: CheckElsewhere;
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
  readonly clock: Clock;
}

/** Where there are no threads, everything is done on the spot. */
export const NO_LARGE_WORK: LargeWork = {
  checkResource: () => undefined,
  checkMedications: () => undefined,
  readEntities: () => undefined,
};

function isLongList({ medications = [], proposed = [], ...others }: MedicationsRequest): boolean {
  const { allergies = [], conditions = [] } = others;
  const lines = [medications, proposed, allergies, conditions];
  if (lines.reduce((sum, { length }) => sum + length, 0) > LARGE.lines) return true;
  return JSON.stringify(lines).length > LARGE.listCharacters;
}

export function createLargeWork({ pool, ready, clock }: LargeWorkParts): LargeWork {
  const ask = <Kind extends PureWork>(
    kind: Kind,
    question: QuestionOf<Kind>,
    signal: AbortSignal = new AbortController().signal,
  ) => pool.ask({ kind, question }, { signal, background: false });
  return {
    checkResource: (question) =>
      ready() && question.text.length >= LARGE.resourceCharacters
        ? ask('resource', question)
        : undefined,
    checkMedications: (request, signal) =>
      ready() && isLongList(request)
        ? ask('medications', { request, now: clock() }, signal)
        : undefined,
    readEntities: (request, signal) =>
      ready() && request.text.length >= LARGE.textCharacters
        ? ask('entities', { request, now: clock() }, signal)
        : undefined,
  };
}
