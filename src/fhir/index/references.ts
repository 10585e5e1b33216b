import { textOf } from './member.js';
import { parameterName } from './parameter-name.js';
import type { EmitRows } from './sink.js';
import { referredIdentifier } from './tokens.js';

/** The target of a reference: a type and id here, or '' and an external URL. */
export interface Target {
  readonly type: string;
  readonly target: string;
}

const LOCAL =
  /^([A-Z][A-Za-z]{1,63})\/([A-Za-z0-9\-.]{1,64})(?:\/_history\/[A-Za-z0-9\-.]{1,64})?$/;

/**
 * Reads a reference or the value of a search. The version of a resource is ignored.
 *
 * @param bases own base URLs, without a trailing slash: URLs below them are local
 * @returns nothing for a contained resource (`#x`) and for values that are neither local nor a URL
 */
export function targetOf(reference: string, bases: readonly string[]): Target | undefined {
  const base = bases.find((own) => reference.startsWith(`${own}/`));
  const [, type, target] =
    LOCAL.exec(reference.slice(base === undefined ? 0 : base.length + 1)) ?? [];
  if (type !== undefined && target !== undefined) return { type, target };
  return /^[A-Za-z][A-Za-z0-9+.-]*:./.test(reference) ? { type: '', target: reference } : undefined;
}

/** A resource contained in another one, as in a message. */
function nested(value: unknown): Target | undefined {
  const [type, target] = [textOf(value, 'resourceType'), textOf(value, 'id')];
  return type === undefined || target === undefined ? undefined : { type, target };
}

function canonicalTargets(value: unknown, bases: readonly string[]): Target[] {
  if (typeof value !== 'string' || value === '' || value.startsWith('#')) return [];
  const [url = ''] = value.split('|');
  const whole = { type: '', target: value };
  if (url !== value) return [whole, { type: '', target: url }];
  return [targetOf(value, bases) ?? whole];
}

/** Rows of a reference parameter whose values are of this type. */
export function referenceRows(
  base: string,
  code: string,
  type: string,
  bases: readonly string[],
): EmitRows {
  const parameter = parameterName(base, code);
  if (type === 'Resource') {
    return (value, { references }) => {
      const found = nested(value);
      if (found !== undefined) references.push({ parameter, ...found });
    };
  }
  if (type !== 'Reference') {
    return (value, { references }) => {
      for (const found of canonicalTargets(value, bases)) references.push({ parameter, ...found });
    };
  }
  const identifier = referredIdentifier(base, code);
  return (value, into) => {
    const reference = textOf(value, 'reference');
    const found = reference === undefined ? undefined : targetOf(reference, bases);
    if (found !== undefined) into.references.push({ parameter, ...found });
    identifier(value, into);
  };
}
