export type SentKind =
  | 'resource'
  | 'content'
  | 'parameters'
  | 'bundle'
  | 'patch'
  | 'form'
  | 'lines';
export type AnswerKind =
  | 'resource'
  | 'content'
  | 'bundle'
  | 'outcome'
  | 'nothing'
  | 'begun'
  | 'manifest'
  | 'import'
  | 'lines';
type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** One method on one path, in the form of an OpenAPI operation. */
export interface DescribedOperation {
  readonly path: string;
  readonly method: Method;
  readonly id: string;
  readonly summary: string;
  /** Absent where no key is needed. */
  readonly scope?: string;
  readonly body?: SentKind;
  /** The resource is found by search parameters, which have to be sent. */
  readonly byCriteria?: true;
  /** It is answered later, and takes the parameters of what it begins. */
  readonly begins?: 'export' | 'import';
  /** Status → what is answered with it. */
  readonly answers: Readonly<Record<number, AnswerKind>>;
}

const READ = '`fhir.read`';
const WRITE = '`fhir.write`';
const TYPE = '/fhir/{type}';
const INSTANCE = '/fhir/{type}/{id}';

/** Descriptions of the operations below `/fhir` for the OpenAPI document. */
export const DESCRIBED_OPERATIONS: readonly DescribedOperation[] = [
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
    summary: 'Create; with If-None-Exist only if no resource matches its criteria',
    scope: WRITE,
    body: 'content',
    answers: { 201: 'resource', 200: 'resource' },
  },
  {
    path: TYPE,
    method: 'put',
    id: 'fhir.update_by_criteria',
    summary: 'Update the resource that matches the criteria, or create one',
    byCriteria: true,
    scope: WRITE,
    body: 'content',
    answers: { 200: 'resource', 201: 'resource' },
  },
  {
    path: TYPE,
    method: 'patch',
    id: 'fhir.patch_by_criteria',
    summary: 'Patch the resource that matches the criteria',
    byCriteria: true,
    scope: WRITE,
    body: 'patch',
    answers: { 200: 'resource' },
  },
  {
    path: TYPE,
    method: 'delete',
    id: 'fhir.delete_by_criteria',
    summary: 'Delete the resource that matches the criteria, at most one',
    byCriteria: true,
    scope: WRITE,
    answers: { 200: 'outcome', 204: 'nothing' },
  },
  {
    path: `${TYPE}/_search`,
    method: 'post',
    id: 'fhir.search_by_form',
    summary: 'Search by POST; keeps the parameters out of the URL',
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
    summary: 'Validate a resource without storing it',
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
    answers: { 200: 'content', 304: 'nothing' },
  },
  {
    path: INSTANCE,
    method: 'put',
    id: 'fhir.update',
    summary: 'Update, or create with this id; If-Match prevents overwriting a concurrent change',
    scope: WRITE,
    body: 'content',
    answers: { 200: 'resource', 201: 'resource' },
  },
  {
    path: INSTANCE,
    method: 'patch',
    id: 'fhir.patch',
    summary: 'Patch a resource',
    scope: WRITE,
    body: 'patch',
    answers: { 200: 'resource' },
  },
  {
    path: INSTANCE,
    method: 'delete',
    id: 'fhir.delete',
    summary: 'Delete; earlier versions are kept',
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
    answers: { 200: 'content', 304: 'nothing' },
  },
  {
    path: `${INSTANCE}/$validate`,
    method: 'post',
    id: 'fhir.validate_update',
    summary: 'Validate an update, or without a body the stored resource',
    scope: READ,
    body: 'resource',
    answers: { 200: 'outcome' },
  },
  {
    path: '/fhir/Patient/{id}/$everything',
    method: 'get',
    id: 'fhir.everything',
    summary: 'A patient with all resources of the patient compartment and those they refer to',
    scope: READ,
    answers: { 200: 'bundle' },
  },
  {
    path: '/fhir/Patient/{id}/$everything',
    method: 'post',
    id: 'fhir.everything_by_post',
    summary: 'The same by POST; the parameters are in the URL',
    scope: READ,
    answers: { 200: 'bundle' },
  },
  {
    path: '/fhir/Patient/$merge',
    method: 'post',
    id: 'fhir.merge',
    summary: 'Merge a patient into another, with all that refers to it',
    scope: WRITE,
    body: 'parameters',
    answers: { 200: 'resource' },
  },
  ...(
    [
      ['/fhir/$export', 'fhir.export', 'Begin the export of all resources'],
      ['/fhir/Patient/$export', 'fhir.export_patients', 'Begin the export of all patients'],
      ['/fhir/Group/{id}/$export', 'fhir.export_group', 'Begin the export of a group of patients'],
    ] as const
  ).flatMap(([path, id, summary]): DescribedOperation[] => {
    const whole = `${summary} as NDJSON (FHIR Bulk Data Access 2.0)`;
    const begins = { path, scope: READ, begins: 'export', answers: { 202: 'begun' } } as const;
    const byPost = `${summary}, with the parameters in a Parameters resource`;
    return [
      { ...begins, method: 'get', id, summary: whole },
      { ...begins, method: 'post', id: `${id}_by_post`, summary: byPost, body: 'parameters' },
    ];
  }),
  {
    path: '/fhir/$export-status/{id}',
    method: 'get',
    id: 'fhir.export_status',
    summary: 'How far an export is; when it is complete, the list of its files',
    scope: READ,
    answers: { 200: 'manifest', 202: 'begun' },
  },
  {
    path: '/fhir/$export-status/{id}',
    method: 'delete',
    id: 'fhir.export_delete',
    summary: 'Cancel an export, or delete its files',
    scope: READ,
    answers: { 202: 'nothing' },
  },
  {
    path: '/fhir/$export-file/{id}/{file}',
    method: 'get',
    id: 'fhir.export_file',
    summary: 'A file of a complete export: one resource a line',
    scope: READ,
    answers: { 200: 'lines' },
  },
  {
    path: '/fhir/$import',
    method: 'post',
    id: 'fhir.import',
    summary: 'Begin the import of NDJSON: each line is stored, or refused by itself',
    scope: WRITE,
    begins: 'import',
    body: 'lines',
    answers: { 202: 'begun' },
  },
  {
    path: '/fhir/$import-status/{id}',
    method: 'get',
    id: 'fhir.import_status',
    summary: 'How far an import is; when it is complete, what became of its lines',
    scope: WRITE,
    answers: { 200: 'import', 202: 'begun' },
  },
  {
    path: '/fhir/$import-status/{id}',
    method: 'delete',
    id: 'fhir.import_delete',
    summary: 'Cancel an import, or delete what it has to say; what is stored stays',
    scope: WRITE,
    answers: { 202: 'nothing' },
  },
  {
    path: '/fhir/$import-file/{id}/{file}',
    method: 'get',
    id: 'fhir.import_file',
    summary: 'Why lines of an import were refused: one OperationOutcome a line',
    scope: WRITE,
    answers: { 200: 'lines' },
  },
];
