import { ModelHost } from '../../inference/model-host.js';
import { processPort } from '../../inference/pool/process-port.js';
import { serveTasks } from '../../inference/pool/task-server.js';
import type { WorkerSetup } from '../../inference/worker-setup.js';
import { WORKER_TASKS } from './worker-tasks.js';

// The entry of a worker process: the only place where untrusted files are decoded and models run.

const openers = WORKER_TASKS.flatMap((task) => ('models' in task ? [task.models] : []));
const host = new ModelHost(openers);

serveTasks(processPort(), WORKER_TASKS, async (setup: WorkerSetup) => ({
  resources: host,
  report: await host.open(setup),
}));
