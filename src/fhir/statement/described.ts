export type SentKind = 'resource' | 'bundle' | 'patch' | 'form';
export type AnswerKind = 'resource' | 'bundle' | 'outcome' | 'nothing';
type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** One method on one path, in the form of an OpenAPI operation. */
export interface DescribedRow {
  readonly path: string;
  readonly method: Method;
  readonly id: string;
  readonly summary: string;
  /** Absent where no key is needed. */
  readonly scope?: string;
  readonly body?: SentKind;
  /** Status → what is answered with it. */
  readonly answers: Readonly<Record<number, AnswerKind>>;
}

const READ = '`fhir.read`';
const WRITE = '`fhir.write`';
const TYPE = '/fhir/{type}';
const INSTANCE = '/fhir/{type}/{id}';

/** Descriptions of the operations below `/fhir` for the OpenAPI document. */
export const DESCRIBED: readonly DescribedRow[] = [
  {
    path: '/fhir',
    method: 'post',
    id: 'fhir.bundle',
    summary: 'A transaction (all or nothing) or a batch',
    scope: `${READ}, ${WRITE} or both, as the entries need`,
    body: 'bundle',
    answers: { 200: 'bundle' },
  },
  {
    path: '/fhir/metadata',
    method: 'get',
    id: 'fhir.capabilities',
    summary: 'The CapabilityStatement: every type, interaction and search parameter',
    answers: { 200: 'resource' },
  },
  {
    path: TYPE,
    method: 'get',
    id: 'fhir.search',
    summary: 'Search',
    scope: READ,
    answers: { 200: 'bundle' },
  },
  {
    path: TYPE,
    method: 'post',
    id: 'fhir.create',
    summary: 'Create; with If-None-Exist only if nothing meets its criteria',
    scope: WRITE,
    body: 'resource',
    answers: { 201: 'resource', 200: 'resource' },
  },
  {
    path: TYPE,
    method: 'put',
    id: 'fhir.update_by_criteria',
    summary: 'Update what meets the criteria, or create',
    scope: WRITE,
    body: 'resource',
    answers: { 200: 'resource', 201: 'resource' },
  },
  {
    path: TYPE,
    method: 'patch',
    id: 'fhir.patch_by_criteria',
    summary: 'Change parts of what meets the criteria',
    scope: WRITE,
    body: 'patch',
    answers: { 200: 'resource' },
  },
  {
    path: TYPE,
    method: 'delete',
    id: 'fhir.delete_by_criteria',
    summary: 'Delete what meets the criteria, one resource at most',
    scope: WRITE,
    answers: { 200: 'outcome', 204: 'nothing' },
  },
  {
    path: `${TYPE}/_search`,
    method: 'post',
    id: 'fhir.search_by_form',
    summary: 'Search; the parameters stay out of the URL',
    scope: READ,
    body: 'form',
    answers: { 200: 'bundle' },
  },
  {
    path: `${TYPE}/_history`,
    method: 'get',
    id: 'fhir.history_of_type',
    summary: 'Versions of all resources of a type, newest first',
    scope: READ,
    answers: { 200: 'bundle' },
  },
  {
    path: `${TYPE}/$validate`,
    method: 'post',
    id: 'fhir.validate',
    summary: 'What a resource would be refused for; nothing is stored',
    scope: READ,
    body: 'resource',
    answers: { 200: 'outcome' },
  },
  {
    path: INSTANCE,
    method: 'get',
    id: 'fhir.read',
    summary: 'The current version',
    scope: READ,
    answers: { 200: 'resource', 304: 'nothing' },
  },
  {
    path: INSTANCE,
    method: 'put',
    id: 'fhir.update',
    summary: 'Update, or create under this id; If-Match keeps a change of somebody else',
    scope: WRITE,
    body: 'resource',
    answers: { 200: 'resource', 201: 'resource' },
  },
  {
    path: INSTANCE,
    method: 'patch',
    id: 'fhir.patch',
    summary: 'Change parts',
    scope: WRITE,
    body: 'patch',
    answers: { 200: 'resource' },
  },
  {
    path: INSTANCE,
    method: 'delete',
    id: 'fhir.delete',
    summary: 'Delete; the versions stay',
    scope: WRITE,
    answers: { 200: 'outcome', 204: 'nothing' },
  },
  {
    path: `${INSTANCE}/_history`,
    method: 'get',
    id: 'fhir.history',
    summary: 'Versions of a resource, newest first',
    scope: READ,
    answers: { 200: 'bundle' },
  },
  {
    path: `${INSTANCE}/_history/{version}`,
    method: 'get',
    id: 'fhir.vread',
    summary: 'One version',
    scope: READ,
    answers: { 200: 'resource', 304: 'nothing' },
  },
  {
    path: `${INSTANCE}/$validate`,
    method: 'post',
    id: 'fhir.validate_update',
    summary: 'What an update would be refused for; without a body, what is stored',
    scope: READ,
    body: 'resource',
    answers: { 200: 'outcome' },
  },
  {
    path: '/fhir/Patient/{id}/$everything',
    method: 'get',
    id: 'fhir.everything',
    summary: 'A patient and all that belongs to him or her',
    scope: READ,
    answers: { 200: 'bundle' },
  },
  {
    path: '/fhir/Patient/{id}/$everything',
    method: 'post',
    id: 'fhir.everything_by_post',
    summary: 'The same by POST; the parameters stand in the address',
    scope: READ,
    answers: { 200: 'bundle' },
  },
];
