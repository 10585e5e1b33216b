import type { Operation } from '../../calls/operation.js';
import type { KeyMode } from '../../core/key-mode.js';
import { type PacsStatus, pacsStatus } from './pacs-schema.js';

export function pacsOperations(status: (mode: KeyMode) => PacsStatus): Operation[] {
  return [
    {
      method: 'GET',
      path: '/admin/pacs',
      operationId: 'admin.pacs',
      summary: 'The exchange with DICOM nodes in this world',
      description:
        'Whether it listens, what is held, what became of it, what waits to be sent, and what ' +
        'nobody gets an answer to. Without names of patients, and without results: who may see ' +
        'those has other scopes.',
      scope: 'administration',
      response: pacsStatus,
      duringFaults: true,
      handle: async ({ mode }) => ({ body: status(mode) }),
    },
  ];
}
