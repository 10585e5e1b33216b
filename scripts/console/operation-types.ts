import { compile, type JSONSchema } from 'json-schema-to-typescript';

/** The parts of an OpenAPI document that types are made of. */
export interface DescribedOperations {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema?: JSONSchema }>>;
}

interface Described {
  readonly operationId?: string;
  readonly requestBody?: Content;
  readonly responses?: Readonly<Record<string, Content>>;
}

const METHODS: ReadonlySet<string> = new Set(['get', 'post', 'put', 'patch', 'delete']);

/** `analyzePatient` → `AnalyzePatient`, `risk.listScores` → `RiskListScores` */
const typeName = (operationId: string): string =>
  operationId.replace(/(?:^|\W|_)+(\w)/g, (_, letter: string) => letter.toUpperCase());

/** An object without properties: `{}` would be any value. */
const isEmpty = ({ type, properties = {} }: JSONSchema): boolean =>
  type === 'object' && Object.keys(properties).length === 0;

/** Schemas that are references are parts of FHIR, whose types are published by others. */
const isOwn = (schema: JSONSchema | undefined): schema is JSONSchema =>
  schema !== undefined && schema.$ref === undefined;

function schemaOf(content: Content | undefined): JSONSchema | undefined {
  const types = content?.content ?? {};
  const json =
    types['application/json'] ?? types['text/event-stream'] ?? types['application/x-ndjson'];
  return json?.schema;
}

const formOf = (content: Content | undefined): JSONSchema | undefined =>
  content?.content?.['multipart/form-data']?.schema;

interface NamedSchema {
  readonly name: string;
  readonly schema: JSONSchema;
}

function schemasOf({ operationId, requestBody, responses }: Described): NamedSchema[] {
  if (operationId === undefined) return [];
  const name = typeName(operationId);
  const parts = [
    { name: `${name}Request`, schema: schemaOf(requestBody) },
    { name: `${name}Form`, schema: formOf(requestBody) },
    { name: `${name}Answer`, schema: schemaOf(responses?.['200']) },
  ];
  return parts.flatMap(({ name: of, schema }) => (isOwn(schema) ? [{ name: of, schema }] : []));
}

/**
 * The requests and answers of all operations but those of FHIR, as TypeScript.
 *
 * @returns the source of a module, formatted by the caller
 */
export async function typesOf(document: DescribedOperations): Promise<string> {
  const operations = Object.entries(document.paths)
    .filter(([path]) => !path.startsWith('/fhir'))
    .flatMap(([, item]) =>
      Object.entries(item).flatMap(([method, operation]) =>
        METHODS.has(method) ? [operation as Described] : [],
      ),
    );
  const seen = new Set<string>();
  const parts: string[] = [];
  for (const { name, schema } of operations.flatMap(schemasOf)) {
    if (seen.has(name)) throw new Error(`Two operations are called ${name}.`);
    seen.add(name);
    if (isEmpty(schema)) {
      parts.push(`export type ${name} = Record<string, never>;\n`);
      continue;
    }
    // Inner titles would become names of their own, the same for different operations.
    const text = await compile({ ...schema, title: name }, name, {
      additionalProperties: false,
      bannerComment: '',
      format: false,
      declareExternallyReferenced: true,
      unreachableDefinitions: false,
    });
    parts.push(text);
  }
  return `// Made from the OpenAPI document by \`npm run console:types\`; never edited by hand.\n\n${parts.join('\n')}`;
}
