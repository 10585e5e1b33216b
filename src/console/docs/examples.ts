/** Examples of a request, made from the OpenAPI document. */

export const METHODS = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options'] as const;

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly example?: unknown;
  readonly examples?: readonly unknown[];
  readonly format?: string;
  readonly minimum?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly contentMediaType?: string;
}

interface Content {
  readonly schema?: Schema;
  readonly example?: unknown;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly example?: unknown;
}

interface OperationObject {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content?: Readonly<Record<string, Content>> };
  readonly responses?: Readonly<
    Record<string, { readonly headers?: object; readonly content?: object }>
  >;
  /** Ways to prove who is there, of which one is enough; none is needed where one is empty. */
  readonly security?: ReadonlyArray<Readonly<Record<string, unknown>>>;
}

interface PathItem {
  readonly servers?: ReadonlyArray<{ readonly url: string }>;
  readonly [method: string]: unknown;
}

export interface ApiDocument {
  readonly servers?: ReadonlyArray<{ readonly url: string }>;
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components?: {
    readonly schemas?: Readonly<Record<string, Schema>>;
    readonly securitySchemes?: Record<string, unknown>;
  };
}

export interface Example {
  readonly language: 'curl' | 'TypeScript' | 'Python';
  readonly code: string;
}

/** Nesting beyond this is left out: a schema may contain itself. */
const MAX_DEPTH = 6;

/** A value that fits a schema, as short as it may be. */
export function sampleOf(schema: Schema, document: ApiDocument, depth = 0): unknown {
  const name = schema.$ref?.split('/').at(-1);
  const referred = name === undefined ? undefined : document.components?.schemas?.[name];
  if (referred !== undefined) return sampleOf(referred, document, depth + 1);
  const { example, examples, default: usual, const: only, enum: values } = schema;
  const given = example ?? examples?.[0] ?? only ?? usual ?? values?.[0];
  if (given !== undefined) return given;
  const [choice] = schema.oneOf ?? schema.anyOf ?? schema.allOf ?? [];
  if (choice !== undefined) return sampleOf(choice, document, depth + 1);
  switch ([schema.type].flat()[0]) {
    case 'object':
      return depth > MAX_DEPTH ? {} : objectOf(schema, document, depth);
    case 'array':
      return schema.items === undefined || depth > MAX_DEPTH
        ? []
        : [sampleOf(schema.items, document, depth + 1)];
    case 'integer':
    case 'number':
      return Math.max(1, schema.minimum ?? 1);
    case 'boolean':
      return true;
    case 'string':
      return '…';
    default:
      return null;
  }
}

/** The required properties; where none is, the first. */
function objectOf(schema: Schema, document: ApiDocument, depth: number): unknown {
  const properties = Object.entries(schema.properties ?? {});
  const required = properties.filter(([name]) => schema.required?.includes(name));
  const shown = required.length > 0 ? required : properties.slice(0, 1);
  return Object.fromEntries(
    shown.map(([name, property]) => [name, sampleOf(property, document, depth + 1)]),
  );
}

type HeaderValue =
  | string
  /** An environment variable, after a text. */
  | { readonly before: string; readonly variable: string }
  /** Another one for each request. */
  | 'random';

interface RequestFacts {
  readonly method: string;
  readonly address: string;
  readonly headers: ReadonlyArray<readonly [name: string, value: HeaderValue]>;
  readonly body?: Body | undefined;
  readonly answer: AnswerFacts;
}

type Body =
  | { readonly kind: 'json'; readonly json: string }
  | { readonly kind: 'text'; readonly text: string }
  | ({ readonly kind: 'form' } & FormFacts)
  /** A file as it is. */
  | { readonly kind: 'file' };

/** A form with a file. */
interface FormFacts {
  readonly fileField: string;
  /** The other fields that are shown. */
  readonly texts: ReadonlyArray<readonly [name: string, text: string]>;
}

interface AnswerFacts {
  /** `events` come one after the other, some without an end. */
  readonly kind: 'json' | 'text' | 'events' | 'file';
  /** With the cookie of a new session. */
  readonly hasCookie: boolean;
}

const RANDOM = 'random';
const IDEMPOTENCY_KEY = 'Idempotency-Key';
/** Only the test world is for trying. */
const WORLD = ['Wardbox-Mode', 'test'] as const;
const KEY = ['Authorization', { before: 'Bearer ', variable: 'WARDBOX_KEY' }] as const;
const COOKIE = ['Cookie', { before: '__Host-wardbox=', variable: 'WARDBOX_SESSION' }] as const;
const CSRF = ['X-CSRF-Token', { before: '', variable: 'WARDBOX_CSRF_TOKEN' }] as const;

/** What the examples of an operation take from the environment. */
export type Credential = 'key' | 'session' | 'none';

export function credentialOf(document: ApiDocument, path: string, method: string): Credential {
  const { security = [] } = operationAt(document, path, method);
  if (security.some((way) => 'apiKey' in way)) return 'key';
  return security.some((way) => 'session' in way) ? 'session' : 'none';
}

const operationAt = (document: ApiDocument, path: string, method: string): OperationObject =>
  (document.paths[path]?.[method] ?? {}) as OperationObject;

/** A file, or several. */
const isFile = ({ format, contentMediaType, items }: Schema): boolean =>
  format === 'binary' || contentMediaType !== undefined || (items !== undefined && isFile(items));

/** What only the caller knows stands in capitals: curl would take braces as a list. */
const withValues = (path: string, parameters: readonly Parameter[]): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const { example } = parameters.find((one) => one.in === 'path' && one.name === name) ?? {};
    return example === undefined ? name.toUpperCase() : encodeURIComponent(String(example));
  });

/** Of the required parameters; an object has several, by their names. */
function queryOf(parameters: readonly Parameter[]): string {
  const required = parameters.filter((one) => one.in === 'query' && one.required === true);
  const entries = required.flatMap(({ name, example = name.toUpperCase() }) =>
    typeof example === 'object' && example !== null
      ? Object.entries(example)
      : [[name, example] as const],
  );
  return new URLSearchParams(
    entries.map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
}

function addressOf(document: ApiDocument, path: string, operation: OperationObject): string {
  const server = document.paths[path]?.servers?.[0]?.url ?? document.servers?.[0]?.url ?? '';
  const { parameters = [] } = operation;
  const query = queryOf(parameters);
  const below = `${server === '/' ? '' : server}${withValues(path, parameters)}`;
  return query === '' ? below : `${below}?${query}`;
}

/** The media types that are sent as JSON. */
const JSON_TYPES = ['application/json', 'application/fhir+json', 'application/json-patch+json'];
const DICOM_TYPE = 'application/dicom';
const QUERY_TYPE = 'application/x-www-form-urlencoded';
const LINES_TYPE = 'application/fhir+ndjson';

function bodyOf(
  content: Readonly<Record<string, Content>>,
  document: ApiDocument,
): { readonly type?: string; readonly body?: Body } {
  const form = formOf(content['multipart/form-data'], document);
  if (form !== undefined) return { body: { kind: 'form', ...form } };
  if (content[DICOM_TYPE] !== undefined) return { type: DICOM_TYPE, body: { kind: 'file' } };
  const query = content[QUERY_TYPE]?.example;
  if (query !== undefined) {
    const text = new URLSearchParams(query as Record<string, string>).toString();
    return { type: QUERY_TYPE, body: { kind: 'text', text } };
  }
  const lines = content[LINES_TYPE]?.example;
  if (lines !== undefined) return { type: LINES_TYPE, body: { kind: 'text', text: String(lines) } };
  const type = JSON_TYPES.find((name) => content[name] !== undefined);
  const { example, schema } = (type === undefined ? undefined : content[type]) ?? {};
  const sample = example ?? (schema && sampleOf(schema, document));
  if (type === undefined || sample === undefined) return {};
  return { type, body: { kind: 'json', json: JSON.stringify(sample, null, 2) } };
}

function formOf(content: Content | undefined, document: ApiDocument): FormFacts | undefined {
  const { properties = {}, required = [] } = content?.schema ?? {};
  const [fileField] = Object.entries(properties).find(([, field]) => isFile(field)) ?? [];
  if (fileField === undefined) return undefined;
  const needed = Object.entries(properties).flatMap(([name, field]) =>
    isFile(field) || !required.includes(name) ? [] : [[name, sampleOf(field, document)] as const],
  );
  const fields = Object.entries(content?.example ?? Object.fromEntries(needed));
  const texts = fields.map(
    ([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)] as const,
  );
  return { fileField, texts };
}

const FHIR_JSON = 'application/fhir+json';
const EVENTS = 'text/event-stream';
const OBJECTS = 'multipart/related';
/** What has to be asked for, so that it is answered with. */
const ACCEPTED: ReadonlyMap<string, string> = new Map([
  [EVENTS, EVENTS],
  [FHIR_JSON, FHIR_JSON],
  ['application/dicom+json', 'application/dicom+json'],
  [OBJECTS, `${OBJECTS}; type="application/dicom"; transfer-syntax=*`],
]);
const IS_JSON = /[/+]json$/;

/** The good answers of an operation, and what must be asked for to get them. */
function answerOf({ responses = {} }: OperationObject): AnswerFacts & { accept?: string } {
  const good = Object.entries(responses).flatMap(([status, one]) =>
    status.startsWith('2') ? [one] : [],
  );
  const types = good.map(({ content = {} }) => Object.keys(content)[0] ?? '');
  const hasCookie = good.some(({ headers = {} }) => 'Set-Cookie' in headers);
  const accept = types.map((type) => ACCEPTED.get(type)).find((one) => one !== undefined);
  return { kind: kindOf(types), hasCookie, ...(accept !== undefined && { accept }) };
}

function kindOf(types: readonly string[]): AnswerFacts['kind'] {
  if (types.includes(EVENTS)) return 'events';
  if (types.some((type) => type === OBJECTS || type.startsWith('image/'))) return 'file';
  // One that may have no content is no JSON then.
  return types.every((type) => IS_JSON.test(type)) ? 'json' : 'text';
}

const requiredHeaders = (parameters: readonly Parameter[]): RequestFacts['headers'] =>
  parameters
    .filter((one) => one.in === 'header' && one.required === true)
    .map(({ name, example = name.toUpperCase() }) => [name, String(example)]);

function factsOf(
  document: ApiDocument,
  path: string,
  method: string,
  origin: string,
): RequestFacts {
  const operation = operationAt(document, path, method);
  const { parameters = [], requestBody: { content = {} } = {} } = operation;
  const { type, body } = bodyOf(content, document);
  const { accept, ...answer } = answerOf(operation);
  const credential = credentialOf(document, path, method);
  // The pages' own interface, at the root, is the same in both worlds.
  const worldly = document.paths[path]?.servers === undefined;
  const headers: RequestFacts['headers'] = [
    ...(credential === 'key' ? [KEY] : []),
    ...(credential === 'session' ? [COOKIE] : []),
    ...(credential === 'session' && method !== 'get' ? [CSRF] : []),
    ...(credential === 'session' && worldly ? [WORLD] : []),
    ...(parameters.some(({ name }) => name === IDEMPOTENCY_KEY)
      ? [[IDEMPOTENCY_KEY, RANDOM] as const]
      : []),
    ...requiredHeaders(parameters),
    ...(accept === undefined ? [] : [['Accept', accept] as const]),
    ...(type === undefined ? [] : [['Content-Type', type] as const]),
  ];
  const address = `${origin}${addressOf(document, path, operation)}`;
  return { method: method.toUpperCase(), address, headers, body, answer };
}

const FILE = 'file.bin';
const ANSWER_FILE = 'answer.bin';
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

function curlHeader(name: string, value: HeaderValue): string {
  if (value === RANDOM) return `-H "${name}: $(openssl rand -hex 16)"`;
  if (typeof value === 'string') return `-H ${quoted(`${name}: ${value}`)}`;
  return `-H "${name}: ${value.before}$${value.variable}"`;
}

function curlBody(body: Body | undefined): string[] {
  switch (body?.kind) {
    case 'json':
      return [`-d ${quoted(body.json)}`];
    case 'text':
      return [`-d ${quoted(body.text)}`];
    case 'form':
      return [
        ...body.texts.map(([name, text]) => `-F ${quoted(`${name}=${text}`)}`),
        `-F ${body.fileField}=@${FILE}`,
      ];
    case 'file':
      return [`--data-binary @${FILE}`];
    default:
      return [];
  }
}

function curlOf({ method, address, headers, body, answer }: RequestFacts): string {
  const options = [
    'curl --cacert ca.crt',
    ...(answer.hasCookie ? ['-i'] : []),
    ...(answer.kind === 'events' ? ['-N'] : []),
    ...(answer.kind === 'file' ? [`-o ${ANSWER_FILE}`] : []),
    ...(method === 'GET' ? [] : [`-X ${method}`]),
    quoted(address),
  ];
  const parts = [
    options.join(' '),
    ...headers.map(([name, value]) => curlHeader(name, value)),
    ...curlBody(body),
  ];
  return parts.join(' \\\n  ');
}

function typeScriptForm({ fileField, texts }: FormFacts): string {
  const fields = texts.map(([name, text]) => `form.append('${name}', ${JSON.stringify(text)});\n`);
  return `import { openAsBlob } from 'node:fs';

const form = new FormData();
${fields.join('')}form.append('${fileField}', await openAsBlob('${FILE}'), '${FILE}');
`;
}

const indented = (text: string): string => text.replaceAll('\n', '\n  ');

function typeScriptHeader(name: string, value: HeaderValue): string {
  const field = /^\w+$/.test(name) ? name : `'${name}'`;
  if (value === RANDOM) return `${field}: crypto.randomUUID(),`;
  if (typeof value === 'string') return `${field}: '${value}',`;
  return `${field}: \`${value.before}\${process.env.${value.variable}}\`,`;
}

function typeScriptBody(body: Body | undefined): string {
  switch (body?.kind) {
    case 'json':
      return `\n  body: JSON.stringify(${indented(body.json)}),`;
    case 'text':
      return `\n  body: ${JSON.stringify(body.text)},`;
    case 'form':
      return '\n  body: form,';
    case 'file':
      return `\n  body: await openAsBlob('${FILE}'),`;
    default:
      return '';
  }
}

function typeScriptFile(body: Body | undefined): string {
  if (body?.kind === 'form') return typeScriptForm(body);
  return body?.kind === 'file' ? "import { openAsBlob } from 'node:fs';\n\n" : '';
}

const TYPESCRIPT_ANSWERS: Readonly<Record<AnswerFacts['kind'], string>> = {
  json: 'console.log(await response.json());',
  text: 'console.log(await response.text());',
  events: 'for await (const chunk of response.body ?? []) process.stdout.write(chunk);',
  file: `await writeFile('${ANSWER_FILE}', Buffer.from(await response.arrayBuffer()));`,
};

function typeScriptOf({ method, address, headers, body, answer }: RequestFacts): string {
  const lines = headers.map(([name, value]) => `\n    ${typeScriptHeader(name, value)}`);
  const sent = lines.length === 0 ? '' : `\n  headers: {${lines.join('')}\n  },`;
  const cookie = answer.hasCookie ? 'console.log(response.headers.getSetCookie());\n' : '';
  const imported =
    answer.kind === 'file' ? "import { writeFile } from 'node:fs/promises';\n\n" : '';
  return `// NODE_EXTRA_CA_CERTS=ca.crt node example.mjs
${imported}${typeScriptFile(body)}const response = await fetch('${address}', {
  method: '${method}',${sent}${typeScriptBody(body)}
});
if (!response.ok) throw new Error(await response.text());
${cookie}${TYPESCRIPT_ANSWERS[answer.kind]}`;
}

const AS_PYTHON: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' };

/** JSON as a literal of Python; words inside of strings stay. */
export const pythonOf = (json: string): string =>
  json.replace(/"(?:[^"\\]|\\.)*"|\b(?:true|false|null)\b/g, (token) => AS_PYTHON[token] ?? token);

function pythonForm({ fileField, texts }: FormFacts): string[] {
  const head = (name: string, rest: string) =>
    `'--{boundary}\\r\\nContent-Disposition: form-data; name="${name}"${rest}\\r\\n\\r\\n'`;
  return [
    'boundary = os.urandom(16).hex()',
    ...texts.map(
      ([name, text], index) =>
        `${index === 0 ? 'texts =' : 'texts +='} f${head(name, '')} + ${JSON.stringify(text)} + "\\r\\n"`,
    ),
    `head = f${head(fileField, `; filename="${FILE}"`)}`,
    `data = ${texts.length === 0 ? 'head' : '(texts + head)'}.encode() + open("${FILE}", "rb").read() + f"\\r\\n--{boundary}--\\r\\n".encode()`,
  ];
}

function pythonHeader(name: string, value: HeaderValue): string {
  if (value === RANDOM) return `"${name}": str(uuid.uuid4())`;
  if (typeof value === 'string') return `"${name}": ${JSON.stringify(value)}`;
  const variable = `os.environ["${value.variable}"]`;
  return `"${name}": ${value.before === '' ? '' : `"${value.before}" + `}${variable}`;
}

function pythonBody(body: Body | undefined): string[] {
  switch (body?.kind) {
    case 'json':
      return [`data = json.dumps(${pythonOf(body.json)}).encode()`];
    case 'text':
      return [`data = ${JSON.stringify(body.text)}.encode()`];
    case 'form':
      return pythonForm(body);
    case 'file':
      return [`data = open("${FILE}", "rb").read()`];
    default:
      return ['data = None'];
  }
}

const PYTHON_ANSWERS: Readonly<Record<AnswerFacts['kind'], readonly string[]>> = {
  json: ['    print(json.load(response))'],
  text: ['    print(response.read().decode())'],
  events: ['    for line in response:', '        print(line.decode(), end="")'],
  file: [`    open("${ANSWER_FILE}", "wb").write(response.read())`],
};

function pythonExample({ method, address, headers, body, answer }: RequestFacts): string {
  const sent = headers.map(([name, value]) => pythonHeader(name, value));
  if (body?.kind === 'form') {
    sent.push('"Content-Type": f"multipart/form-data; boundary={boundary}"');
  }
  const lines = [
    ...pythonBody(body),
    'request = urllib.request.Request(',
    `    "${address}",`,
    `    data=data, method="${method}",`,
    ...(sent.length === 0 ? [] : [`    headers={${sent.join(', ')}},`]),
    ')',
    'context = ssl.create_default_context(cafile="ca.crt")',
    'with urllib.request.urlopen(request, context=context) as response:',
    ...(answer.hasCookie ? ['    print(response.headers["Set-Cookie"])'] : []),
    ...PYTHON_ANSWERS[answer.kind],
  ];
  const used = ['json', 'os', 'uuid'].filter((name) => lines.join('\n').includes(`${name}.`));
  const imported = [...used, 'ssl', 'urllib.request'].toSorted().join(', ');
  return [`import ${imported}`, '', ...lines].join('\n');
}

/** The same request in three languages. @param origin `https://box.local:8443` */
export function examplesOf(
  document: ApiDocument,
  path: string,
  method: string,
  origin: string,
): Example[] {
  const facts = factsOf(document, path, method, origin);
  return [
    { language: 'curl', code: curlOf(facts) },
    { language: 'TypeScript', code: typeScriptOf(facts) },
    { language: 'Python', code: pythonExample(facts) },
  ];
}
