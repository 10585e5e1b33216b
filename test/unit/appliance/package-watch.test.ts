import { mkdirSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { changesBetween, PackageWatch } from '../../../src/appliance/package-watch.js';
import type { AuditEvent } from '../../../src/audit/audit-log.js';
import { createSilentLogger } from '../../../src/core/logger.js';
import type { ModelStatus } from '../../../src/inference/engine.js';
import type { PackageSources } from '../../../src/model-packages/sources.js';
import type { StoredPackage } from '../../../src/model-packages/store/schema.js';
import {
  activated,
  installedIn,
  readState,
  writeState,
} from '../../../src/model-packages/store/state.js';
import { scratchFolder } from '../../support/scratch-folder.js';

const stored = (version: string, kind: string): StoredPackage => ({
  version,
  folder: version,
  kind,
  installed_at: '2026-01-31T08:00:00.000Z',
  sha256: version.replace(/\D/g, '').padStart(64, '0'),
});

/** A store, and what was opened of it, in order. */
function watched() {
  const store = scratchFolder();
  mkdirSync(store, { recursive: true });
  const sources = (): PackageSources => ({
    folders: [],
    installed: installedIn(store),
    trust: { required: false, keys: [] },
  });
  const said: string[] = [];
  const events: AuditEvent[] = [];
  let works = true;
  let models: ModelStatus[] = [];
  const version = ({ installed }: PackageSources) =>
    installed.map(({ id, version: of }) => `${id} ${of}`).join() || 'nothing';
  const watch = new PackageWatch({
    store,
    sources,
    opened: sources(),
    logger: createSilentLogger(),
    pool: {
      models: () => models,
      async renew(wanted) {
        said.push(`models: ${version(wanted)}`);
        if (!works) return false;
        models = wanted.installed.map(({ id, version: of, sha256 }) => {
          const manifest = { id, version: of } as never;
          const seal = { sha256, origin: 'unsigned' } as const;
          return { state: 'ready', id, manifest, seal, backend: 'cpu', reports: [] };
        });
        return true;
      },
    },
    knowledge: {
      async open(wanted) {
        said.push(`knowledge: ${version(wanted as PackageSources)}`);
      },
    },
    alsoReopen: [async (wanted) => void said.push(`others: ${version(wanted)}`)],
    audit: {
      append: async (event) => void events.push(event),
      flush: () => undefined,
    },
    async commit({ work }) {
      if (typeof work === 'function') throw new Error('nothing is decided here');
      events.push(...work.records);
      for (const { kind } of work.writes ?? []) said.push(kind);
      return work.value;
    },
    tell: (told) => {
      const found = typeof told === 'function' ? told() : told;
      said.push(...found.map(({ type, data }) => `${type} ${data.id} ${data.version}`));
      return [];
    },
  });
  const install = (id: string, of: string, kind: string) =>
    writeState(store, activated(readState(store), id, stored(of, kind)));
  const fail = (doesWork: boolean) => {
    works = doesWork;
  };
  return { watch, install, said, events, fail };
}

/** Longer than it looks away, with all that happens then. */
async function look(): Promise<void> {
  await vi.advanceTimersByTimeAsync(2_500);
  await vi.advanceTimersByTimeAsync(0);
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

describe('packages that are installed while it serves', () => {
  it('are opened soon, models in workers and knowledge by all who have it', async () => {
    const { watch, install, said } = watched();
    watch.start();
    await look();
    expect(said).toEqual([]);
    install('wrist', '1.1.0', 'image-classifier');
    await look();
    expect(said.splice(0)).toEqual(['models: wrist 1.1.0', 'model.changed wrist 1.1.0']);
    install('rules', '2.0.0', 'medication-knowledge');
    await look();
    expect(said.splice(0)).toEqual([
      'knowledge: wrist 1.1.0,rules 2.0.0',
      'others: wrist 1.1.0,rules 2.0.0',
    ]);
    await look();
    expect(said).toEqual([]);
    watch.stop();
    install('wrist', '1.2.0', 'image-classifier');
    await look();
    expect(said).toEqual([]);
  });

  it('are recorded, those that changed, with version and hash', async () => {
    const { watch, install, events } = watched();
    await watch.reload();
    expect(events).toEqual([]);
    watch.start();
    install('wrist', '1.1.0', 'image-classifier');
    await watch.reload();
    install('elbow', '3.0.0', 'image-classifier');
    await watch.reload();
    await watch.reload();
    watch.stop();
    expect(events).toEqual(
      [['wrist', '1.1.0'] as const, ['elbow', '3.0.0'] as const].map(([id, version]) => ({
        action: 'model.open',
        target: id,
        outcome: 'success',
        actor: { type: 'appliance', id: 'wardbox' },
        models: [
          { id, version, backend: 'cpu', sha256: version.replace(/\D/g, '').padStart(64, '0') },
        ],
      })),
    );
  });

  it('do not stop the service when they cannot be opened, and are retried on request', async () => {
    const { watch, install, said, events, fail } = watched();
    watch.start();
    fail(false);
    install('wrist', '1.1.0', 'image-classifier');
    await look();
    expect(said).toEqual(['models: wrist 1.1.0']);
    expect(events).toEqual([]);
    fail(true);
    await watch.reload();
    expect(events.map(({ target }) => target)).toEqual(['wrist']);
    watch.stop();
  });
});

describe('changesBetween', () => {
  const model = { id: 'm', version: '1', kind: 'image-classifier', dir: 'm', sha256: 'a' };
  const rules = { ...model, id: 'r', kind: 'medication-knowledge' };

  it('detects changed content, added and removed packages, in any order', () => {
    expect(changesBetween([model, rules], [rules, model])).toEqual({
      models: false,
      knowledge: false,
    });
    expect(changesBetween([model], [{ ...model, sha256: 'b' }]).models).toBe(true);
    expect(changesBetween([], [model]).models).toBe(true);
    expect(changesBetween([model], []).models).toBe(true);
  });

  it('keeps models and knowledge apart', () => {
    expect(changesBetween([model], [model, rules])).toEqual({ models: false, knowledge: true });
    expect(changesBetween([rules], [model, rules])).toEqual({ models: true, knowledge: false });
  });
});
