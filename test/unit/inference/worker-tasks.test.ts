import { describe, expect, it } from 'vitest';
import { modelManifestSchema } from '../../../src/inference/schema.js';
import { WORKER_TASKS } from '../../../src/operations/model-worker/worker-tasks.js';

describe('every kind of model', () => {
  const opened = WORKER_TASKS.flatMap((task) => ('models' in task ? [...task.models.kinds] : []));

  it.each(modelManifestSchema.options.map(({ shape }) => shape.kind.value))(
    'of the kind %s is opened by one task',
    (kind) => {
      expect(opened.filter((one) => one === kind)).toEqual([kind]);
    },
  );
});
