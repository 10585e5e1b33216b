import { hash } from 'node:crypto';

/** The parts of a JSON Schema that the page shows. */
interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
}

interface DescribedContent {
  readonly description?: string;
  readonly content?: { readonly 'application/json'?: { readonly schema: Schema } };
}

interface OperationObject {
  readonly summary: string;
  readonly description?: string;
  readonly requestBody?: DescribedContent;
  readonly responses: Readonly<Record<string, DescribedContent>>;
}

/** The parts of an OpenAPI document that the page shows. */
export interface ApiDescription {
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 56rem; margin: 2rem auto; padding: 0 1rem; }
code { font: 0.9em ui-monospace, monospace; }
article { border-top: 1px solid #8886; margin-top: 2rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: 0.2rem 0.8rem 0.2rem 0; }
summary { cursor: pointer; font-weight: 600; margin: 0.6rem 0; }
`;

/** Only the page's own style may be loaded. */
export const DOCS_POLICY = `default-src 'none'; style-src 'sha256-${hash('sha256', STYLE, 'base64')}'; frame-ancestors 'none'`;

/** Numeric references, which HTML and XML share. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
/** Descriptions mark code with backticks. */
const prose = (text = '') => escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');

function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1) ?? '';
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined)
    return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.items !== undefined) return `list of ${typeOf(schema.items)}`;
  const { minimum, maximum } = schema;
  const isBounded = minimum !== undefined && maximum !== undefined && maximum < 2 ** 53 - 1;
  return [schema.type ?? 'any'].flat().join(' | ') + (isBounded ? ` ${minimum}..${maximum}` : '');
}

/** A row for each field, those of objects below their own under a dotted path. */
function rows(schema: Schema, path = ''): string {
  return Object.entries(schema.properties ?? {})
    .map(([name, field]) => {
      const here = `${path}${name}`;
      const inner = field.items?.properties ? field.items : field;
      const below = rows(inner, inner === field ? `${here}.` : `${here}[].`);
      const need = schema.required?.includes(name) ? 'required' : '';
      const fallback =
        field.default === undefined ? '' : ` Default: ${JSON.stringify(field.default)}.`;
      return (
        `<tr><td><code>${escapeHtml(here)}</code></td><td>${escapeHtml(typeOf(field))}</td>` +
        `<td>${need}</td><td>${prose(`${field.description ?? ''}${fallback}`)}</td></tr>${below}`
      );
    })
    .join('');
}

function fields(title: string, { content }: DescribedContent): string {
  const schema = content?.['application/json']?.schema;
  if (!schema?.properties) return '';
  const head = '<tr><th>Field</th><th>Type</th><th></th><th></th></tr>';
  return `<details><summary>${title}</summary><table>${head}${rows(schema)}</table></details>`;
}

function article(path: string, method: string, operation: OperationObject): string {
  const { summary, description, requestBody, responses } = operation;
  const statuses = Object.entries(responses)
    .map(([status, answer]) => `<tr><td>${status}</td><td>${prose(answer.description)}</td></tr>`)
    .join('');
  return (
    `<article><h2><code>${method.toUpperCase()} ${escapeHtml(path)}</code> ${prose(summary)}</h2>` +
    `<p>${prose(description)}</p>${requestBody ? fields('Request', requestBody) : ''}` +
    `${fields('Answer', responses['200'] ?? {})}<details><summary>Statuses</summary>` +
    `<table>${statuses}</table></details></article>`
  );
}

const METHODS: ReadonlySet<string> = new Set(['get', 'post', 'put', 'patch', 'delete']);

/** The interface as one page for people: no script, no external resources. */
export function docsPage({ info, paths }: ApiDescription): string {
  const articles = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => METHODS.has(method))
      .map(([method, operation]) => article(path, method, operation as OperationObject)),
  );
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(info.title)}</title>` +
    `<meta name="viewport" content="width=device-width"><style>${STYLE}</style></head><body>` +
    `<h1>${escapeHtml(info.title)} ${escapeHtml(info.version)}</h1><p>${prose(info.description)}</p>` +
    '<p>Every operation answers under <code>/v1</code> and <code>/api/v1</code>, with ' +
    '<code>Authorization: Bearer …</code>. For machines: <a href="/openapi.json">openapi.json</a>.' +
    `</p>${articles.join('')}</body></html>`
  );
}
