import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openSealedFile } from '../../../src/core/sealed-file.js';
import { createUploadSpool, readUpload } from '../../../src/http/upload.js';
import { errorOf, smallApp } from '../../support/http-app.js';
import { scratchFolder } from '../../support/scratch-folder.js';

const LIMIT = 500_000;
const BOUNDARY = 'edge';
const TYPE = { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` };

/** An app that says what it got, and how many files lie in its folder. */
function uploads(totalBytes = 1_000_000) {
  const folder = join(scratchFolder(), 'spool');
  const spool = createUploadSpool(folder, totalBytes);
  const app = smallApp();
  app.post('/', async (c) => {
    const limits = { fileField: 'audio', limitBytes: LIMIT };
    const upload = await readUpload(c, limits, spool);
    const { fields, file, sha256, contentSha256, discard } = upload;
    const reader = await openSealedFile(file);
    const content = Buffer.from(await reader.read(0, file.bytes)).toString('base64');
    await reader.close();
    await discard();
    return c.json({ fields, content, sha256, contentSha256 });
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
        fc.uint8Array({ maxLength: 5_000 }),
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
      form({ name: 'mod', content: 'edictation' }, language, AUDIO),
    ];
    const contents = await Promise.all(others.map((body) => hashes(body)));
    const all = [first, ...contents].map(({ contentSha256 }) => contentSha256);
    expect(new Set(all).size).toBe(5);
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
