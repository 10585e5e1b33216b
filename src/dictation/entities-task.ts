import { defineTask, type TaskContext } from '../core/task.js';
import type { OpenLanguage } from '../patient-record/language/open.js';
import { readEntities } from './read-entities.js';
import type { EntitiesRequest } from './schema.js';

/** Reads the entities of a long text. */
export const readEntitiesTask = defineTask({
  name: 'read-entities',
  lane: 'usual',
  run: (
    request: EntitiesRequest,
    { now }: TaskContext,
    { language }: { readonly language: { readonly open?: OpenLanguage } },
  ) => readEntities(language.open, request, () => now),
});
