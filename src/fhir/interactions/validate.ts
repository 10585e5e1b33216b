import type { Exchange } from '../../calls/exchange.js';
import type { Answer } from '../../calls/operation.js';
import type { AppError } from '../../core/errors.js';
import { outcomeOfError } from '../../core/operation-outcome.js';
import { perform } from '../../store/steps.js';
import { LazyResource } from '../lazy-resource.js';
import { type FhirIssue, refuseFor } from '../outcome.js';
import { faultInText } from '../text/check.js';
import { itemsOf, membersOf } from '../text/members.js';
import type { ExpectedIdentity, Validator } from '../validation/validator.js';
import { outcomeText } from './change.js';
import { isResource, type SentResource } from './check-resource.js';
import type { FhirParts } from './parts.js';
import { currentVersion } from './read.js';

const MODES = ['create', 'update', 'delete'] as const;
type Mode = (typeof MODES)[number];

interface ValidationRequest {
  readonly given?: SentResource;
  readonly mode?: string;
  readonly profiles: readonly string[];
}

interface Parameter {
  readonly name?: unknown;
  readonly [value: string]: unknown;
}

/** The text of the resource of the n-th parameter. */
function resourceText(text: string, index: number): string {
  const inside = (at: number, name: string) => membersOf(text, at).find((one) => one.name === name);
  const list = inside(0, 'parameter');
  if (list === undefined) return '';
  const item = itemsOf(text, list.start)[index];
  const resource = item && inside(item.start, 'resource');
  return resource === undefined ? '' : text.slice(resource.start, resource.end);
}

function ofParameters(value: Record<string, unknown>, text: string): ValidationRequest {
  const list = Array.isArray(value.parameter) ? (value.parameter as Parameter[]) : [];
  const all = (name: string) => list.filter((one) => one?.name === name);
  const index = list.findIndex((one) => one?.name === 'resource');
  const resource = list[index]?.resource;
  const mode = all('mode')[0]?.valueCode;
  return {
    ...(resource !== undefined && { given: { value: resource, text: resourceText(text, index) } }),
    ...(typeof mode === 'string' && { mode }),
    profiles: all('profile').flatMap(({ valueUri, valueCanonical }) =>
      [valueUri, valueCanonical].filter((one) => typeof one === 'string'),
    ),
  };
}

function questionOf({ body, query }: Exchange): ValidationRequest {
  const valuesOf = (name: string) =>
    query.filter(([key]) => key === name).map(([, value]) => value);
  const [mode] = valuesOf('mode');
  const ofUrl = { ...(mode !== undefined && { mode }), profiles: valuesOf('profile') };
  if (body === undefined) return ofUrl;
  const { value, text } = body;
  if (!isResource(value) || value.resourceType !== 'Parameters') {
    return { ...ofUrl, given: { value, text } };
  }
  const ofBody = ofParameters(value, text);
  return { ...ofUrl, ...ofBody, profiles: [...ofUrl.profiles, ...ofBody.profiles] };
}

function modeOf({ mode }: ValidationRequest): Mode | undefined {
  const modeCode = MODES.find((one) => one === mode);
  if (mode === undefined || modeCode !== undefined) return modeCode;
  const problem = 'Must be create, update or delete.';
  throw refuseFor('validation_error', 'not-supported', problem, 'mode');
}

const asIssues = (error: AppError): FhirIssue[] =>
  outcomeOfError(error).issue.map(({ expression, code, ...issue }) => ({
    ...issue,
    code: code as FhirIssue['code'],
    ...(expression?.[0] !== undefined && { expression: expression[0] }),
  }));

const unknownProfile = (): FhirIssue => ({
  severity: 'information',
  code: 'not-supported',
  diagnostics: 'A profile is not known here: it was validated against the base definition alone.',
});

/** All issues of a resource. */
export function issuesOf(
  { text, value }: SentResource,
  expected: ExpectedIdentity,
  validator: Validator,
): readonly FhirIssue[] {
  const fault = faultInText(text, expected.type ?? '');
  return fault === undefined ? validator.validate(value, expected) : asIssues(fault);
}

/**
 * Answers why a resource would be refused, without storing it. Without a body the stored resource
 * is validated.
 *
 * @throws AppError when there is nothing to validate
 */
export async function answerValidate(
  exchange: Exchange,
  { type, id }: { readonly type: string; readonly id?: string },
  { store, validator, offload }: Pick<FhirParts, 'store' | 'validator' | 'offload'>,
): Promise<Answer> {
  const question = questionOf(exchange);
  const mode = modeOf(question);
  let { given } = question;
  if (given === undefined && id !== undefined) {
    const row = await store.decide(exchange.mode, perform({ kind: 'fhir.read', type, id }));
    given = new LazyResource(currentVersion(row).body);
  }
  if (given === undefined) {
    throw refuseFor('validation_error', 'required', 'A resource must be sent.', type);
  }
  const target = id === undefined ? type : `${type}/${id}`;
  const audit = { action: 'fhir.validate', target };
  if (mode === 'delete') {
    return { text: outcomeText([], 'It may be deleted.'), audit };
  }
  const { text } = given;
  const expected = id === undefined || mode === 'create' ? { type } : { type, id };
  const issues =
    (await offload.validateResource({ text, expected })) ?? issuesOf(given, expected, validator);
  const reported = [...issues, ...question.profiles.slice(0, 1).map(unknownProfile)];
  return { text: outcomeText(reported, 'It is valid.'), audit };
}
