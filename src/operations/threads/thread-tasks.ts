import { readEntitiesTask } from '../../dictation/entities-task.js';
import { readBundleTask } from '../../fhir/bundle/read-bundle-task.js';
import {
  checkResourceTask,
  patchResourceTask,
  validateResourceTask,
} from '../../fhir/interactions/resource-tasks.js';
import { checkMedicationsTask } from '../../medications/check-task.js';
import { assessRiskTask } from '../../scores/risk-task.js';
import { analyzeTask } from './analyze-task.js';

/** All tasks of the threads: work that would block the thread that serves clients. */
export const THREAD_TASKS = [
  analyzeTask,
  assessRiskTask,
  checkMedicationsTask,
  readEntitiesTask,
  checkResourceTask,
  patchResourceTask,
  validateResourceTask,
  readBundleTask,
] as const;
