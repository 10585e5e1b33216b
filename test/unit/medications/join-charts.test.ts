import { describe, expect, it } from 'vitest';
import { joinCharts } from '../../../src/medications/join-charts.js';
import { chartOf, type FactValue } from '../../../src/patient-record/chart/fact.js';

const chart = (origin: string, values: Readonly<Record<string, FactValue>>) =>
  chartOf(
    Object.entries(values).map(([name, value]) => [
      name,
      { value, given: { value }, from: `${origin}.${name}` },
    ]),
  );
const valuesOf = (joined: ReturnType<typeof joinCharts>, name: string) =>
  joined.chart.get(name)?.map(({ value }) => value);

describe('values of a request and a record', () => {
  it('are joined; of one variable the request counts', () => {
    const joined = joinCharts(
      chart('patient', { weight: 61 }),
      chart('record', { weight: 80, potassium: 4.1 }),
    );
    expect(valuesOf(joined, 'weight')).toEqual([61]);
    expect(valuesOf(joined, 'potassium')).toEqual([4.1]);
    expect(joined.left).toEqual([]);
  });

  it('leave out a recorded value that follows from a stated one, with age and sex of the record', () => {
    const record = chart('record', { egfr: 80, age: 70, sex: 'F' });
    const joined = joinCharts(chart('patient', { creatinine: 3.6 }), record);
    expect(joined.chart.has('egfr')).toBe(false);
    expect(joined.left).toMatchObject([{ what: 'record.egfr', affectsSafety: false }]);
    expect(valuesOf(joinCharts(new Map(), record), 'egfr')).toEqual([80]);
  });

  it('keep a recorded value that only recorded ones give as well', () => {
    const record = chart('record', { weight: 80, height: 180, bmi: 25 });
    expect(valuesOf(joinCharts(chart('patient', { age: 50 }), record), 'bmi')).toEqual([25]);
  });

  it('leave out what contradicts the request, and nothing of the request', () => {
    const joined = joinCharts(chart('patient', { sex: 'M' }), chart('record', { pregnant: true }));
    expect(joined.chart.has('pregnant')).toBe(false);
    expect(valuesOf(joined, 'sex')).toEqual(['M']);
    expect(joined.left).toEqual([{ what: 'record.pregnant', reason: 'contradicts patient.sex' }]);
  });

  it('leave out both of two recorded values that contradict each other', () => {
    const joined = joinCharts(new Map(), chart('record', { sex: 'M', pregnant: true, inr: 2 }));
    expect([...joined.chart.keys()]).toEqual(['inr']);
    expect(joined.left).toHaveLength(2);
  });
});
