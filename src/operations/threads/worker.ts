import { serveTasks } from '../../inference/pool/task-server.js';
import { threadPort } from '../../inference/pool/thread-port.js';
import { RemoteModels } from '../../inference/remote-engine.js';
import { knowledgeWords, openKnowledgePackages } from '../knowledge-packages.js';
import type { ThreadSetup } from './thread-pool.js';
import { THREAD_TASKS } from './thread-tasks.js';

// The entry of a thread. It reads the packages itself, because what is built from them cannot be sent; it
// has neither database nor network: tasks request what needs one from their caller.

const models = new RemoteModels();

serveTasks(threadPort(), THREAD_TASKS, async ({ packages }: ThreadSetup) => {
  const shelf = await openKnowledgePackages(packages);
  const engineFor: RemoteModels['engineFor'] = (...args) => models.engineFor(...args);
  return { resources: { ...shelf, engineFor }, report: knowledgeWords(shelf.statuses) };
});
