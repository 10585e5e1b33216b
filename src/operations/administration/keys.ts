import { type Call, type Operation, postOperation } from '../../calls/operation.js';
import type { Clock } from '../../core/clock.js';
import { AppError } from '../../core/errors.js';
import type { ApiKeys } from '../../http/auth/api-keys.js';
import { describeKey, keyState } from '../../http/auth/describe-key.js';
import type { KeyRecord } from '../../store/key-repository.js';
import { SMALL_BODY_BYTES } from './common-schema.js';
import {
  keyDescription,
  keyList,
  newKeyAnswer,
  newKeyRequest,
  rotationAnswer,
  rotationRequest,
} from './keys-schema.js';

const HOUR_MS = 3_600_000;
const timeOf = (text: string | undefined) =>
  text === undefined ? {} : { expiresAt: Date.parse(text) };

/** Lets nobody see or change keys of the world in which the request was not made. */
function keyOfWorld(call: Call, keys: ApiKeys): KeyRecord {
  const record = keys.find(call.params.id ?? '');
  if (record?.mode !== call.mode) throw new AppError('not_found', 'There is no such key.');
  call.concerns(record.keyId);
  return record;
}

/** The keys of the world in which a request is made. */
export function keyOperations(keys: ApiKeys, clock: Clock): Operation[] {
  const described = (record: KeyRecord) => ({
    ...describeKey(record),
    state: keyState(record, clock()),
  });
  const scope = 'administration';
  return [
    {
      scope,
      method: 'GET',
      path: '/admin/keys',
      operationId: 'admin.keys.list',
      summary: 'The API keys of this world',
      description: 'Without the keys themselves, which nobody can read again.',
      response: keyList,
      duringFaults: true,
      async handle({ mode }) {
        const own = keys.list().filter((record) => record.mode === mode);
        return { body: { keys: own.map(described) } };
      },
    },
    postOperation({
      scope,
      path: '/admin/keys',
      operationId: 'admin.keys.create',
      summary: 'Create an API key',
      description: 'For the world in which the request is made. The key is shown this once.',
      request: newKeyRequest,
      example: { name: 'PACS gateway', scopes: ['imaging', 'jobs'] },
      response: newKeyAnswer,
      bodyLimitBytes: SMALL_BODY_BYTES,
      async handle({ mode }, { name, scopes, expires_at, rate_per_minute }) {
        const { record, key, writes } = keys.prepareNew({
          name,
          mode,
          scopes,
          ...timeOf(expires_at),
          ...(rate_per_minute !== undefined && { ratePerMinute: rate_per_minute }),
        });
        const body = described(record);
        const audit = { result_id: record.keyId };
        return { body: { ...body, key }, repeatedBody: body, writes, audit };
      },
    }),
    postOperation({
      scope,
      path: '/admin/keys/{id}/rotation',
      operationId: 'admin.keys.rotate',
      summary: 'Replace an API key',
      description:
        'The new key has the name, scopes and limit of the old one, which stays valid for a while. ' +
        'The new key is shown this once.',
      request: rotationRequest,
      response: rotationAnswer,
      bodyLimitBytes: SMALL_BODY_BYTES,
      async handle(call, { grace_hours, expires_at }) {
        const { keyId } = keyOfWorld(call, keys);
        const rotation = { graceMs: grace_hours * HOUR_MS, ...timeOf(expires_at) };
        const { record, old, key, writes } = keys.prepareRotation(keyId, rotation);
        const body = { ...described(record), old: described(old) };
        const audit = { result_id: record.keyId };
        return { body: { ...body, key }, repeatedBody: body, writes, audit };
      },
    }),
    {
      scope,
      method: 'DELETE',
      path: '/admin/keys/{id}',
      operationId: 'admin.keys.revoke',
      summary: 'Revoke an API key',
      description: 'It is refused from the next request on, for good.',
      response: keyDescription,
      duringFaults: true,
      async handle(call) {
        const record = keyOfWorld(call, keys);
        const { writes } = keys.prepareRevocation(record.keyId);
        return { body: described({ ...record, revokedAt: clock() }), writes };
      },
    },
  ];
}
