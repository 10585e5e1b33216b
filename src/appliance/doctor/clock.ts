import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isoTime } from '../../core/clock.js';
import type { Inspection } from '../../store/inspect.js';
import {
  type Check,
  type CheckContext,
  type CheckResult,
  failed,
  length,
  warning,
  worstOf,
} from './check.js';

/** Corrections of the clock up to this size are harmless. */
const TOLERANCE_MS = 2_000;
const LOOKED_BACK_MS = 30 * 86_400_000;
const SET = 'set the clock and keep it by NTP (timedatectl set-ntp true)';

function newestFile(folder: string): { name: string; at: number } | undefined {
  try {
    const files = readdirSync(folder).map((name) => ({
      name,
      at: statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0,
    }));
    return files.sort((a, b) => b.at - a.at)[0];
  } catch {
    // The check of permissions reports it.
    return undefined;
  }
}

/** What the audit log says of the clock. */
export type RecordedTimes = Pick<Inspection, 'newestRecord' | 'stepsBack'>;

function againstRecords(records: RecordedTimes, now: number): CheckResult[] {
  const newest = records.newestRecord();
  const ahead = newest === undefined ? 0 : Date.parse(newest) - now;
  const steps = records
    .stepsBack(isoTime(now - LOOKED_BACK_MS))
    .map((step) => ({ ...step, by: Date.parse(step.before) - Date.parse(step.at) }))
    .filter(({ by }) => by > TOLERANCE_MS);
  const last = steps.at(-1);
  return [
    ...(ahead > TOLERANCE_MS
      ? [failed(`Is ${length(ahead)} behind the newest audit record.`, SET)]
      : []),
    ...(last
      ? [
          warning(
            `Was set back ${length(last.by)} at audit record ${last.seq} ` +
              `(${steps.length} times within 30 days).`,
            SET,
          ),
        ]
      : []),
  ];
}

/** @param records undefined where the audit log cannot be read */
export function judgeClock(
  { config, now }: Pick<CheckContext, 'config' | 'now'>,
  records: RecordedTimes | undefined,
): CheckResult {
  const newest = newestFile(config.data_dir);
  const ahead = (newest?.at ?? 0) - now;
  const files =
    newest !== undefined && ahead > TOLERANCE_MS
      ? [failed(`Is ${length(ahead)} behind the last change of ${newest.name}.`, SET)]
      : [];
  const recorded = records === undefined ? [] : againstRecords(records, now);
  return worstOf([...recorded, ...files], `${isoTime(now)}, after every record.`);
}

/** Checks that the clock is later than everything recorded, and was never set back. */
export const checkClock: Check = (situation) =>
  judgeClock(situation, 'reason' in situation.database ? undefined : situation.database);
