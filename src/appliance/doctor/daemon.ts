import { VERSION } from '../../core/version.js';
import type { Readiness } from '../../http/schema.js';
import { type CheckResult, failed, ok, type QuickCheck, warning } from './check.js';

const START = 'start it: systemctl start wardbox, or wardbox serve';

/** Returns why a running daemon is not ready, or only partly. */
function faultsOf({ checks }: Readiness): string[] {
  const { stopping, database, disk, workers, models, search_index } = checks;
  const bad = models.filter(({ state }) => state !== 'ready');
  return [
    ...(stopping ? ['it is stopping'] : []),
    ...(database === 'failed' ? ['its database fails'] : []),
    ...(disk.status === 'low' ? ['the disk is nearly full'] : []),
    ...(workers.up === 0 ? ['no worker is up'] : []),
    ...(search_index === 'rebuilding' ? ['the search index is being rebuilt'] : []),
    ...bad.map(({ id, state, reason }) => `${id} is ${state}${reason ? `: ${reason}` : ''}`),
  ];
}

/** For so long after its start a daemon without workers is opening its models. */
const START_MS = 120_000;

/** Whether nothing is amiss but that workers are not up yet. */
function isStarting({ checks }: Readiness, uptimeMs: number): boolean {
  const { stopping, database, disk, workers, models, search_index } = checks;
  const isStored = database === 'ok' && disk.status === 'ok' && search_index === 'ok';
  const isWell = !stopping && isStored;
  const opens = workers.up === 0 || models.every(({ state }) => state === 'ready');
  return isWell && opens && uptimeMs < START_MS;
}

function readinessResult(readiness: Readiness, uptimeMs = START_MS): CheckResult {
  const { status, checks } = readiness;
  if (status !== 'ready' && isStarting(readiness, uptimeMs)) {
    return warning('Starting: models are being opened.', 'wait, usually less than a minute');
  }
  const why = faultsOf(readiness).join('; ') || 'workers are missing';
  if (status === 'not_ready') {
    return failed(`Running, but not ready: ${why}.`, 'see journalctl -u wardbox and /readyz');
  }
  if (status === 'degraded') {
    return warning(`Running, but not everything works: ${why}.`, 'see journalctl -u wardbox');
  }
  const { workers, models } = checks;
  return ok(`Running and ready: ${workers.up} workers, ${models.length} models.`);
}

/** Checks that the daemon runs, is ready and has the installed version. */
export const checkDaemon: QuickCheck = ({ daemon }) => {
  if (daemon.state === 'down') return warning('Not running.', START);
  if (daemon.state === 'unknown') {
    return warning(
      'Cannot be checked: server.port 0 is any free port.',
      'give server.port a number',
    );
  }
  if (daemon.state === 'strange') {
    const found = `Something answers at its address, but not correctly: ${daemon.reason}.`;
    return failed(found, 'see which process listens there (ss -ltnp); restart the daemon');
  }
  const found = readinessResult(daemon.readiness, daemon.uptimeMs);
  if (found.state !== 'ok' || daemon.version === VERSION) return found;
  return warning(
    `Version ${daemon.version} is running, ${VERSION} is installed.`,
    'restart it: systemctl restart wardbox',
  );
};
