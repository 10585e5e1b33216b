import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type ApiDocument,
  credentialOf,
  type Example,
  examplesOf,
  METHODS,
} from '../../src/console/docs/examples.js';
import { addPerson } from '../support/console/person.js';
import { type Daemon, startDaemon } from '../support/daemon.js';
import {
  type Answered,
  type Language,
  startLanguage,
  whyNot,
} from '../support/examples/languages.js';
import { type ModelsFolder, shippedModels } from '../support/knowledge-models.js';
import { film } from '../support/pacs/hold-object.js';
import { silence } from '../support/recordings.js';

const FILM = join(import.meta.dirname, '../../scripts/samples/films/normal.png');
const LANGUAGES = ['curl', 'TypeScript', 'Python'] as const;
const PASSWORD = 'seven quiet lighthouses';
const NEW_PASSWORD = 'eight quiet lighthouses';

interface Operation {
  readonly id: string;
  readonly path: string;
  readonly method: string;
  /** The statuses that the document describes. */
  readonly statuses: readonly number[];
}

/** Somebody who follows the examples in one language, and copies from answers what the next ones need. */
interface Reader {
  readonly language: Example['language'];
  readonly userName: string;
  /** By the id of the operation. */
  readonly answers: Map<string, Record<string, unknown>>;
  session: string;
}

/** Those whose good answer needs more than an example can have, and what they answer. */
const REFUSED: Readonly<Record<string, number>> = {
  // The file is no package, and there is no earlier version of one.
  'admin.models.install': 422,
  'admin.models.rollback': 404,
  // The job is done.
  'jobs.cancel': 409,
  'admin.jobs.cancel': 409,
  // There is one such patient only.
  'fhir.merge': 404,
  // There is no such Group, and the id of an export or import is in a header of another answer.
  'fhir.export_group': 404,
  'fhir.export_group_by_post': 404,
  // There is no second such patient.
  'fhir.export_patients_by_post': 404,
  'fhir.export_status': 404,
  'fhir.export_delete': 404,
  'fhir.export_file': 404,
  'fhir.import_status': 404,
  'fhir.import_delete': 404,
  'fhir.import_file': 404,
  // The object belongs to another study.
  'pacs.store_instances_of_study': 409,
  // No modality has sent anything.
  'pacs.search_series_of_study': 404,
  'pacs.search_instances_of_study': 404,
  'pacs.search_instances_of_series': 404,
  'pacs.retrieve_study': 404,
  'pacs.retrieve_series': 404,
  'pacs.retrieve_instance': 404,
  'pacs.retrieve_frames': 404,
  'pacs.study_metadata': 404,
  'pacs.series_metadata': 404,
  'pacs.instance_metadata': 404,
  'pacs.rendered_instance': 404,
  'pacs.rendered_frame': 404,
  'pacs.study_thumbnail': 404,
  'pacs.series_thumbnail': 404,
  'pacs.instance_thumbnail': 404,
};
/** Of an object that nobody has sent. */
const UIDS = { STUDY: '2.25.1', SERIES: '2.25.2', INSTANCE: '2.25.3' };

const dicomFilm = () =>
  Buffer.from(film({ study: '2.25.9', series: '2.25.91', instance: '2.25.911' }));

/** Sent as `file.bin`. */
const FILES: Readonly<Record<string, () => Buffer>> = {
  'imaging.create': () => readFileSync(FILM),
  'transcribe.create': () => silence(1),
  'admin.models.install': () => Buffer.from('no package'),
  'pacs.store_instances': dicomFilm,
  'pacs.store_instances_of_study': dicomFilm,
};

const text = (reader: Reader, operation: string, field: string): string =>
  String(reader.answers.get(operation)?.[field]);

const linkToken = (link: unknown): string => String(link).split('#')[1] ?? '';

type Values = Readonly<Record<string, string>>;

/** What a reader puts in the place of capitals. */
const VALUES: Readonly<Record<string, (reader: Reader, box: Box) => Values | Promise<Values>>> = {
  'risk.get_score': () => ({ ID: 'news2' }),
  'admin.models.rollback': () => ({ ID: 'medication-knowledge' }),
  'cds.call_service': () => ({ ID: 'wardbox-order-sign' }),
  'cds.send_feedback': (reader) => {
    const { cards } = reader.answers.get('cds.call_service') ?? {};
    return { ID: 'wardbox-order-sign', CARD: String((cards as { uuid: string }[])[0]?.uuid) };
  },
  'jobs.read': (_, { job }) => ({ ID: job }),
  'jobs.events': (_, { job }) => ({ ID: job }),
  'jobs.cancel': (_, { job }) => ({ ID: job }),
  'admin.jobs.cancel': (_, { job }) => ({ ID: job }),
  'admin.keys.rotate': (reader) => ({ ID: text(reader, 'admin.keys.create', 'key_id') }),
  'admin.keys.revoke': (reader) => ({ ID: text(reader, 'admin.keys.create', 'key_id') }),
  'admin.users.add': ({ userName }) => ({ USER_NAME: userName }),
  'admin.users.change': (reader) => ({ ID: text(reader, 'admin.users.add', 'user_id') }),
  'admin.users.reset': (reader) => ({ ID: text(reader, 'admin.users.add', 'user_id') }),
  'admin.users.sign-out': (reader) => ({ ID: text(reader, 'admin.users.add', 'user_id') }),
  'audit.read': () => ({ SEQ: '1' }),
  'invitation.read': (reader) => ({
    TOKEN: linkToken(text(reader, 'admin.users.reset', 'link')),
  }),
  'invitation.accept': (reader) => ({
    TOKEN: linkToken(text(reader, 'admin.users.reset', 'link')),
    NEW_PASSWORD: PASSWORD,
  }),
  'session.create': ({ userName }) => ({ USER_NAME: userName, PASSWORD }),
  'second-factor.set': (reader) => ({
    CODE: new TOTP({ secret: text(reader, 'second-factor.begin', 'secret') }).generate(),
  }),
  'second-factor.remove': (reader) => {
    const { recovery_codes = [] } = reader.answers.get('second-factor.set') ?? {};
    return { PASSWORD, CODE: String((recovery_codes as string[])[0]) };
  },
  'password.change': () => ({ NEW_PASSWORD, PASSWORD }),
  'signInLink.read': async ({ userName }, { daemon }) => {
    const made = await daemon.cli('users', 'sign-in-link', userName, '--json');
    return { TOKEN: linkToken((JSON.parse(made) as { links: string[] }).links[0]) };
  },
  'signInLink.use': (reader) => ({ TOKEN: text(reader, 'signInLink.read', 'token') }),
};

/** Those of a person's own account, in the order in which a person needs them. */
const ACCOUNT = [
  ...['signIn.ways', 'invitation.read', 'invitation.accept', 'session.create', 'session.read'],
  ...['second-factor.begin', 'second-factor.set', 'second-factor.remove', 'password.change'],
  ...['session.end', 'signInLink.read', 'signInLink.use', 'session.end-all'],
];
/** Resources are written before they are read, and deleted at the end. */
const FHIR_METHODS = ['put', 'post', 'get', 'patch', 'delete'];
const ENDLESS = ['admin.figures.events'];

function rankOf({ id, method }: Operation): number {
  if (id.startsWith('fhir.')) return 1 + FHIR_METHODS.indexOf(method);
  return ACCOUNT.includes(id) ? 100 + ACCOUNT.indexOf(id) : 0;
}

function operationsOf({ paths }: ApiDocument): Operation[] {
  const all = Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const described = item[method] as { operationId: string; responses: object } | undefined;
      if (described === undefined) return [];
      const statuses = Object.keys(described.responses).map(Number);
      return [{ id: described.operationId, path, method, statuses }];
    }),
  );
  return all.toSorted((a, b) => rankOf(a) - rankOf(b));
}

interface Box {
  readonly daemon: Daemon;
  readonly document: ApiDocument;
  readonly key: string;
  /** The cookie of an administrator and auditor. */
  readonly keeper: string;
  readonly job: string;
}

const cookieValue = (cookie: string): string => /__Host-wardbox=([^;]*)/.exec(cookie)?.[1] ?? '';

async function csrfTokenOf(daemon: Daemon, session: string): Promise<string> {
  const headers = { Cookie: `__Host-wardbox=${session}` };
  const { status, json } = await daemon.request('/console/api/session', { headers });
  return status === 200 ? (json() as { csrf_token: string }).csrf_token : '';
}

async function makeJob(daemon: Daemon, key: string): Promise<string> {
  const headers = { Prefer: 'respond-async' };
  const json = { patient_data: { symptoms: ['cough'] } };
  const answer = await daemon.request('/v1/analyze', { key, headers, json });
  const { job_id } = answer.json() as { job_id: string };
  // Its events end when it is done.
  await daemon.request(`/v1/jobs/${job_id}/events`, { key });
  return job_id;
}

async function prepare(daemon: Daemon): Promise<Box> {
  const person = await addPerson(daemon, { roles: ['administrator', 'auditor'] });
  const signedIn = await daemon.request('/console/api/session', {
    method: 'POST',
    json: { user_name: person.userName, password: person.password },
  });
  const key = await daemon.key();
  return {
    daemon,
    document: (await daemon.request('/openapi.json')).json() as ApiDocument,
    key,
    keeper: cookieValue(String(signedIn.headers['set-cookie'])),
    job: await makeJob(daemon, key),
  };
}

const replaced = (code: string, values: Values): string =>
  code.replace(/\b[A-Z]+(?:_[A-Z]+)?\b/g, (word) => values[word] ?? word);

async function runExample(
  box: Box,
  reader: Reader,
  language: Language,
  operation: Operation,
): Promise<Answered & { readonly code: string }> {
  const { daemon, document, key, keeper } = box;
  const { id, path, method } = operation;
  const values: Values = (await VALUES[id]?.(reader, box)) ?? (id.startsWith('pacs.') ? UIDS : {});
  const shown = examplesOf(document, path, method, new URL(daemon.url).origin);
  const code = replaced(shown.find((one) => one.language === reader.language)?.code ?? '', values);
  const session = ACCOUNT.includes(id) ? reader.session : keeper;
  const needsSession = credentialOf(document, path, method) === 'session';
  const env = {
    WARDBOX_KEY: key,
    WARDBOX_SESSION: session,
    WARDBOX_CSRF_TOKEN: needsSession ? await csrfTokenOf(daemon, session) : '',
  };
  const answered = await language.run({ code, env, endless: ENDLESS.includes(id) });
  if (answered.cookie !== null && ACCOUNT.includes(id)) {
    reader.session = cookieValue(answered.cookie);
  }
  // Only downloads have more than one line.
  if (answered.body.startsWith('{') && !answered.body.trimEnd().includes('\n')) {
    reader.answers.set(id, { ...JSON.parse(answered.body), token: values.TOKEN });
  }
  return { ...answered, code };
}

describe('the examples of every operation', () => {
  let box: Box;
  let models: ModelsFolder;
  let folder: string;
  beforeAll(async () => {
    models = shippedModels([
      ...['chest-xray-triage', 'chest-xray-anatomy', 'dictation-en'],
      ...['clinical-language', 'disease-knowledge', 'medication-knowledge'],
    ]);
    const daemon = await startDaemon({ config: { models_dir: models.dir } });
    folder = mkdtempSync(join(tmpdir(), 'wardbox-examples-'));
    copyFileSync(daemon.caFile ?? '', join(folder, 'ca.crt'));
    box = await prepare(daemon);
  });
  afterAll(async () => {
    await box?.daemon.stop();
    models?.remove();
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  });

  for (const name of LANGUAGES) {
    const missing = whyNot(name);
    it.skipIf(missing !== '')(`are answered as described, in ${name}${missing}`, async () => {
      const language = startLanguage(name, folder);
      const userName = `robin-${name.toLowerCase()}`;
      const reader: Reader = { language: name, userName, answers: new Map(), session: '' };
      const faults: string[] = [];
      const operations = operationsOf(box.document);
      expect(operations.length).toBeGreaterThan(60);
      try {
        for (const operation of operations) {
          const { id, statuses } = operation;
          writeFileSync(join(folder, 'file.bin'), FILES[id]?.() ?? '');
          const { status, error, body, code } = await runExample(box, reader, language, operation);
          const refusal = REFUSED[id];
          const isGood = refusal === undefined ? status >= 200 && status < 300 : status === refusal;
          if (isGood && error === null && statuses.includes(status)) continue;
          faults.push(`${id}: ${status} ${error ?? ''} ${body.slice(0, 300)}\n${code}`);
        }
      } finally {
        language.stop();
      }
      expect(faults).toEqual([]);
    });
  }
});
