import type { PriorFailure, PriorObstacle, PriorRefusal } from '../../core/prior-query.js';

const REFUSALS: Readonly<Record<PriorRefusal, string>> = {
  unidentified:
    'the header states no patient ID or no study date, so no earlier image was looked for',
  none: 'the PACS holds no comparable earlier image of the patient',
  other_patient:
    'the PACS holds an earlier image with this patient ID whose issuer, birth date or sex contradict',
  other_mode: 'the PACS of the route is not for data of this mode',
  unreachable: 'the PACS could not be searched for an earlier image',
  not_delivered: 'the PACS did not deliver the earlier image',
};

type Word = Exclude<PriorObstacle, `status_${string}` | `http_${number}`>;

const OBSTACLES: Readonly<Record<Word, string>> = {
  no_connection: 'no connection',
  untrusted_certificate: 'its certificate is not trusted',
  association_rejected: 'it refused the association',
  association_aborted: 'it ended the association',
  not_negotiated: 'it offers no search and retrieval',
  timeout: 'no answer in time',
  invalid_answer: 'its answer cannot be understood',
  content_type: 'its answer is of another content type',
  too_large: 'its answer is too large',
  too_many: 'it finds too many',
  nothing_sent: 'its answer is empty',
  other_object: 'it sent another one',
  not_stored: 'its class or transfer syntax is not stored here',
  no_room: 'there is no room for it',
  unreadable_object: 'it cannot be read',
  object_gone: 'it is not there any more',
  sender_lost: 'the search was interrupted',
  given_up: 'the search was interrupted',
};

function isWord(obstacle: PriorObstacle): obstacle is Word {
  return Object.hasOwn(OBSTACLES, obstacle);
}

function wordsOf(obstacle: PriorObstacle): string {
  if (isWord(obstacle)) return OBSTACLES[obstacle];
  const [kind, status = ''] = obstacle.split('_');
  if (kind !== 'http') return `it answered with DICOM status ${status}`;
  // Credentials go to no other place than the configured one.
  const more = /^3/.test(status) ? ', a redirection, which is not followed' : '';
  return `it answered with HTTP status ${status}${more}`;
}

/** Why no earlier image is compared, in words. */
export function reasonFor({ refusal, obstacle }: PriorFailure): string {
  const text = REFUSALS[refusal];
  return obstacle === undefined ? text : `${text}: ${wordsOf(obstacle)}`;
}
