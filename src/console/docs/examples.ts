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

interface OperationObject {
  readonly parameters?: ReadonlyArray<{ readonly name: string; readonly in: string }>;
  readonly requestBody?: { readonly content?: Readonly<Record<string, Content>> };
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

interface RequestFacts {
  readonly method: string;
  readonly address: string;
  /** Sent again under the same key, the request is carried out once. */
  readonly idempotent: boolean;
  readonly json?: string | undefined;
  /** In place of JSON, where the operation takes a form. */
  readonly form?: FormFacts | undefined;
}

/** A form with a file. */
interface FormFacts {
  readonly fileField: string;
  /** The other fields that are required. */
  readonly texts: ReadonlyArray<readonly [name: string, text: string]>;
}

/** What is to be put in stands in capitals: curl would take braces as a list. */
const withPlaceholders = (path: string): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => name.toUpperCase());

const IDEMPOTENCY_KEY = 'Idempotency-Key';
const isFile = ({ format, contentMediaType }: Schema): boolean =>
  format === 'binary' || contentMediaType !== undefined;

function factsOf(
  document: ApiDocument,
  path: string,
  method: string,
  origin: string,
): RequestFacts {
  const item = document.paths[path];
  const operation = item?.[method] as OperationObject | undefined;
  const server = item?.servers?.[0]?.url ?? document.servers?.[0]?.url ?? '';
  const address = `${origin}${server === '/' ? '' : server}${withPlaceholders(path)}`;
  const idempotent = (operation?.parameters ?? []).some(({ name }) => name === IDEMPOTENCY_KEY);
  const content = operation?.requestBody?.content ?? {};
  const form = formOf(content['multipart/form-data']?.schema, document);
  const body = content['application/json'] ?? content['application/fhir+json'];
  const sample = body?.example ?? (body?.schema && sampleOf(body.schema, document));
  const json = sample === undefined ? undefined : JSON.stringify(sample, null, 2);
  const facts = { method: method.toUpperCase(), address, idempotent };
  return form === undefined ? { ...facts, json } : { ...facts, form };
}

function formOf(schema: Schema | undefined, document: ApiDocument): FormFacts | undefined {
  const { properties = {}, required = [] } = schema ?? {};
  const [fileField] = Object.entries(properties).find(([, field]) => isFile(field)) ?? [];
  if (fileField === undefined) return undefined;
  const texts = Object.entries(properties).flatMap(([name, field]) => {
    if (isFile(field) || !required.includes(name)) return [];
    const value = sampleOf(field, document);
    return [[name, typeof value === 'string' ? value : JSON.stringify(value)] as const];
  });
  return { fileField, texts };
}

const FILE = 'file.bin';
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

function curlOf({ method, address, idempotent, json, form }: RequestFacts): string {
  const parts = [
    `curl --cacert ca.crt -X ${method} ${quoted(address)}`,
    '-H "Authorization: Bearer $WARDBOX_KEY"',
    ...(idempotent ? [`-H "${IDEMPOTENCY_KEY}: $(uuidgen)"`] : []),
    ...(form === undefined
      ? []
      : [
          ...form.texts.map(([name, text]) => `-F ${quoted(`${name}=${text}`)}`),
          `-F ${form.fileField}=@${FILE}`,
        ]),
    ...(json === undefined ? [] : ["-H 'Content-Type: application/json'", `-d ${quoted(json)}`]),
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

function typeScriptOf({ method, address, idempotent, json, form }: RequestFacts): string {
  const once = idempotent ? `\n    '${IDEMPOTENCY_KEY}': crypto.randomUUID(),` : '';
  const type = json === undefined ? '' : `\n    'Content-Type': 'application/json',`;
  const body =
    form === undefined
      ? json === undefined
        ? ''
        : `\n  body: JSON.stringify(${indented(json)}),`
      : '\n  body: form,';
  return `${form === undefined ? '' : typeScriptForm(form)}const response = await fetch('${address}', {
  method: '${method}',
  headers: {
    Authorization: \`Bearer \${process.env.WARDBOX_KEY}\`,${once}${type}
  },${body}
});
if (!response.ok) throw new Error(await response.text());
console.log(await response.json());`;
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

function pythonExample({ method, address, idempotent, json, form }: RequestFacts): string {
  const key = `"Authorization": "Bearer " + os.environ["WARDBOX_KEY"]`;
  const lines = [`import json, os, ssl, urllib.request${idempotent ? ', uuid' : ''}`, ''];
  const headers = [key];
  if (idempotent) headers.push(`"${IDEMPOTENCY_KEY}": str(uuid.uuid4())`);
  if (json !== undefined) {
    lines.push(`data = json.dumps(${pythonOf(json)}).encode()`);
    headers.push('"Content-Type": "application/json"');
  } else if (form !== undefined) {
    lines.push(...pythonForm(form));
    headers.push('"Content-Type": f"multipart/form-data; boundary={boundary}"');
  } else lines.push('data = None');
  lines.push(
    'request = urllib.request.Request(',
    `    "${address}",`,
    `    data=data, method="${method}",`,
    `    headers={${headers.join(', ')}},`,
    ')',
    'context = ssl.create_default_context(cafile="ca.crt")',
    'with urllib.request.urlopen(request, context=context) as response:',
    '    print(json.load(response))',
  );
  return lines.join('\n');
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
