import type { AppError } from '../../core/errors.js';
import type { Filter } from '../../store/fhir/filter.js';
import type { Definitions, SearchParameter } from '../definitions/definition.js';
import type { ReadDate } from '../index/dates.js';
import type { EmitOf } from '../index/extract.js';
import { refuseFor } from '../outcome.js';
import type { SearchLimits } from './search.js';

/** The context in which a criterion is parsed. */
export interface SearchContext {
  readonly definitions: Definitions;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Own base URL: references below it are local ones. */
  readonly base: string;
  readonly limits: SearchLimits;
  readonly readDate: ReadDate;
  readonly emitOf: EmitOf;
}

/** One name and value of a query that belongs to a parameter of a type. */
export interface Criterion {
  readonly type: string;
  readonly parameter: SearchParameter;
  readonly modifier: string | undefined;
  /** Alternatives, not empty, escapes left as they are. */
  readonly values: readonly string[];
  /** As written in the query, for messages. */
  readonly name: string;
}

/** Makes the filter of a criterion. */
export type FilterOf = (criterion: Criterion, context: SearchContext) => Filter;

/** A parameter's name for messages: an invalid one may be a patient's name and is not repeated. */
export const shown = (name: string) =>
  /^[\w:.-]{1,80}$/.test(name) ? `'${name}'` : 'a parameter whose name is not one';

/** The location of a parameter's fault in an OperationOutcome. */
export const place = (name: string) => (/^[\w:.-]{1,80}$/.test(name) ? `http.${name}` : 'http');

export const malformed = (name: string, why: string): AppError =>
  refuseFor('validation_error', 'invalid', `${shown(name)}: ${why}`, place(name));

export const unsupported = (name: string, why: string): AppError =>
  refuseFor('validation_error', 'not-supported', `${shown(name)}: ${why}`, place(name));

export const tooCostly = (name: string, why: string): AppError =>
  refuseFor('validation_error', 'too-costly', `${shown(name)}: ${why}`, place(name));

export const unsupportedModifier = ({ name, modifier }: Criterion): AppError =>
  unsupported(name, `the modifier :${modifier} is not supported here.`);
