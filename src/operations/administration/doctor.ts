import { type Operation, postOperation } from '../../calls/operation.js';
import { type Clock, isoTime } from '../../core/clock.js';
import { BackgroundRun, type RunState } from './background-run.js';
import { emptyRequest, SMALL_BODY_BYTES } from './common-schema.js';
import { type DoctorReport, doctorReport } from './doctor-schema.js';
import type { CheckLine } from './status-schema.js';

export interface DoctorParts {
  /** Runs all checks outside this process. */
  readonly run: (onResult: (line: CheckLine) => void) => Promise<void>;
  readonly checkNames: readonly string[];
  readonly worst: (lines: readonly CheckLine[]) => CheckLine['state'];
  readonly clock: Clock;
}

/** The times of a run with the field names of the interface. */
export function describeRun<T>(run: RunState<T>) {
  return {
    state: run.state,
    ...('startedAt' in run && { started_at: isoTime(run.startedAt) }),
    ...('endedAt' in run && { ended_at: isoTime(run.endedAt) }),
    ...('reason' in run && { reason: run.reason }),
  };
}

export function doctorOperations({ run, checkNames, worst, clock }: DoctorParts): Operation[] {
  let lines: CheckLine[] = [];
  const background = new BackgroundRun(() => {
    lines = [];
    return run((line) => void lines.push(line));
  }, clock);
  const report = (): DoctorReport => {
    const state = background.state;
    const ran = new Set(lines.map(({ check }) => check));
    return {
      ...describeRun(state),
      ...(lines.length > 0 && { worst: worst(lines) }),
      checks: lines,
      remaining: state.state === 'running' ? checkNames.filter((name) => !ran.has(name)) : [],
    };
  };
  const shared = { scope: 'administration', response: doctorReport, duringFaults: true } as const;
  return [
    postOperation({
      ...shared,
      path: '/admin/doctor',
      operationId: 'admin.doctor.start',
      summary: 'Examine the whole installation',
      description:
        'Runs every check of `wardbox doctor` in a process of its own: on a large database it ' +
        'takes minutes. Read the report while it runs; one run at a time.',
      request: emptyRequest,
      bodyLimitBytes: SMALL_BODY_BYTES,
      async handle() {
        background.start();
        return { body: report() };
      },
    }),
    {
      ...shared,
      method: 'GET',
      path: '/admin/doctor',
      operationId: 'admin.doctor.read',
      summary: 'The report of the last examination',
      description: 'Each check with what it found and what to do about it.',
      handle: async () => ({ body: report() }),
    },
  ];
}
