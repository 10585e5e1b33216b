import { describe, expect, expectTypeOf, it } from 'vitest';
import type { TaskTypes } from '../../../../src/core/task.js';
import type { ModelTasks } from '../../../../src/inference/model-tasks.js';
import { modelManifestSchema } from '../../../../src/inference/schema.js';
import { WORKER_TASKS } from '../../../../src/operations/model-worker/worker-tasks.js';

describe('every kind of model', () => {
  const opened = WORKER_TASKS.flatMap((task) => ('models' in task ? [...task.models.kinds] : []));

  it.each(modelManifestSchema.options.map(({ shape }) => shape.kind.value))(
    'of the kind %s is opened by one task',
    (kind) => {
      expect(opened.filter((one) => one === kind)).toEqual([kind]);
    },
  );
});

describe('the tasks of model workers', () => {
  it('take and give what their modules declare', () => {
    type Registered = TaskTypes<typeof WORKER_TASKS>;
    // Golden cases are drawn for scripts, by no service.
    expectTypeOf<Exclude<keyof Registered, 'draw-golden'>>().toEqualTypeOf<keyof ModelTasks>();
    expectTypeOf<Registered[keyof ModelTasks]['input']>().toEqualTypeOf<
      ModelTasks[keyof ModelTasks]['input']
    >();
    expectTypeOf<Registered[keyof ModelTasks]['output']>().toEqualTypeOf<
      ModelTasks[keyof ModelTasks]['output']
    >();
    expect(WORKER_TASKS.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['read-image', 'read-table', 'transcribe']),
    );
  });
});
