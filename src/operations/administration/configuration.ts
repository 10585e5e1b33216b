import type { Operation } from '../../calls/operation.js';
import { configurationInForce } from './configuration-schema.js';

/** @param configuration without secrets, with the file that it was read from as `source` */
export function configurationOperations(
  configuration: () => Readonly<Record<string, unknown>>,
): Operation[] {
  return [
    {
      method: 'GET',
      path: '/admin/configuration',
      operationId: 'admin.configuration',
      summary: 'The configuration in force',
      description: 'As `wardbox config show` prints it. It is changed in its file.',
      scope: 'administration',
      response: configurationInForce,
      duringFaults: true,
      async handle() {
        const { source, ...rest } = configuration();
        return { body: { source, configuration: rest } };
      },
    },
  ];
}
