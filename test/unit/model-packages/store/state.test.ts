import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { StoredPackage, StoreState } from '../../../../src/model-packages/store/schema.js';
import {
  activated,
  installedIn,
  readState,
  removed,
  rolledBack,
  STATE_FILE,
  writeState,
} from '../../../../src/model-packages/store/state.js';
import { scratchFolder } from '../../../support/scratch-folder.js';

const EMPTY: StoreState = { format: 1, packages: {} };

const version = (n: number): StoredPackage => ({
  version: `${n}.0.0`,
  folder: `${n}.0.0-${'a'.repeat(12)}`,
  sha256: String(n).padStart(64, '0'),
  kind: 'image-detector',
  installed_at: '2026-01-31T08:00:00.000Z',
});

const activeOf = (state: StoreState, id = 'm') => state.packages[id]?.active.version;

describe('the state of the store', () => {
  it('goes back the way it came, and at the end to nothing', () => {
    let state = EMPTY;
    for (const n of [1, 2, 3]) state = activated(state, 'm', version(n));
    const seen = [activeOf(state)];
    for (let i = 0; i < 3; i += 1) {
      state = rolledBack(state, 'm');
      seen.push(activeOf(state));
    }
    expect(seen).toEqual(['3.0.0', '2.0.0', '1.0.0', undefined]);
    expect(state).toEqual(EMPTY);
  });

  it('keeps the three versions before, so that a store does not grow for ever', () => {
    let state = EMPTY;
    for (const n of [1, 2, 3, 4, 5, 6]) state = activated(state, 'm', version(n));
    const { active, before } = state.packages.m!;
    expect([...before, active].map((one) => one.version)).toEqual([
      '3.0.0',
      '4.0.0',
      '5.0.0',
      '6.0.0',
    ]);
  });

  it('always knows one active version that is not among those before, whatever is done', () => {
    const step = fc.oneof(
      fc.record({ do: fc.constant('install'), n: fc.integer({ min: 1, max: 4 }) }),
      fc.record({ do: fc.constantFrom('rollback', 'remove'), n: fc.constant(0) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        let state = activated(EMPTY, 'other', version(9));
        for (const { do: what, n } of steps) {
          if (what === 'install') state = activated(state, 'm', version(n));
          else state = what === 'remove' ? removed(state, 'm') : rolledBack(state, 'm');
          const entry = state.packages.m;
          const folders = entry ? [entry.active, ...entry.before].map(({ folder }) => folder) : [];
          expect(new Set(folders).size).toBe(folders.length);
          if (what === 'install') expect(activeOf(state)).toBe(version(n).version);
          if (what === 'remove') expect(entry).toBeUndefined();
          expect(activeOf(state, 'other')).toBe('9.0.0');
        }
      }),
    );
  });

  it('is read as it was written, and a store that is not there has nothing in force', () => {
    const store = scratchFolder();
    expect(readState(join(store, 'none'))).toEqual(EMPTY);
    const state = activated(EMPTY, 'm', version(1));
    writeState(store, state);
    expect(readState(store)).toEqual(state);
    expect(installedIn(store)).toEqual([
      {
        id: 'm',
        version: '1.0.0',
        kind: 'image-detector',
        sha256: version(1).sha256,
        dir: join(store, 'packages', 'm', version(1).folder),
      },
    ]);
    expect(existsSync(join(store, `${STATE_FILE}.new`))).toBe(false);
  });

  it.each([
    ['cut off', '{"format": 1, "pack'],
    ['of another format', '{"format": 2, "packages": {}}'],
    ['leading elsewhere', (text: string) => text.replace(/"1\.0\.0-a+"/, '"../../../etc"')],
    ['of a name that is none', (text: string) => text.replace('"m"', '"../m"')],
  ])('%s is refused, with what to do, and left as it is', (_, damage) => {
    const store = scratchFolder();
    mkdirSync(store, { recursive: true });
    writeState(store, activated(EMPTY, 'm', version(1)));
    const path = join(store, STATE_FILE);
    const whole = readFileSync(path, 'utf8');
    const damaged = typeof damage === 'string' ? damage : damage(whole);
    expect(damaged).not.toBe(whole);
    writeFileSync(path, damaged);
    expect(() => readState(store)).toThrow(/active\.json is damaged.*install the packages again/);
    expect(readFileSync(path, 'utf8')).toBe(damaged);
  });
});
