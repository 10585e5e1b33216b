import { keyText } from '../../core/key-text.js';
import { fold, foldContact } from './fold.js';
import { listOf, member, textOf } from './member.js';
import { parameterName } from './parameter-name.js';
import type { EmitRows, RowCollector } from './sink.js';

/** A code, or a system alone. A display alone can only be found by its text. */
function pushCode(
  into: RowCollector,
  parameter: string,
  value: unknown,
  name: 'code' | 'value',
): void {
  const system = textOf(value, 'system');
  const code = textOf(value, name);
  if (system === undefined && code === undefined) return;
  into.tokens.push({ parameter, system: system ?? '', code: code ?? '' });
}

function pushText(into: RowCollector, parameter: string, value: string | undefined): void {
  if (value !== undefined) into.strings.push({ parameter, folded: fold(value), value });
}

function conceptRows(parameter: string, text: string): EmitRows {
  return (value, into) => {
    const codings = listOf(value, 'coding');
    for (const coding of codings) pushCode(into, parameter, coding, 'code');
    const words = [textOf(value, 'text'), ...codings.map((coding) => textOf(coding, 'display'))];
    for (const word of new Set(words)) pushText(into, text, word);
  };
}

/**
 * The code of an `of-type` row: `MR|12345`. The system of the type is the row's own.
 *
 * @param code of the identifier's type
 */
export function typedIdentifier(code: string, value: string): string {
  return `${keyText(code).replace(/[\\|]/g, '\\$&')}|${keyText(value)}`;
}

function identifierRows(base: string, code: string): EmitRows {
  const parameter = parameterName(base, code);
  const text = parameterName(base, code, 'text');
  const ofType = parameterName(base, code, 'of-type');
  return (identifier, into) => {
    pushCode(into, parameter, identifier, 'value');
    const type = member(identifier, 'type');
    if (type === undefined) return;
    pushText(into, text, textOf(type, 'text'));
    const value = textOf(identifier, 'value');
    if (value === undefined) return;
    // A value has one row for each code of its type: its key is computed once, and is short.
    const key = keyText(value);
    for (const coding of listOf(type, 'coding')) {
      const kind = textOf(coding, 'code');
      if (kind === undefined) continue;
      const system = textOf(coding, 'system') ?? '';
      into.tokens.push({ parameter: ofType, system, code: typedIdentifier(kind, key) });
    }
  };
}

/** Rows of the identifier that a reference may have in addition to or instead of its target. */
export function referredIdentifier(base: string, code: string): EmitRows {
  const parameter = parameterName(base, code, 'identifier');
  return (value, into) => pushCode(into, parameter, member(value, 'identifier'), 'value');
}

/** Normalises a plain value: texts and contacts without case, codes unchanged. */
export function plainToken(type: string, value: string): string {
  if (type === 'string') return value.toLowerCase();
  return type === 'ContactPoint' ? foldContact(value) : value;
}

const isPlain = (value: unknown) =>
  ['string', 'number', 'boolean'].includes(typeof value) && value !== '';

/** Rows of a token parameter whose values are of this type. */
export function tokenRows(base: string, code: string, type: string): EmitRows {
  const parameter = parameterName(base, code);
  const text = parameterName(base, code, 'text');
  switch (type) {
    case 'CodeableConcept':
      return conceptRows(parameter, text);
    case 'Coding':
      return (value, into) => {
        pushCode(into, parameter, value, 'code');
        pushText(into, text, textOf(value, 'display'));
      };
    case 'Identifier':
      return identifierRows(base, code);
    case 'ContactPoint':
      return (value, { tokens }) => {
        const contact = textOf(value, 'value');
        if (contact === undefined) return;
        tokens.push({ parameter, system: '', code: plainToken(type, contact) });
      };
    default:
      return (value, { tokens }) => {
        if (!isPlain(value)) return;
        tokens.push({ parameter, system: '', code: plainToken(type, String(value)) });
      };
  }
}

/** Rows of a uri parameter. A canonical with a version is also found without it. */
export function uriRows(base: string, code: string): EmitRows {
  const parameter = parameterName(base, code);
  return (value, { tokens }) => {
    if (typeof value !== 'string' || value === '') return;
    tokens.push({ parameter, system: '', code: value });
    const [url, version] = value.split('|');
    if (version !== undefined && url !== undefined && url !== '') {
      tokens.push({ parameter, system: '', code: url });
    }
  };
}
