import { processPort } from '../../inference/pool/process-port.js';
import { serveTasks } from '../../inference/pool/task-server.js';
import { listenerTask } from '../../pacs/listener/listener-task.js';
import { findPriorTask } from '../../pacs/prior/find-prior-task.js';
import { reportTask } from '../../pacs/sender/report-task.js';
import { sendTask } from '../../pacs/sender/send-task.js';
import { verifyTask } from '../../pacs/sender/verify-task.js';

// The entry of the process that speaks with other DICOM nodes: the daemon parses nothing of what they send.

serveTasks(
  processPort(),
  [listenerTask, sendTask, reportTask, verifyTask, findPriorTask],
  async () => ({
    resources: undefined,
    report: undefined,
  }),
);
