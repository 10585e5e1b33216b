import { processPort } from '../../inference/pool/process-port.js';
import { serveTasks } from '../../inference/pool/task-server.js';
import { listenerTask } from '../../pacs/listener/listener-task.js';

// The entry of the process that reads what DICOM nodes send: the daemon parses nothing of it.

serveTasks(processPort(), [listenerTask], async () => ({
  resources: undefined,
  report: undefined,
}));
