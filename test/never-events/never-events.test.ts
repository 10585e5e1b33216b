import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MedicationKnowledge } from '../../src/medications/knowledge/knowledge.js';
import { type MedicationsResult, medicationsRequest } from '../../src/medications/schema.js';
import { createMedicationsService } from '../../src/medications/service.js';
import { type Severity, weightOf } from '../../src/medications/severity.js';
import { shippedTables } from '../support/medication-tables.js';
import { language } from '../unit/patient-record/language/language.js';

interface Case {
  readonly id: string;
  /** The mildest alert that is acceptable; null: the order is right, nothing from `moderate` on. */
  readonly least: Severity | null;
  /** Of a danger: the list or label that names it. */
  readonly list?: string;
}

const knowledge = new MedicationKnowledge(
  { id: 'medication-knowledge', version: '1.3.1' },
  await shippedTables(),
);
const service = createMedicationsService({
  opened: () => ({ statuses: [], knowledge, overlays: [], missing: [] }),
  language: () => ({ id: 'clinical-language', version: '1.1.0', made: language }),
  clock: () => 0,
});

function casesOf(file: string) {
  const text = readFileSync(join(import.meta.dirname, file), 'utf8').trim();
  return text.split('\n').map((row) => {
    const { id, least, list, ...request } = JSON.parse(row) as Case;
    return { id, least, list, request };
  });
}

const isAboutDose = ({ kind }: MedicationsResult['alerts'][number]) =>
  kind === 'dose' || kind === 'contraindication';
const heaviest = (alerts: MedicationsResult['alerts']) =>
  Math.max(0, ...alerts.map(({ severity }) => weightOf(severity)));

describe.each(['building.jsonl', 'held-out.jsonl'])('%s', (file) => {
  const cases = casesOf(file);
  const dangers = cases.flatMap((one) =>
    one.least === null ? [] : [[one.id, one.least, one.request] as const],
  );
  const safe = cases.filter(({ least }) => least === null);

  it.each(dangers)('%s is stopped', (_, least, request) => {
    const { alerts, safe_to_proceed } = service.check(medicationsRequest.parse(request));
    expect(heaviest(alerts.filter(isAboutDose))).toBeGreaterThanOrEqual(weightOf(least));
    expect(safe_to_proceed).toBe(false);
  });

  it.each(safe.map(({ id, request }) => [id, request] as const))('%s is let pass', (_, request) => {
    const { alerts, safe_to_proceed } = service.check(medicationsRequest.parse(request));
    expect(alerts.filter(({ severity }) => weightOf(severity) >= weightOf('moderate'))).toEqual([]);
    expect(safe_to_proceed).not.toBe(false);
  });
});
