import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MEDICATION_LIST } from '../../scripts/samples/invented-medication-list.js';
import { type MedicationsResult, medicationsResult } from '../../src/medications/schema.js';
import { startTestAppliance, type TestAppliance } from '../support/appliance.js';
import { medicationModels } from '../support/medication-models.js';

const models = medicationModels();
let box: TestAppliance;
beforeAll(async () => {
  box = await startTestAppliance({ models_dir: models.dir });
});
afterAll(async () => {
  await box.stop();
  models.remove();
});

async function check(body: unknown, path = '/v1/medications'): Promise<MedicationsResult> {
  const response = await box.post(path, body);
  const text = await response.text();
  expect(response.status, text).toBe(200);
  return medicationsResult.parse(JSON.parse(text));
}

const list = (...medications: unknown[]) => ({ medications });
const kindsOf = ({ alerts }: MedicationsResult) => new Set(alerts.map(({ kind }) => kind));
const alertOn = ({ alerts }: MedicationsResult, ...drugs: string[]) =>
  alerts.find((alert) => drugs.every((drug) => alert.drugs.includes(drug)));

describe('POST /medications', () => {
  it('answers under both prefixes, with an id, the package and a time', async () => {
    for (const path of ['/v1/medications', '/api/v1/medications']) {
      const result = await check(list('paracetamol'), path);
      expect(result).toMatchObject({
        check_id: expect.stringMatching(/^md_[0-9a-f]{32}$/),
        safe_to_proceed: true,
        highest_severity: null,
        alerts: [],
        unresolved: [],
        models: [{ id: 'medication-knowledge', backend: 'rules' }],
      });
      expect(result.resolved).toMatchObject([
        { input: 'paracetamol', item: 'medications.0', ingredient: 'acetaminophen', rxcui: '161' },
      ]);
    }
  });

  it('finds a forbidden pair by brand names, with its sources', async () => {
    const result = await check(list({ name: 'Viagra' }, { name: 'Nitrostat' }));
    expect(result.safe_to_proceed).toBe(false);
    expect(result.highest_severity).toBe('contraindicated');
    const alert = alertOn(result, 'sildenafil', 'nitroglycerin');
    expect(alert).toMatchObject({
      kind: 'interaction',
      severity: 'contraindicated',
      items: ['medications.0', 'medications.1'],
      involves_proposed: false,
    });
    expect(alert?.sources.length).toBeGreaterThan(0);
    for (const { name, url_or_doi } of alert?.sources ?? []) {
      expect(name.length).toBeGreaterThan(3);
      expect(url_or_doi).toMatch(/^(https:\/\/|10\.\d{4,})/);
    }
  });

  it('names by their RxNorm identifier too', async () => {
    const { resolved } = await check(list({ rxcui: '11289' }, { rxcui: 1191 }));
    expect(resolved).toMatchObject([
      { ingredient: 'warfarin', how: 'rxcui' },
      { ingredient: 'aspirin', how: 'rxcui' },
    ]);
  });

  it('never calls a list safe on which a drug is not known', async () => {
    const result = await check(list('paracetamol', 'zorblaxifen'));
    expect(result.safe_to_proceed).toBeNull();
    expect(result.unresolved).toMatchObject([{ input: 'zorblaxifen', item: 'medications.1' }]);
    expect(result.warnings?.join()).toContain('medications.1');
    const worse = await check(list('Viagra', 'Nitrostat', 'zorblaxifen'));
    expect(worse.safe_to_proceed).toBe(false);
  });

  it('offers look-alikes and picks none', async () => {
    const { unresolved, resolved } = await check(list('hydroxalazine'));
    expect(resolved).toEqual([]);
    expect(unresolved[0]?.suggestions).toEqual(
      expect.arrayContaining(['hydralazine', 'hydroxyzine']),
    );
  });

  it('does not call it safe while an allergy is not understood', async () => {
    const unknown = { ...list('paracetamol'), allergies: [{ substance: 'zorblaxifen' }] };
    expect((await check(unknown)).safe_to_proceed).toBeNull();
    const known = { ...list('paracetamol'), allergies: ['NKDA'] };
    expect((await check(known)).safe_to_proceed).toBe(true);
  });

  it('groups what one rule explains into one alert', async () => {
    const { alerts } = await check(list('sildenafil', 'Nitrostat', 'isosorbide mononitrate'));
    const forbidden = alerts.filter(({ severity }) => severity === 'contraindicated');
    expect(forbidden).toHaveLength(1);
    expect(forbidden[0]?.pairs).toEqual([
      ['isosorbide mononitrate', 'sildenafil'],
      ['nitroglycerin', 'sildenafil'],
    ]);
  });

  it('tells of three drugs together, of each pair beside it, and of what is doubled', async () => {
    const { alerts } = await check(list('warfarin', 'ibuprofen', 'naproxen'));
    const together = alertOn({ alerts } as MedicationsResult, 'warfarin', 'ibuprofen', 'naproxen');
    expect(together?.kind).toBe('interaction');
    expect(together?.also?.length).toBeGreaterThan(0);
    expect(alerts.map(({ kind }) => kind)).toContain('duplicate_therapy');
  });

  it('says nothing twice in a long list', async () => {
    const { alerts } = await check(MEDICATION_LIST);
    const said = alerts.map(({ rule_id, drugs }) => JSON.stringify([rule_id, [...drugs].sort()]));
    expect(new Set(said).size).toBe(said.length);
  });

  it('checks the whole of an invented patient', async () => {
    const result = await check(MEDICATION_LIST);
    expect(result.safe_to_proceed).toBe(false);
    for (const kind of ['interaction', 'contraindication', 'dose', 'age']) {
      expect(kindsOf(result), kind).toContain(kind);
    }
    const weekly = result.alerts.find(
      ({ kind, drugs }) => kind === 'dose' && drugs.includes('methotrexate'),
    );
    expect(weekly?.severity).toBe('contraindicated');
    expect(result.alerts.some(({ involves_proposed }) => involves_proposed)).toBe(true);
    const order = ['contraindicated', 'major', 'moderate', 'minor'];
    const ranks = result.alerts.map(({ severity }) => order.indexOf(severity));
    expect(ranks).toEqual([...ranks].sort((a, b) => a - b));
  });

  it('gives the same answer for the same question, but for id and time', async () => {
    const [one, two] = [await check(MEDICATION_LIST), await check(MEDICATION_LIST)];
    const { check_id: a, created_at: b, ...first } = one;
    const { check_id: c, created_at: d, ...second } = two;
    expect(second).toEqual(first);
    expect([a, b]).not.toEqual([c, d]);
  });

  it('answers what API users send at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => check(list('warfarin', 'fluconazole'))),
    );
    expect(new Set(answers.map(({ check_id }) => check_id)).size).toBe(40);
    for (const { highest_severity } of answers) expect(highest_severity).toBe('major');
  });

  it('records the answer and the package, and no name of a drug', async () => {
    const { check_id } = await check(list('warfarin', 'fluconazole'));
    const event = box.auditEvents().find(({ result_id }) => result_id === check_id);
    expect(event).toMatchObject({
      action: 'medications.create',
      outcome: 'success',
      models: [{ id: 'medication-knowledge' }],
    });
    expect(JSON.stringify(box.auditEvents())).not.toMatch(/warfarin|fluconazole/i);
    expect(box.auditEvents()).toContainEqual(
      expect.objectContaining({ action: 'knowledge.open', target: 'medication-knowledge' }),
    );
  });

  it('is listed among the models and in the readiness', async () => {
    const { models } = (await (await box.get('/v1/models')).json()) as { models: object[] };
    expect(models).toContainEqual(
      expect.objectContaining({ id: 'medication-knowledge', state: 'ready', backend: 'rules' }),
    );
    const readiness = (await (await box.get('/readyz')).json()) as { checks: { models: object[] } };
    expect(readiness.checks.models).toContainEqual(
      expect.objectContaining({ id: 'medication-knowledge', state: 'ready' }),
    );
  });
});

describe('what a list is safe by', () => {
  it('states the alerts that block', async () => {
    const result = await check(list('Viagra', 'Nitrostat', 'metformin'));
    expect(result).toMatchObject({
      safe_to_proceed: false,
      safety: {
        outcome: 'blocked',
        block_at: 'major',
        review_at: 'moderate',
        decided_by: [
          { alert: 0, severity: 'contraindicated', drugs: ['nitroglycerin', 'sildenafil'] },
        ],
        not_judged: [],
      },
    });
    expect(result.safety.decided_by[0]?.rule_id).toBe(result.alerts[0]?.rule_id);
  });

  it('states what has to be reviewed, where nothing blocks', async () => {
    const result = await check(list('warfarin', 'paracetamol', 'zorblaxifen'));
    expect(result).toMatchObject({ safe_to_proceed: null, needs_review: true });
    expect(result.safety.outcome).toBe('review');
    expect(result.safety.not_judged).toEqual([
      { what: 'medications.2', reason: 'a name on this line is not known' },
    ]);
  });

  it('takes the blocking severity of the request', async () => {
    const { safety: usual } = await check(list('simvastatin', 'amlodipine'));
    expect(usual).toMatchObject({ outcome: 'review', block_at: 'major' });
    const strict = await check({ ...list('simvastatin', 'amlodipine'), block_at: 'moderate' });
    expect(strict.safe_to_proceed).toBe(false);
    expect(strict.safety.decided_by.length).toBeGreaterThan(0);
    const mild = await check({
      ...list('Viagra', 'warfarin', 'aspirin'),
      block_at: 'contraindicated',
    });
    expect(mild).toMatchObject({ safe_to_proceed: null, highest_severity: 'major' });
    expect(mild.safety).toMatchObject({ outcome: 'review', block_at: 'contraindicated' });
  });

  it('takes the blocking severity of the configuration where a request states none', async () => {
    const strict = await startTestAppliance({
      models_dir: models.dir,
      medications: { block_at: 'moderate' },
    });
    try {
      const sent = list('simvastatin', 'amlodipine');
      for (const [body, outcome] of [
        [sent, 'blocked'],
        [{ ...sent, block_at: 'major' }, 'review'],
      ] as const) {
        const response = await strict.post('/v1/medications', body);
        const { safety } = medicationsResult.parse(await response.json());
        expect(safety.outcome).toBe(outcome);
      }
    } finally {
      await strict.stop();
    }
  });
});

describe('a drug of which nothing is known beside others', () => {
  it('keeps a list from being called safe, and says why', async () => {
    const rare = await check(list('paracetamol', 'zeranol'));
    expect(rare.alerts).toEqual([]);
    expect(rare.safe_to_proceed).toBeNull();
    expect(rare.not_assessed).toContainEqual(
      expect.objectContaining({ what: 'zeranol', reason: expect.stringMatching(/no rule/) }),
    );
    const harmless = await check(list('paracetamol', 'mesna'));
    expect(harmless.safe_to_proceed).toBe(true);
  });
});
