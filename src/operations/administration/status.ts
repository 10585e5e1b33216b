import type { Operation } from '../../calls/operation.js';
import { type BoxStatus, boxStatus } from './status-schema.js';

export function statusOperations(status: () => BoxStatus): Operation[] {
  return [
    {
      method: 'GET',
      path: '/admin/status',
      operationId: 'admin.status',
      summary: 'The state of the appliance',
      description:
        'What needs attention first, each with its remedy; then models, workers, queue, disk, ' +
        'memory, database, backups, certificate and audit log.',
      scope: 'administration',
      response: boxStatus,
      duringFaults: true,
      handle: async () => ({ body: status() }),
    },
  ];
}
