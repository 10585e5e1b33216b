import { describe, expect, it } from 'vitest';
import { createProvisionals } from '../../../../src/fhir/bundle/provisional.js';
import type { IndexRows } from '../../../../src/store/fhir/rows.js';

const UUID = '0d9a5f7e-3c1b-4b7e-9a55-2f6c1d8e0b7a';
const NO_ROWS: IndexRows = { tokens: [], strings: [], references: [], dates: [], numbers: [] };

function askedOf(text: string, targets: readonly string[] = []) {
  const references = targets.map((target) => ({ parameter: 'p', type: 'Patient', target }));
  return {
    ...({ method: 'POST', type: 'Observation' } as const),
    checked: { rows: { ...NO_ROWS, references }, issues: [], rest: text },
  };
}

describe('provisional ids', () => {
  it('are replaced, in text and references, by what they stand for', () => {
    const { forEntry, forSearch, settle, settleSearch, realize } = createProvisionals(UUID);
    const entry = forEntry('Patient');
    const other = forEntry('Patient');
    const found = forSearch('Patient', 'Patient?identifier=1');
    expect(forSearch('Patient', 'Patient?identifier=1')).toBe(found);
    expect(new Set([entry.id, other.id, found.slice('Patient/'.length)]).size).toBe(3);
    settle(entry, { type: 'Patient', id: 'anna', fresh: false });
    settleSearch('Patient?identifier=1', 'ben');
    const text = `["Patient/${entry.id}","${found}","Patient/${other.id}","Patient/${UUID}"]`;
    const real = realize(askedOf(text, [entry.id, found.slice('Patient/'.length), 'clara']));
    expect(JSON.parse(real.checked?.rest ?? '')).toEqual([
      'Patient/anna',
      'Patient/ben',
      `Patient/${other.id}`,
      `Patient/${UUID}`,
    ]);
    const targets = real.checked?.rows.references.map(({ target }) => target);
    expect(targets).toEqual(['anna', 'ben', 'clara']);
  });

  it('keep the version of a link only where the entry makes the first', () => {
    const { forEntry, settle, realize } = createProvisionals(UUID);
    const [fresh, old] = [forEntry('Patient'), forEntry('Patient')];
    settle(fresh, { type: 'Patient', id: 'new', fresh: true });
    settle(old, { type: 'Patient', id: 'old', fresh: false });
    const text = [fresh, old].map(({ id }) => `Patient/${id}/_history/1#part`).join(' ');
    expect(realize(askedOf(text)).checked?.rest).toBe(
      'Patient/new/_history/1#part Patient/old#part',
    );
  });

  it('leave what is not checked ahead as it is', () => {
    const { realize } = createProvisionals(UUID);
    const asked = { method: 'DELETE', type: 'Patient', id: '1' } as const;
    expect(realize(asked)).toBe(asked);
  });
});
