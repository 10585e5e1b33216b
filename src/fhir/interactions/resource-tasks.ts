import { once } from '../../core/once.js';
import { defineTask } from '../../core/task.js';
import { openDefinitions } from '../definitions/open.js';
import { createResourceChecker } from './resource-checker.js';
import type { ResourceToCheck, ResourceToPatch, ResourceToValidate } from './resource-offload.js';

const checker = once(() => createResourceChecker(openDefinitions()));

/** Validates and indexes a large resource. */
export const checkResourceTask = defineTask({
  name: 'check-resource',
  lane: 'usual',
  run: (resource: ResourceToCheck) => checker().check(resource),
});

/** Changes a large resource, then validates and indexes it. */
export const patchResourceTask = defineTask({
  name: 'patch-resource',
  lane: 'usual',
  run: (resource: ResourceToPatch) => checker().patch(resource),
});

/** All issues of a large resource. */
export const validateResourceTask = defineTask({
  name: 'validate-resource',
  lane: 'usual',
  run: (resource: ResourceToValidate) => checker().validate(resource),
});
