import type { CompiledPath, Step } from '../definitions/definition.js';

type Fields = Readonly<Record<string, unknown>>;

const REFERENCE = /(?:^|\/)([A-Z][A-Za-z]+)\/[A-Za-z0-9\-.]{1,64}(?:\/_history\/[^/]+)?$/;

/** The type of a Reference's target, as far as its text or its `type` names it. */
export function referredType({ reference, type }: Fields): unknown {
  if (typeof reference !== 'string' || reference.startsWith('#')) return type;
  return REFERENCE.exec(reference)?.[1] ?? type;
}

function fromObject(value: Fields, step: Step): unknown {
  if ('property' in step) return value[step.property];
  if ('where' in step) return value[step.where] === step.is ? value : undefined;
  if ('refersTo' in step) return referredType(value) === step.refersTo ? value : undefined;
  if ('anyOf' in step) {
    const name = step.anyOf.find((one) => value[one] !== undefined);
    return name === undefined ? undefined : value[name];
  }
  return step.index === 0 ? value : undefined;
}

function gather(value: unknown, steps: readonly Step[], from: number, values: unknown[]): void {
  if (value === undefined || value === null) return;
  const step = steps[from];
  if (Array.isArray(value)) {
    if (step && 'index' in step) gather(value[step.index], steps, from + 1, values);
    else for (const one of value) gather(one, steps, from, values);
  } else if (step === undefined) values.push(value);
  else if (typeof value === 'object') {
    gather(fromObject(value as Fields, step), steps, from + 1, values);
  }
}

/** All values at the end of a path, in the order of the resource; lists are flattened. */
export function valuesAt(path: CompiledPath, root: unknown): readonly unknown[] {
  const values: unknown[] = [];
  gather(root, path.steps, 0, values);
  return path.test === undefined ? values : [values.some((value) => value !== false)];
}
