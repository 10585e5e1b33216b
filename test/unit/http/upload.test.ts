import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { formOf, inputOfForm } from '../../../src/calls/form.js';
import { openSealedFile, type SealedFile } from '../../../src/core/sealed-file.js';
import { createUploadSpool, readUpload } from '../../../src/http/upload.js';
import { errorOf, smallApp } from '../../support/http-app.js';
import { scratchFolder } from '../../support/scratch-folder.js';

const LIMIT = 500_000;
const BOUNDARY = 'edge';
const TYPE = { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` };

/** A form of texts and JSON, with a recording and perhaps an earlier one. */
const FORM = formOf({
  fields: z.strictObject({
    mode: z.string().optional(),
    language: z.string().optional(),
    vocabulary: z.string().optional(),
    options: z.strictObject({ deep: z.boolean().optional(), at: z.int().optional() }).optional(),
    page: z.int('must be a whole number').optional(),
    loud: z.boolean('must be true or false').optional(),
  }),
  files: {
    audio: { count: 'one', description: 'sound', base64Field: 'audio_data' },
    earlier: { count: 'optional', description: 'sound' },
  },
  input: (fields, { audio: [audio], earlier: [earlier] }) => ({ fields, audio, earlier }),
});

type Input = ReturnType<typeof FORM.input>;

async function contentOf(file: SealedFile): Promise<string> {
  const reader = await openSealedFile(file);
  const content = Buffer.from(await reader.read(0, file.bytes)).toString('base64');
  await reader.close();
  return content;
}

/** An app that says what it got, and how many files lie in its folder. */
function uploads(totalBytes = 1_000_000) {
  const folder = join(scratchFolder(), 'spool');
  const spool = createUploadSpool(folder, totalBytes);
  const app = smallApp();
  app.post('/', async (c) => {
    const upload = await readUpload(c, { form: FORM, limitBytes: LIMIT }, spool);
    const { sha256, contentSha256, discard } = upload;
    try {
      const { fields, audio, earlier } = inputOfForm(FORM, upload) as Input;
      return c.json({
        fields,
        content: await contentOf(audio),
        ...(earlier && { earlier: await contentOf(earlier) }),
        sha256,
        contentSha256,
      });
    } finally {
      await discard();
    }
  });
  const send = (
    body: Buffer | ReadableStream<Uint8Array>,
    headers: Record<string, string> = TYPE,
  ) => app.request('/', { method: 'POST', body, headers, duplex: 'half' } as RequestInit);
  return { send, left: () => readdirSync(folder), spool };
}

interface Part {
  readonly name: string;
  readonly content: Buffer | string;
  readonly file?: string;
}

function form(...parts: Part[]): Buffer {
  const pieces = parts.flatMap(({ name, content, file }) => [
    Buffer.from(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"` +
        `${file === undefined ? '' : `; filename="${file}"`}\r\n\r\n`,
    ),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...pieces, Buffer.from(`--${BOUNDARY}--\r\n`)]);
}

const AUDIO: Part = { name: 'audio', content: 'RIFF', file: 'a.wav' };

describe('a form with a file', () => {
  it('gives the fields, the file and the hash of the body, however it is cut', async () => {
    const { send, left } = uploads();
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ minLength: 1, maxLength: 5_000 }),
        fc.array(fc.integer({ min: 1, max: 4_000 }), { maxLength: 20 }),
        async (content, cuts) => {
          const body = form(
            { name: 'mode', content: 'dictation' },
            {
              ...AUDIO,
              content: Buffer.from(content),
            },
          );
          let at = 0;
          const stream = new ReadableStream<Uint8Array>({
            pull(controller) {
              const length = cuts.shift() ?? body.length;
              controller.enqueue(new Uint8Array(body.subarray(at, at + length)));
              at += length;
              if (at >= body.length) controller.close();
            },
          });
          const answer = await (await send(stream)).json();
          expect(answer).toEqual({
            fields: { mode: 'dictation' },
            content: Buffer.from(content).toString('base64'),
            sha256: createHash('sha256').update(body).digest('hex'),
            contentSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
          });
        },
      ),
      { numRuns: 50 },
    );
    expect(left()).toEqual([]);
  });

  it('knows the same content by one hash, however it is packed, and no other by it', async () => {
    const { send } = uploads();
    const hashes = async (body: Buffer, edge = BOUNDARY) => {
      const headers = { 'Content-Type': `multipart/form-data; boundary=${edge}` };
      const { sha256, contentSha256 } = JSON.parse(await (await send(body, headers)).text());
      return { sha256, contentSha256 };
    };
    const mode = { name: 'mode', content: 'dictation' };
    const language = { name: 'language', content: 'en-US' };
    const first = await hashes(form(mode, language, AUDIO));
    const packed = Buffer.from(form(AUDIO, language, mode).toString().replaceAll('edge', 'rim'));
    const second = await hashes(packed, 'rim');
    expect(second.contentSha256).toBe(first.contentSha256);
    expect(second.sha256).not.toBe(first.sha256);
    const others = [
      form(mode, language, { ...AUDIO, content: 'RIFG' }),
      form(mode, { ...language, content: 'en-GB' }, AUDIO),
      form(mode, AUDIO),
      form({ name: 'vocabulary', content: 'dictation' }, language, AUDIO),
    ];
    const contents = await Promise.all(others.map((body) => hashes(body)));
    const all = [first, ...contents].map(({ contentSha256 }) => contentSha256);
    expect(new Set(all).size).toBe(5);
  });

  it('reads lists, objects, numbers and truth values from their texts, and texts as they are', async () => {
    const { send } = uploads();
    const fields = {
      mode: '{"x":1}',
      options: '{"deep": true, "at": 3}',
      page: '2',
      loud: 'false',
    };
    const parts = Object.entries(fields).map(([name, content]) => ({ name, content }));
    expect(await (await send(form(...parts, AUDIO))).json()).toMatchObject({
      fields: { mode: '{"x":1}', options: { deep: true, at: 3 }, page: 2, loud: false },
    });
  });

  it('keeps two files apart, whatever their order, sizes and the pieces of the body', async () => {
    const { send, left } = uploads();
    const bytes = fc.uint8Array({ minLength: 1, maxLength: 70_000 });
    await fc.assert(
      fc.asyncProperty(bytes, bytes, fc.boolean(), async (one, other, swapped) => {
        const parts = [
          { ...AUDIO, content: Buffer.from(one) },
          { name: 'earlier', file: 'b.wav', content: Buffer.from(other) },
        ];
        const answer = await (await send(form(...(swapped ? parts.reverse() : parts)))).json();
        expect(answer).toMatchObject({
          content: Buffer.from(one).toString('base64'),
          earlier: Buffer.from(other).toString('base64'),
        });
      }),
      { numRuns: 30 },
    );
    expect(left()).toEqual([]);
  });

  it('knows which of two files is the earlier one by the hash, and not their order', async () => {
    const { send } = uploads();
    const hashOf = async (...parts: Part[]) =>
      JSON.parse(await (await send(form(...parts))).text()).contentSha256;
    const [one, two] = [
      { ...AUDIO, content: 'one' },
      { ...AUDIO, content: 'two' },
    ];
    const first = await hashOf(one, { ...two, name: 'earlier' });
    expect(await hashOf({ ...two, name: 'earlier' }, one)).toBe(first);
    expect(await hashOf(two, { ...one, name: 'earlier' })).not.toBe(first);
  });

  it('takes the file by its name alone, as clients without file names send it', async () => {
    const { send } = uploads();
    const answer = await (await send(form({ name: 'audio', content: 'RIFF' }))).json();
    expect(answer).toMatchObject({ content: Buffer.from('RIFF').toString('base64') });
  });

  it.each<[string, Buffer, string]>([
    ['no file', form({ name: 'mode', content: 'x' }), 'audio'],
    ['an unknown file', form(AUDIO, { name: 'picture', content: 'x', file: 'x.png' }), 'picture'],
    ['the file twice', form(AUDIO, AUDIO), 'audio'],
    ['an empty file', form({ ...AUDIO, content: '' }), 'audio'],
    ['an empty second file', form(AUDIO, { ...AUDIO, name: 'earlier', content: '' }), 'earlier'],
    ['a text as a file', form(AUDIO, { name: 'mode', content: 'x', file: 'x.txt' }), 'mode'],
    ['base64', form({ name: 'audio_data', content: 'UklGRg==' }), 'audio_data'],
    [
      'base64 beside the file',
      form(AUDIO, { name: 'audio_data', content: 'UklGRg==', file: 'a.b64' }),
      'audio_data',
    ],
    ['an unknown field', form(AUDIO, { name: 'constructor', content: 'x' }), 'constructor'],
    [
      'a field that reaches a prototype',
      form(AUDIO, { name: '__proto__', content: '1' }),
      '__proto__',
    ],
    ['JSON that is none', form(AUDIO, { name: 'options', content: '{' }), 'options'],
    ['no JSON', form(AUDIO, { name: 'options', content: '' }), 'options'],
    ['other JSON', form(AUDIO, { name: 'options', content: '[]' }), 'options'],
    ['an unknown option', form(AUDIO, { name: 'options', content: '{"x":1}' }), 'options.x'],
    [
      'an option that reaches a prototype',
      form(AUDIO, { name: 'options', content: '{"__proto__":1}' }),
      'options.__proto__',
    ],
    ['deep JSON', form(AUDIO, { name: 'options', content: '['.repeat(200) }), 'options'],
    ['a number that is none', form(AUDIO, { name: 'page', content: '0x1' }), 'page'],
    ['a truth value that is none', form(AUDIO, { name: 'loud', content: '1' }), 'loud'],
    ['a field twice', form({ name: 'mode', content: 'a' }, { name: 'mode', content: 'b' }), 'mode'],
    [
      'a huge field',
      form(AUDIO, { name: 'vocabulary', content: 'x'.repeat(300_000) }),
      'vocabulary',
    ],
    ['a body cut short', form(AUDIO).subarray(0, 60), 'body'],
    ['a file cut short', form({ ...AUDIO, content: 'x'.repeat(900) }).subarray(0, 500), 'body'],
    ['no body', Buffer.alloc(0), 'body'],
    ['a body that is no form', Buffer.from('{"audio": 1}'), 'body'],
  ])('refuses %s and leaves nothing behind', async (_, body, field) => {
    const { send, left, spool } = uploads();
    const response = await send(body);
    expect(response.status).toBe(400);
    const error = await errorOf(response);
    expect(error.code).toBe('validation_error');
    expect(error.details.field).toBe(field);
    expect(left()).toEqual([]);
    expect(spool.budget.open().take(1_000_000)).toBe(true);
  });

  it.each([
    ['application/json', {}],
    ['', {}],
    ['multipart/form-data', {}],
    ['multipart/mixed; boundary=edge', {}],
  ])('refuses the Content-Type "%s"', async (type) => {
    const { send, left } = uploads();
    const response = await send(form(AUDIO), { 'Content-Type': type });
    expect(await errorOf(response)).toMatchObject({ code: 'unsupported_media_type' });
    expect(left()).toEqual([]);
  });

  it('refuses a compressed form', async () => {
    const { send, left } = uploads();
    const response = await send(form(AUDIO), { ...TYPE, 'Content-Encoding': 'gzip' });
    expect(response.status).toBe(415);
    expect(await errorOf(response)).toMatchObject({ code: 'unsupported_encoding' });
    expect(left()).toEqual([]);
  });

  it('refuses what is too large, from its length or as soon as it is', async () => {
    const { send, left } = uploads();
    const body = form({ ...AUDIO, content: Buffer.alloc(LIMIT + 1) });
    const told = await send(body, { ...TYPE, 'Content-Length': String(body.length) });
    expect(told.status).toBe(413);
    const untold = await send(new Blob([new Uint8Array(body)]).stream());
    expect(untold.status).toBe(413);
    expect(left()).toEqual([]);
  });

  it('refuses when the disk that is set aside is taken', async () => {
    const { send, left, spool } = uploads(10_000);
    const others = spool.budget.open();
    others.take(9_990);
    const body = form(AUDIO);
    const told = await send(body, { ...TYPE, 'Content-Length': String(body.length) });
    expect(told.status).toBe(503);
    expect((await send(new Blob([new Uint8Array(body)]).stream())).status).toBe(503);
    others.release();
    expect((await send(body)).status).toBe(200);
    expect(left()).toEqual([]);
  });

  it('stops when the client goes away in the middle', async () => {
    const { send, left } = uploads();
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(
          new Uint8Array(form({ ...AUDIO, content: 'x'.repeat(900) }).subarray(0, 400)),
        );
      },
      pull: (controller) => controller.error(new Error('gone')),
    });
    const response = await send(stream);
    expect(await errorOf(response)).toMatchObject({ code: 'client_closed_request' });
    expect(left()).toEqual([]);
  });
});
