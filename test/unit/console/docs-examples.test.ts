import { describe, expect, it } from 'vitest';
import {
  type ApiDocument,
  type Example,
  examplesOf,
  pythonOf,
  sampleOf,
} from '../../../src/console/docs/examples.js';

const ORIGIN = 'https://box.local:8443';

function documentOf(path: string, method: string, operation: object): ApiDocument {
  return { servers: [{ url: '/v1' }], paths: { [path]: { [method]: operation } } };
}

function codeOf(document: ApiDocument, path: string, method: string) {
  const found = examplesOf(document, path, method, ORIGIN);
  const code = (language: Example['language']) =>
    found.find((example) => example.language === language)?.code ?? '';
  return { curl: code('curl'), typeScript: code('TypeScript'), python: code('Python') };
}

const json = (example: unknown) => ({
  requestBody: { content: { 'application/json': { example } } },
});

describe('examples of a request', () => {
  it('keep quotes of the body out of the shell', () => {
    const body = { text: 'the patient\'s $HOME `id` "x"' };
    const { curl } = codeOf(documentOf('/analyze', 'post', json(body)), '/analyze', 'post');
    const data = /-d '([\s\S]*)'$/.exec(curl)?.[1] ?? '';
    expect(data).toContain("the patient'\\''s $HOME `id` \\\"x\\\"");
    expect(JSON.parse(data.replaceAll("'\\''", "'"))).toEqual(body);
  });

  it('send JSON as such', () => {
    const document = documentOf('/risk', 'post', json({ score: 'news2', fast: true, unit: null }));
    const { curl, typeScript, python } = codeOf(document, '/risk', 'post');
    expect(curl).toContain("-X POST 'https://box.local:8443/v1/risk'");
    expect(curl).toContain("-H 'Content-Type: application/json'");
    expect(typeScript).toContain('"fast": true');
    expect(python).toContain('"fast": True');
    expect(python).toContain('"unit": None');
  });

  it('leave words inside of texts alone in Python', () => {
    expect(pythonOf('{"a": "true \\"null", "b": [false]}')).toBe(
      '{"a": "true \\"null", "b": [False]}',
    );
  });

  it('take the server of the path before that of the document', () => {
    const document: ApiDocument = {
      servers: [{ url: '/v1' }],
      paths: { '/healthz': { servers: [{ url: '/' }], get: {} } },
    };
    expect(codeOf(document, '/healthz', 'get').curl).toContain("'https://box.local:8443/healthz'");
  });

  it('name what is to be put into the path without the braces that curl would expand', () => {
    const { curl, python } = codeOf(documentOf('/jobs/{id}', 'get', {}), '/jobs/{id}', 'get');
    expect(curl).toContain("'https://box.local:8443/v1/jobs/ID'");
    expect(python).toContain('"https://box.local:8443/v1/jobs/ID"');
  });

  it('prove who is there in the way that the operation takes', () => {
    const withSecurity = (security: object[], method = 'get') =>
      codeOf(documentOf('/models', method, { security }), '/models', method);
    const key = withSecurity([{ apiKey: [] }, { session: [] }]);
    expect(key.curl).toContain('-H "Authorization: Bearer $WARDBOX_KEY"');
    const person = withSecurity([{ session: [] }], 'delete');
    expect(person.curl).toContain('-H "Cookie: __Host-wardbox=$WARDBOX_SESSION"');
    expect(person.typeScript).toContain('process.env.WARDBOX_CSRF_TOKEN');
    expect(person.python).toContain('"Wardbox-Mode": "test"');
    expect(Object.values(person).join('\n')).not.toContain('WARDBOX_KEY');
    expect(withSecurity([{ session: [] }]).curl).not.toContain('X-CSRF-Token');
    expect(Object.values(withSecurity([])).join('\n')).not.toContain('WARDBOX');
  });

  it('send and accept FHIR as such, with the search parameters that it needs', () => {
    const content = { 'application/fhir+json': { example: { resourceType: 'Patient' } } };
    const parameters = [
      { name: 'type', in: 'path', example: 'Patient' },
      { name: 'criteria', in: 'query', required: true, example: { identifier: 'a|b' } },
    ];
    const responses = { '200': { content } };
    const operation = { parameters, requestBody: { content }, responses };
    const { curl, python } = codeOf(
      documentOf('/fhir/{type}', 'put', operation),
      '/fhir/{type}',
      'put',
    );
    expect(curl).toContain("'https://box.local:8443/v1/fhir/Patient?identifier=a%7Cb'");
    expect(curl).toContain("-H 'Accept: application/fhir+json'");
    expect(curl).toContain("-H 'Content-Type: application/fhir+json'");
    expect(python).toContain('"Content-Type": "application/fhir+json"');
  });

  it('print an answer as what it is', () => {
    const answering = (responses: object) =>
      codeOf(documentOf('/jobs', 'get', { responses }), '/jobs', 'get');
    const events = answering({ '200': { content: { 'text/event-stream': {} } } });
    expect(events.curl).toContain('curl --cacert ca.crt -N ');
    expect(events.typeScript).toContain('for await (const chunk of response.body ?? [])');
    const objects = answering({ '200': { content: { 'multipart/related': {} } } });
    expect(objects.curl).toContain('curl --cacert ca.crt -o answer.bin ');
    expect(objects.typeScript).toContain("import { writeFile } from 'node:fs/promises';");
    expect(objects.python).toContain('open("answer.bin", "wb").write(response.read())');
    expect(objects.python).toContain('"multipart/related; type=\\"application/dicom\\"; ');
    expect(answering({ '204': {} }).typeScript).toContain('await response.text()');
    const cookie = answering({ '200': { headers: { 'Set-Cookie': {} }, content: {} } });
    expect(cookie.curl).toContain('curl --cacert ca.crt -i ');
    expect(cookie.python).toContain('print(response.headers["Set-Cookie"])');
  });

  it('carry an idempotency key where the operation takes one', () => {
    const parameters = [{ name: 'Idempotency-Key', in: 'header' }];
    const taking = codeOf(documentOf('/risk', 'post', { parameters }), '/risk', 'post');
    expect(taking.curl).toContain('-H "Idempotency-Key: $(openssl rand -hex 16)"');
    expect(taking.typeScript).toContain("'Idempotency-Key': crypto.randomUUID(),");
    expect(taking.python).toContain('"Idempotency-Key": str(uuid.uuid4())');
    expect(taking.python).toContain(', uuid\n');
    const other = codeOf(documentOf('/risk', 'get', {}), '/risk', 'get');
    expect(Object.values(other).join('\n')).not.toMatch(/idempotency|uuid/i);
  });

  it('send a file as a form', () => {
    const document = documentOf('/imaging', 'post', {
      requestBody: {
        content: {
          'application/json': { example: { image_data: '…' } },
          'multipart/form-data': {
            schema: {
              properties: {
                note: { type: 'string' },
                kind: { type: 'string', examples: ['chest "x'] },
                options: { type: 'object', default: { deep: true } },
                image: { type: 'string', format: 'binary' },
              },
              required: ['image', 'kind', 'options'],
            },
          },
        },
      },
    });
    const { curl, typeScript, python } = codeOf(document, '/imaging', 'post');
    expect(curl).toContain('-F image=@file.bin');
    expect(curl).not.toContain('-d ');
    expect(curl).toContain(`-F 'kind=chest "x' \\\n  -F 'options={"deep":true}'`);
    expect(typeScript).toContain(`form.append('options', "{\\"deep\\":true}");`);
    expect(python).toContain(`name="kind"\\r\\n\\r\\n' + "chest \\"x" + "\\r\\n"`);
    expect([curl, typeScript, python].join('\n')).not.toContain('note');
    expect(typeScript).toContain("form.append('image', await openAsBlob('file.bin'), 'file.bin')");
    expect(python).toContain('name="image"; filename="file.bin"');
    expect(python).toContain('multipart/form-data; boundary={boundary}');
  });

  it('make a value of a schema that contains itself', () => {
    const document: ApiDocument = {
      paths: {},
      components: {
        schemas: {
          Node: {
            type: 'object',
            required: ['kind', 'next'],
            properties: { kind: { enum: ['leaf'] }, next: { $ref: '#/components/schemas/Node' } },
          },
        },
      },
    };
    const sample = sampleOf({ $ref: '#/components/schemas/Node' }, document);
    expect(sample).toMatchObject({ kind: 'leaf', next: { kind: 'leaf' } });
    expect(JSON.stringify(sample).length).toBeLessThan(500);
  });
});
