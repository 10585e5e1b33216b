import type { AuditEvent } from '../../audit/audit-log.js';
import { formOf } from '../../calls/form.js';
import { type Call, type Operation, postOperation } from '../../calls/operation.js';
import type { SealedFile } from '../../core/sealed-file.js';
import { emptyRequest, SMALL_BODY_BYTES } from './common-schema.js';
import {
  type InstallAnswer,
  installAnswer,
  installRequest,
  type PackageList,
  packageList,
  type RollbackAnswer,
  rollbackAnswer,
} from './packages-schema.js';

/** What a change of packages gets besides its input. */
export interface PackageChange {
  /** Records the change before it takes effect. */
  readonly record: (event: Omit<AuditEvent, 'outcome' | 'actor'>) => Promise<void>;
  readonly signal: AbortSignal;
  readonly onProgress: (fraction: number) => void;
}

type PackageFacts = PackageList['packages'][number];
export type ListedPackage = Omit<PackageFacts, 'before'> & { readonly before: readonly string[] };

/** Works on packages outside this process. */
export interface PackageStore {
  list(): Promise<readonly ListedPackage[]>;
  /** @throws AppError with the reason why the package is refused */
  install(
    input: { file: SealedFile; allowOlder: boolean },
    change: PackageChange,
  ): Promise<InstallAnswer>;
  rollBack(id: string, change: PackageChange): Promise<RollbackAnswer>;
}

export interface PackageParts {
  readonly store: PackageStore;
  readonly record: (event: AuditEvent) => Promise<void>;
  readonly bodyLimitBytes: number;
}

/** `wardbox models` for people. */
export function packageOperations({ store, record, bodyLimitBytes }: PackageParts): Operation[] {
  const changeBy = ({ actor, requestId, signal, onProgress }: Call): PackageChange => ({
    signal,
    onProgress: (fraction) => onProgress?.(fraction),
    record: (event) => record({ ...event, actor, outcome: 'success', request_id: requestId }),
  });
  const scope = 'administration';
  return [
    {
      scope,
      method: 'GET',
      path: '/admin/models',
      operationId: 'admin.models.list',
      summary: 'The installed packages',
      description:
        'Packages of models and of knowledge, every file verified against its hash, which takes ' +
        'seconds. Which of them answer, and on what backend, is in the state of the appliance.',
      response: packageList,
      duringFaults: true,
      handle: async () => ({ body: { packages: await store.list() } }),
    },
    postOperation({
      scope,
      path: '/admin/models',
      operationId: 'admin.models.install',
      summary: 'Install a package',
      description:
        'Hashes, signature and card are checked and its golden cases are run before anything ' +
        'changes; then the running appliance takes it over within seconds. This takes minutes: ' +
        '`Prefer: respond-async` answers with a job.',
      response: installAnswer,
      problems: { '422': '`unprocessable`: the package is refused; the message states why' },
      bodyLimitBytes,
      form: formOf({
        fields: installRequest,
        files: { file: { count: 'one', description: 'the package as one file (.wbm)' } },
        input: ({ allow_older }, { file: [file] }) => ({
          file,
          allowOlder: allow_older === 'true',
        }),
      }),
      takesMinutes: true,
      precheck: () => undefined,
      async handle(call, input) {
        const body = await store.install(input, changeBy(call));
        return { body, audit: { result_id: `${body.id}@${body.version}` } };
      },
    }),
    postOperation({
      scope,
      path: '/admin/models/{id}/rollback',
      operationId: 'admin.models.rollback',
      summary: 'Activate the previous version of a package again',
      description:
        'It is verified and tried first; the running appliance takes it over within seconds.',
      request: emptyRequest,
      response: rollbackAnswer,
      problems: {
        '422': '`unprocessable`: the earlier version is refused; the message states why',
      },
      bodyLimitBytes: SMALL_BODY_BYTES,
      async handle(call) {
        const id = call.params.id ?? '';
        call.concerns(id);
        const body = await store.rollBack(id, changeBy(call));
        return { body, audit: { result_id: `${body.id}@${body.version}` } };
      },
    }),
  ];
}
