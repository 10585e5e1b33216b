import { createReadStream, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Piece, piecesOf } from '../../../../src/fhir/import/lines.js';
import { scratchFolder } from '../../../support/scratch-folder.js';

const MAX = 1_000_000;

async function read(content: string | Buffer, most = MAX): Promise<Piece[]> {
  const file = join(scratchFolder(), 'file');
  writeFileSync(file, content);
  const pieces: Piece[] = [];
  for await (const piece of piecesOf(createReadStream(file), most)) pieces.push(piece);
  return pieces;
}

describe('what a file of resources holds', () => {
  it('takes each line of NDJSON with its number, blank ones aside', async () => {
    expect(await read('\n{"a":1}\r\n\n  {"b":2}  \n{"c":3}')).toEqual([
      { line: 2, text: '{"a":1}\r' },
      { line: 4, text: '  {"b":2}  ' },
      { line: 5, text: '{"c":3}' },
    ]);
  });

  it('takes a document that is laid out over many lines as one', async () => {
    const text = JSON.stringify({ a: [1, { b: 2 }] }, null, 2);
    expect(await read(`\n${text}\n`)).toEqual([{ line: 2, text }]);
  });

  it('knows gzip by its bytes', async () => {
    expect(await read(gzipSync('{"a":1}\n{"b":2}\n'))).toEqual([
      { line: 1, text: '{"a":1}' },
      { line: 2, text: '{"b":2}' },
    ]);
  });

  it('reports a line that is too long or not UTF-8 and continues after it', async () => {
    const bad = Buffer.from([0x7b, 0xff, 0x7d, 0x0a]);
    const long = Buffer.from(`{"a":"${'x'.repeat(300_000)}"}\n`);
    const content = Buffer.concat([Buffer.from('{"a":1}\n'), bad, long, Buffer.from('{"b":2}')]);
    expect(await read(content, 1_000)).toEqual([
      { line: 1, text: '{"a":1}' },
      { line: 2, fault: 'encoding' },
      { line: 3, fault: 'too-long' },
      { line: 4, text: '{"b":2}' },
    ]);
  });

  it('does not gather a document that is too long', async () => {
    const text = JSON.stringify(Array(500).fill('word'), null, 2);
    expect(await read(`{"a":\n${text}}`, 1_000)).toEqual([{ line: 1, fault: 'too-long' }]);
  });

  it('finds nothing in an empty file', async () => {
    expect(await read('')).toEqual([]);
  });

  it('fails where gzip breaks off', async () => {
    const whole = gzipSync(JSON.stringify({ a: 'x'.repeat(50_000) }));
    await expect(read(whole.subarray(0, whole.length - 20))).rejects.toThrow('unexpected end');
  });

  it('gives back whatever was written, in its order', async () => {
    const objects = fc.array(fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()), {
      maxLength: 30,
    });
    await fc.assert(
      fc.asyncProperty(objects, fc.boolean(), async (values, zip) => {
        const text = values.map((value) => `${JSON.stringify(value)}\n`).join('');
        const pieces = await read(zip ? gzipSync(text) : text);
        const told = pieces.map((piece) => piece.text ?? '');
        expect(told).toEqual(values.map((value) => JSON.stringify(value)));
      }),
      { numRuns: 15 },
    );
  });
});
