import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createCheckpoint, digestOf } from '../../../../src/cli/fhir/resume.js';
import type { Write } from '../../../../src/store/unit-of-work.js';
import { scratchFolder } from '../../../support/scratch-folder.js';

function memory() {
  const kept = new Map<string, string>();
  return {
    find: async (importId: string) => kept.get(importId),
    commit(write: Write) {
      if (write.kind !== 'import-progress.put') throw new Error(write.kind);
      kept.set(write.importId, write.progress);
    },
  };
}

const FILE = { mode: 'test', sha256: 'ab' } as const;

describe('how far an import has come', () => {
  it('is where it was committed, not where it was reached', async () => {
    const imports = memory();
    const first = await createCheckpoint(imports, FILE, false);
    expect(first.before).toBeUndefined();
    expect(first.isDone({ line: 1, entry: 0 })).toBe(false);
    imports.commit(first.reach({ line: 3, entry: 2 }));
    first.reach({ line: 9, entry: 0 });

    const second = await createCheckpoint(imports, FILE, false);
    expect(second.before).toMatchObject({ line: 3, entry: 2 });
    expect(second.finished).toBe(false);
    const done = [
      { line: 2, entry: 7 },
      { line: 3, entry: 1 },
      { line: 3, entry: 2 },
    ];
    for (const at of done) expect(second.isDone(at)).toBe(true);
    for (const at of [
      { line: 3, entry: 3 },
      { line: 4, entry: 0 },
    ]) {
      expect(second.isDone(at)).toBe(false);
    }
  });

  it('is separate for each mode and file, and discarded on request', async () => {
    const imports = memory();
    const one = await createCheckpoint(imports, FILE, false);
    one.reach({ line: 5, entry: 0 });
    imports.commit(one.finish());
    expect((await createCheckpoint(imports, FILE, false)).finished).toBe(true);
    expect((await createCheckpoint(imports, { ...FILE, mode: 'live' }, false)).finished).toBe(
      false,
    );
    expect((await createCheckpoint(imports, { ...FILE, sha256: 'cd' }, false)).finished).toBe(
      false,
    );
    const again = await createCheckpoint(imports, FILE, true);
    expect(again.finished).toBe(false);
    expect(again.isDone({ line: 1, entry: 0 })).toBe(false);
  });

  it('knows a file by its bytes', async () => {
    const file = join(scratchFolder(), 'file');
    const content = 'x'.repeat(3_000_000);
    writeFileSync(file, content);
    expect(await digestOf(file)).toBe(createHash('sha256').update(content).digest('hex'));
  });
});
