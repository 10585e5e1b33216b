import { processPort } from '../../inference/pool/process-port.js';
import { serveTasks } from '../../inference/pool/task-server.js';
import { ADMINISTRATION_TASKS, type AdministrationSetup } from './tasks.js';

// The entry of a process that examines or changes the appliance on behalf of an administrator or an
// auditor: what would block the daemon for minutes, or must not share its connection to the database.

serveTasks(processPort(), ADMINISTRATION_TASKS, async (setup: AdministrationSetup) => ({
  resources: setup,
  report: undefined,
}));
