import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createSealedFile, openSealedFile } from '../../../../src/core/sealed-file.js';
import { createRequestStore } from '../../../../src/operations/jobs/request-store.js';
import { scratchFolder } from '../../../support/scratch-folder.js';

const MARKER = 'MARKER-OF-A-PATIENT';
const textOf = (length: number) => {
  const text = `{"a":"${MARKER.repeat(Math.ceil(length / MARKER.length))}é"}`;
  return { text, bytes: Buffer.from(text) };
};

function opened() {
  const folder = join(scratchFolder(), 'jobs');
  return { folder, store: createRequestStore(folder), names: () => readdirSync(folder) };
}

describe('createRequestStore', () => {
  it('keeps a short text with the job, without a file', async () => {
    const { store, names } = opened();
    const short = textOf(10);
    const kept = await store.keep(short);
    expect(kept).toEqual({ text: short.text });
    expect(names()).toEqual([]);
    expect(await store.read(kept)).toEqual(short);
  });

  it('seals a long text in a file that only its keeper can read', async () => {
    const { folder, store, names } = opened();
    const long = textOf(300_000);
    const kept = JSON.parse(JSON.stringify(await store.keep(long)));
    expect(names()).toEqual([kept.file.name]);
    const path = join(folder, kept.file.name);
    expect(readFileSync(path).includes(MARKER)).toBe(false);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(JSON.stringify(kept)).not.toContain(MARKER);
    expect(await store.read(kept)).toEqual(long);
    await store.remove(kept.file.name);
    await store.remove(kept.file.name);
    expect(names()).toEqual([]);
    await expect(store.read(kept)).rejects.toThrow();
  });

  it('takes over an upload with its fields', async () => {
    const { store, names } = opened();
    const writer = createSealedFile(scratchFolder());
    await writer.write(Buffer.from(MARKER));
    const file = await writer.finish();
    const parts = [{ field: 'audio', start: 0, bytes: file.bytes }];
    const form = { fields: { mode: 'x' }, file, parts };
    const kept = JSON.parse(JSON.stringify(await store.keep(form)));
    expect(names()).toEqual([kept.file.name]);
    const read = await store.read(kept);
    if (!('file' in read)) throw new Error('expected a file');
    expect(read.fields).toEqual({ mode: 'x' });
    expect(read.parts).toEqual(parts);
    const reader = await openSealedFile(read.file);
    expect(Buffer.from(await reader.read(0, 100)).toString()).toBe(MARKER);
    await reader.close();
    // The form was discarded when it was answered: its file is not there any more.
    await writer.discard();
    expect(names()).toEqual([kept.file.name]);
  });

  it('leaves nothing that no job needs, and reaches no file elsewhere', async () => {
    const { folder, store, names } = opened();
    const [one, other] = [await store.keep(textOf(70_000)), await store.keep(textOf(70_000))];
    await store.sweep([one.file?.name ?? '']);
    expect(names()).toEqual([one.file?.name]);
    expect(other.file?.name).not.toBe(one.file?.name);
    await store.remove(`../${folder.split('/').at(-1)}/${one.file?.name}`);
    await store.remove('../jobs');
    expect(names()).toEqual([]);
  });
});
