import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type MedicationsResult, medicationsResult } from '../../src/medications/schema.js';
import { startTestAppliance, type TestAppliance } from '../support/appliance.js';
import { medicationModels, writeOverlay } from '../support/medication-models.js';

const ended: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ended.splice(0).reverse()) await end();
});

/** An appliance with a hospital's own package. */
async function boxWith(
  tables: Record<string, unknown>,
  changes: Record<string, unknown> = {},
): Promise<TestAppliance> {
  const models = medicationModels();
  ended.push(models.remove);
  writeOverlay(models.dir, tables, changes);
  const box = await startTestAppliance({ models_dir: models.dir });
  ended.push(box.stop);
  return box;
}

async function check(box: TestAppliance, ...medications: string[]): Promise<MedicationsResult> {
  const response = await box.post('/v1/medications', { medications });
  expect(response.status).toBe(200);
  return medicationsResult.parse(await response.json());
}

const decision = {
  reason: 'Watched by the pharmacy',
  decided_by: 'Drug and therapeutics committee',
  decided_on: '2026-03-01',
};

const own = {
  id: 'own.quinine-paracetamol',
  a: ['quinine'],
  b: ['acetaminophen'],
  severity: 'major',
  mechanism: 'A rule of a test',
  effect: 'None in truth',
  management: 'Ask the pharmacy',
  evidence: 'theoretical',
  sources: ['own'],
};
const sources = { own: { name: 'Formulary', url_or_doi: 'https://example.org', year: 2026 } };

describe("a hospital's own package", () => {
  /** With a rule of its own, on which nothing else here depends. */
  let owned: TestAppliance;
  let endOwned: typeof ended = [];
  beforeAll(async () => {
    owned = await boxWith({ pairs: [own], sources });
    endOwned = ended.splice(0).reverse();
  });
  afterAll(async () => {
    for (const end of endOwned) await end();
  });

  /** The rule that answers for a pair in the shipped package. */
  async function ruleOf(...medications: string[]): Promise<string> {
    const { alerts } = await check(owned, ...medications);
    return alerts[0]?.rule_id ?? '';
  }

  it('adds rules of its own', async () => {
    const { alerts, models } = await check(owned, 'quinine', 'paracetamol');
    expect(alerts[0]).toMatchObject({
      rule_id: own.id,
      severity: 'major',
      sources: [{ name: 'Formulary' }],
    });
    expect(models?.map(({ id }) => id)).toEqual(['medication-knowledge', 'st-elsewhere']);
  });

  it('holds alerts back in the open', async () => {
    const rule = await ruleOf('warfarin', 'ibuprofen');
    const box = await boxWith({ suppressions: [{ rule, ...decision }] });
    const { alerts, suppressed } = await check(box, 'warfarin', 'ibuprofen');
    expect(alerts.map(({ rule_id }) => rule_id)).not.toContain(rule);
    expect(suppressed).toMatchObject([
      { rule_id: rule, overlay: 'st-elsewhere', reason: expect.stringContaining('pharmacy') },
    ]);
  });

  it('never hides a contraindication without saying so', async () => {
    const rule = await ruleOf('sildenafil', 'nitroglycerin');
    const quiet = await boxWith({ suppressions: [{ rule, ...decision }] });
    expect(await check(quiet, 'sildenafil', 'nitroglycerin')).toMatchObject({
      safe_to_proceed: false,
      highest_severity: 'contraindicated',
      suppressed: [],
    });
    const spoken = { rule, ...decision, acknowledges_contraindication: true };
    const box = await boxWith({ suppressions: [spoken] });
    const result = await check(box, 'sildenafil', 'nitroglycerin');
    expect(result.safe_to_proceed).not.toBe(true);
    expect(result.suppressed).toMatchObject([{ rule_id: rule, severity: 'contraindicated' }]);
    expect(result.warnings?.join()).toContain(rule);
  });

  it('is in the audit record of every answer, and of the start', async () => {
    const { check_id } = await check(owned, 'paracetamol');
    const events = owned.auditEvents();
    const event = events.find(({ result_id }) => result_id === check_id);
    expect(event?.models).toContainEqual({
      id: 'st-elsewhere',
      version: '1.0.0',
      backend: 'rules',
    });
    expect(events).toContainEqual(
      expect.objectContaining({
        action: 'knowledge.open',
        outcome: 'success',
        target: 'st-elsewhere',
        actor: { type: 'appliance', id: 'wardbox' },
      }),
    );
  });

  it.each<[string, Record<string, unknown>, Record<string, unknown>, RegExp]>([
    ['a misspelled drug', { pairs: [{ ...own, a: ['quinnine'] }], sources }, {}, /quinnine/],
    ['a source that nobody defines', { pairs: [own] }, {}, /source own/],
    ['an unknown table', { rules: [] }, {}, /tables\.rules is not known/],
    ['a rule without a reason', { suppressions: [{ rule: 'x', decided_by: 'x' }] }, {}, /reason/],
    ['another base', { pairs: [own], sources }, { base: 'other' }, /other does not answer/],
    [
      'the id of a rule of the common package',
      { pairs: [{ ...own, id: 'QT' }], sources },
      {},
      /id/,
    ],
  ])(
    'with %s applies in no part, and every answer says so',
    async (_what, tables, changes, why) => {
      const box = await boxWith(tables, changes);
      const result = await check(box, 'quinine', 'paracetamol');
      expect(result.alerts.map(({ rule_id }) => rule_id)).not.toContain(own.id);
      expect(result.safe_to_proceed).not.toBe(true);
      expect(result.warnings?.join()).toContain('st-elsewhere');
      const { models } = (await (await box.get('/v1/models')).json()) as {
        models: { id: string; state: string; reason?: string }[];
      };
      const listed = models.find(({ id }) => id === 'st-elsewhere');
      expect(listed?.state).toBe('unavailable');
      expect(listed?.reason).toMatch(why);
    },
  );
});
