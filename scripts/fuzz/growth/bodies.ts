/** A body as large as its operation takes one, made to be as much work as its size allows. */
export interface LargestBody {
  readonly name: string;
  readonly method: 'POST' | 'PUT' | 'PATCH';
  /** Below `/v1`. */
  readonly path: string;
  readonly type: string;
  readonly headers?: Readonly<Record<string, string>>;
  make(): string;
  /** What has to be there before: made once, and not measured. */
  readonly before?: { readonly path: string; make(): string };
}

const MIB = 1024 * 1024;
const DATA = 16 * MIB - 1;
const RESOURCE = 4 * MIB - 1;
const BUNDLE = 32 * MIB - 1;
const ENTRIES = 1_000;
/** Of a resource; one more is refused. */
const MEMBERS = 49_000;

const JSON_TYPE = 'application/json';
const FHIR_TYPE = 'application/fhir+json';
const PATCH_TYPE = 'application/json-patch+json';

/** `head`, as often `item` with commas as the size allows, `tail`. */
function filled(head: string, item: string, tail: string, size: number): string {
  const times = Math.floor((size - head.length - tail.length) / (item.length + 1));
  return `${head}${`${item},`.repeat(times).slice(0, -1)}${tail}`;
}

/** The same with a number in each, so that all are different. */
function counted(head: string, item: (n: number) => string, tail: string, size: number): string {
  const items: string[] = [];
  let left = size - head.length - tail.length;
  for (let n = 0; ; n += 1) {
    const next = item(n);
    left -= next.length + 1;
    if (left < 0) return head + items.join(',') + tail;
    items.push(next);
  }
}

const padded = (head: string, pad: string, tail: string, size: number): string =>
  head + pad.repeat(Math.floor((size - head.length - tail.length) / pad.length)) + tail;

const OPERATIONS: readonly (readonly [path: string, head: string, tail: string])[] = [
  ['/analyze', '{"patient_data":{"symptoms":[', ']}}'],
  ['/risk', '{"patient_data":{"conditions":[', ']}}'],
  ['/medications', '{"medications":[', ']}'],
  ['/entities', '{"text":[', ']}'],
];

function ofOperation([path, head, tail]: (typeof OPERATIONS)[number]): LargestBody[] {
  const body = (name: string, make: () => string): LargestBody => {
    return { name: `POST ${path}: ${name}`, method: 'POST', path, type: JSON_TYPE, make };
  };
  const size = DATA;
  return [
    body('empty objects', () => filled(head, '{}', tail, size)),
    body('short texts', () => filled(head, '"a"', tail, size)),
    body('one text', () => padded(`${head}"`, 'ward ', `"${tail}`, size)),
    body('one text not of ASCII', () => {
      return padded(`${head}"`, 'å', `"${tail}`, size / 2);
    }),
    body('other members', () => counted('{', (n) => `"m${n}":0`, '}', size)),
    body('a list of nothing known', () => filled('[', '0', ']', size)),
    body('nesting', () => `${head}${'['.repeat(size / 2 - 50)}${']'.repeat(size / 2 - 50)}${tail}`),
    body('escapes and objects', () => filled(`${head}"\\u0041",`, '{"a":{}}', tail, size)),
  ];
}

const questionnaire = (id: string | undefined, size: number, members = MEMBERS) => {
  const each = Math.floor(members / 3);
  const text = 'x'.repeat(Math.max(1, Math.floor(size / each) - 60));
  const items = Array.from(
    { length: each },
    (_, n) => `{"linkId":"${n}","type":"display","text":"${text}"}`,
  );
  const own = id === undefined ? '' : `"id":"${id}",`;
  return `{"resourceType":"Questionnaire",${own}"status":"draft","item":[${items.join(',')}]}`;
};

const documentReference = (id: string | undefined, size: number) => {
  const own = id === undefined ? '' : `"id":"${id}",`;
  const head = `{"resourceType":"DocumentReference",${own}"status":"current","content":[{"attachment":{"contentType":"text/plain","data":"`;
  const tail = '"}}]}';
  return padded(head, 'QUJD', tail, size);
};

const resources: readonly (readonly [name: string, type: string, make: (id?: string) => string])[] =
  [
    ['many items', 'Questionnaire', (id) => questionnaire(id, RESOURCE - 2_000)],
    ['an attachment', 'DocumentReference', (id) => documentReference(id, RESOURCE - 2_000)],
  ];

const ofResource = resources.flatMap(([name, type, make]): LargestBody[] => {
  const fhir = { type: FHIR_TYPE };
  const id = `large-${type}`;
  const path = `/fhir/${type}/${id}`;
  const before = { path, make: () => make(id) };
  const operations = [{ op: 'add', path: '/language', value: 'en' }];
  return [
    { name: `create: ${name}`, method: 'POST', path: `/fhir/${type}`, ...fhir, make: () => make() },
    { name: `update: ${name}`, method: 'PUT', path, ...fhir, make: () => make(id) },
    {
      name: `patch: ${name}`,
      method: 'PATCH',
      path,
      type: PATCH_TYPE,
      before,
      make: () => JSON.stringify(operations),
    },
    {
      name: `$validate: ${name}`,
      method: 'POST',
      path: `/fhir/${type}/$validate`,
      ...fhir,
      make: () => make(),
    },
    {
      name: `$validate of what is stored: ${name}`,
      method: 'POST',
      ...fhir,
      before,
      path: `${path}/$validate`,
      make: () => '',
    },
  ];
});

const patches: LargestBody[] = [
  {
    name: 'patch: a list of nothing known',
    method: 'PATCH',
    path: '/fhir/Patient/none',
    type: PATCH_TYPE,
    make: () => filled('[', '0', ']', RESOURCE),
  },
  {
    name: 'patch: a value of 4 MB',
    method: 'PATCH',
    path: '/fhir/Patient/large-Patient',
    type: PATCH_TYPE,
    before: {
      path: '/fhir/Patient/large-Patient',
      make: () => '{"resourceType":"Patient","id":"large-Patient"}',
    },
    make: () => filled('[{"op":"add","path":"/name","value":[', '{"text":"a"}', ']}]', RESOURCE),
  },
];

const unknownMembers: LargestBody[] = ['/fhir/Patient', '/fhir/Patient/$validate'].map((path) => ({
  name: `POST ${path}: other members`,
  method: 'POST',
  path,
  type: FHIR_TYPE,
  make: () => counted('{"resourceType":"Patient",', (n) => `"m${n}":0`, '}', RESOURCE),
}));

interface EntryShape {
  readonly subject: string;
  readonly url: string;
  readonly ifNoneExist?: string;
}

/** A bundle of as many entries as one may have, all together as large as one may be. */
function bundle(kind: string, size: number, shape: (n: number) => EntryShape): string {
  const each = Math.floor(size / ENTRIES) - 500;
  const notes = Math.floor(each / 40);
  const note = filled('[', '{"text":"some words of a note"}', ']', notes * 32);
  const entries = Array.from({ length: ENTRIES }, (_, n) => {
    const { subject, url, ifNoneExist } = shape(n);
    const resource = `{"resourceType":"Observation","status":"final","code":{"text":"c${n}"},"subject":{"reference":"${subject}"},"note":${note}}`;
    const once = ifNoneExist === undefined ? '' : `,"ifNoneExist":"${ifNoneExist}"`;
    return `{"fullUrl":"urn:uuid:00000000-0000-4000-8000-${String(n).padStart(12, '0')}","resource":${resource},"request":{"method":"POST","url":"${url}"${once}}}`;
  });
  return `{"resourceType":"Bundle","type":"${kind}","entry":[${entries.join(',')}]}`;
}

const OBSERVATION = { url: 'Observation' } as const;
const SUBJECT = {
  path: '/fhir/Patient/large-subject',
  make: () =>
    '{"resourceType":"Patient","id":"large-subject","identifier":[{"system":"urn:large","value":"subject"}]}',
};
const bySearch = () => ({ ...OBSERVATION, subject: 'Patient?identifier=urn:large|subject' });

/** Every entry as many index rows as it may have: the search index is most of the work. */
function manyRows(): string {
  const codes = filled('[', '{"system":"urn:c","code":"a"}', ']', 31_000);
  const entries = Array.from({ length: ENTRIES }, (_, n) => {
    const resource = `{"resourceType":"Observation","status":"final","code":{"text":"c${n}"},"category":[{"coding":${codes}}]}`;
    return `{"resource":${resource},"request":{"method":"POST","url":"Observation"}}`;
  });
  return `{"resourceType":"Bundle","type":"transaction","entry":[${entries.join(',')}]}`;
}

const bundleBody = (name: string, make: () => string, rest: Partial<LargestBody> = {}) => ({
  name: `bundle: ${name}`,
  method: 'POST' as const,
  path: '/fhir',
  type: FHIR_TYPE,
  make,
  ...rest,
});

const bundles: readonly LargestBody[] = [
  bundleBody(
    'a transaction whose references are searches',
    () => bundle('transaction', BUNDLE, bySearch),
    { before: SUBJECT },
  ),
  bundleBody('a transaction of conditional creates', () =>
    bundle('transaction', BUNDLE, (n) => ({
      ...OBSERVATION,
      subject: 'Patient/large-subject',
      ifNoneExist: `identifier=urn:none|${n}`,
    })),
  ),
  bundleBody('a transaction whose entries name a conditional one', () =>
    bundle('transaction', BUNDLE, (n) => ({
      ...OBSERVATION,
      subject: n === 0 ? 'Patient/large-subject' : 'urn:uuid:00000000-0000-4000-8000-000000000000',
      ...(n === 0 && { ifNoneExist: 'identifier=urn:none|0' }),
    })),
  ),
  bundleBody('a plain transaction', () =>
    bundle('transaction', BUNDLE, () => ({ ...OBSERVATION, subject: 'Patient/large-subject' })),
  ),
  bundleBody('a batch', () =>
    bundle('batch', BUNDLE, () => ({ ...OBSERVATION, subject: 'Patient/large-subject' })),
  ),
  bundleBody('a batch whose references are searches', () => bundle('batch', BUNDLE, bySearch)),
  bundleBody('a transaction with all the index rows there may be', manyRows),
  bundleBody('one entry of 32 MB', () => {
    return `{"resourceType":"Bundle","type":"transaction","entry":[{"resource":${documentReference(undefined, BUNDLE - 200)},"request":{"method":"POST","url":"DocumentReference"}}]}`;
  }),
  bundleBody('one entry of many names', () =>
    filled(
      '{"resourceType":"Bundle","type":"transaction","entry":[{"resource":{"resourceType":"Patient","name":[',
      '{"text":"a"}',
      ']},"request":{"method":"POST","url":"Patient"}}]}',
      BUNDLE,
    ),
  ),
  bundleBody('too many entries', () =>
    filled('{"resourceType":"Bundle","type":"batch","entry":[', '{}', ']}', BUNDLE),
  ),
  bundleBody('other members', () =>
    counted('{"resourceType":"Bundle","type":"batch",', (n) => `"m${n}":0`, '}', BUNDLE),
  ),
  bundleBody('a list of nothing known', () => filled('[', '0', ']', BUNDLE)),
  bundleBody('nesting', () => '['.repeat(BUNDLE / 2) + ']'.repeat(BUNDLE / 2)),
  bundleBody('one text not of ASCII', () => padded('"', 'å', '"', BUNDLE / 2)),
  bundleBody('not JSON at its end', () => filled('[', '{}', '', BUNDLE)),
];

/** The largest bodies of all operations that take JSON. */
export const LARGEST_BODIES: readonly LargestBody[] = [
  ...OPERATIONS.flatMap(ofOperation),
  ...ofResource,
  ...patches,
  ...unknownMembers,
  ...bundles,
];
