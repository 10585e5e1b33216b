import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { configSchema } from '../../../../src/appliance/config/schema.js';
import { check } from '../../../../src/core/schema.js';

const PAGE = join(import.meta.dirname, '..', '..', '..', '..', 'docs', 'pacs.md');
const examples = [...readFileSync(PAGE, 'utf8').matchAll(/```json\n("pacs": [\s\S]*?)```/g)].map(
  ([, text]) => JSON.parse(`{${text}}`) as object,
);

describe('the page on images from the network', () => {
  it('has examples of the configuration', () => {
    expect(examples.length).toBeGreaterThanOrEqual(2);
  });

  it.each(examples.map((example, n) => [n + 1, example] as const))(
    'shows a configuration that is accepted (%i)',
    (_, example) => {
      const tls = { server: { tls: { mode: 'auto' } } };
      expect(check(configSchema, { ...tls, ...example })).toMatchObject({ ok: true });
    },
  );
});
