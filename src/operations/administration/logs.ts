import type { Operation } from '../../calls/operation.js';
import type { LogTail } from '../../core/log-tail.js';
import { LEVEL_RANK, type LogQuery, logLines, logQuery } from './logs-schema.js';

const rankOf = (level: string): number => LEVEL_RANK[level] ?? 0;

export function logOperations(tail: Pick<LogTail, 'newest'>): Operation[] {
  return [
    {
      method: 'GET',
      path: '/admin/logs',
      operationId: 'admin.logs',
      summary: 'The log of the last hour',
      description:
        'What the appliance has logged: codes, counts, times and ids, never data of patients. ' +
        'Kept in memory, at most 5,000 lines; the whole log is where the service manager keeps it.',
      scope: 'administration',
      query: logQuery,
      response: logLines,
      duringFaults: true,
      async handle(_, query) {
        const { level, request_id: requestId, limit } = query as LogQuery;
        const lines = tail.newest(
          limit,
          (line) =>
            rankOf(line.level) >= rankOf(level) &&
            (requestId === undefined || line.facts.request_id === requestId),
        );
        return { body: { lines } };
      },
    },
  ];
}
