import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

const FOLDER = join(import.meta.dirname, '..', '..', '..', 'shared', 'data', 'risk');
const RECORDS = join(FOLDER, 'physionet2012-set-a.csv.gz');
const OUTCOMES = join(FOLDER, 'physionet2012-outcomes-a.csv');

/** Whether the records of PhysioNet 2012 are available next to this checkout. */
export const hasIcuStays = existsSync(RECORDS) && existsSync(OUTCOMES);

/** One stay in intensive care, its first hours as FHIR. */
export interface IcuStay {
  readonly bundle: { readonly resourceType: 'Bundle'; readonly entry: readonly object[] };
  /** As the chart calls it. */
  readonly icuType: string;
  readonly died: boolean;
  /** SAPS-I of the first 24 hours, as published with the records; below 0 where it is unknown. */
  readonly sapsI: number;
}

/** Parameter of the records → LOINC code and UCUM unit. */
const CODES: Readonly<Record<string, readonly [loinc: string, unit: string]>> = {
  HR: ['8867-4', '/min'],
  SysABP: ['8480-6', 'mm[Hg]'],
  NISysABP: ['8480-6', 'mm[Hg]'],
  DiasABP: ['8462-4', 'mm[Hg]'],
  NIDiasABP: ['8462-4', 'mm[Hg]'],
  MAP: ['8478-0', 'mm[Hg]'],
  NIMAP: ['8478-0', 'mm[Hg]'],
  RespRate: ['9279-1', '/min'],
  Temp: ['8310-5', 'Cel'],
  SaO2: ['2708-6', '%'],
  FiO2: ['3150-0', '1'],
  GCS: ['9269-2', '{score}'],
  Urine: ['9187-6', 'mL'],
  Weight: ['29463-7', 'kg'],
  pH: ['2744-1', '[pH]'],
  PaO2: ['2703-7', 'mm[Hg]'],
  PaCO2: ['2019-8', 'mm[Hg]'],
  HCT: ['20570-8', '%'],
  K: ['2823-3', 'mmol/L'],
  Na: ['2951-2', 'mmol/L'],
  HCO3: ['1963-8', 'mmol/L'],
  Mg: ['2601-3', 'mmol/L'],
  Glucose: ['2345-7', 'mg/dL'],
  Platelets: ['777-3', '10*3/uL'],
  Creatinine: ['2160-0', 'mg/dL'],
  BUN: ['3094-0', 'mg/dL'],
  WBC: ['6690-2', '10*3/uL'],
  Lactate: ['2524-7', 'mmol/L'],
  Bilirubin: ['1975-2', 'mg/dL'],
  AST: ['1920-8', 'U/L'],
  ALT: ['1742-6', 'U/L'],
  ALP: ['6768-6', 'U/L'],
  Albumin: ['1751-7', 'g/dL'],
  TroponinT: ['6598-7', 'ug/L'],
  TroponinI: ['10839-9', 'ug/L'],
  Cholesterol: ['2093-3', 'mg/dL'],
};

/** ICUType of the records. */
const ICU_TYPES = ['', 'coronary', 'cardiac_surgery', 'medical', 'surgical'] as const;

const START = Date.parse('2020-01-01T00:00:00Z');

function observation(parameter: string, minutes: number, value: number): object[] {
  const known = CODES[parameter];
  if (known === undefined || value < 0) return [];
  const [code, unit] = known;
  return [
    {
      resource: {
        resourceType: 'Observation',
        status: 'final',
        code: { coding: [{ system: 'http://loinc.org', code }] },
        effectiveDateTime: new Date(START + minutes * 60_000).toISOString(),
        valueQuantity: { value, unit, system: 'http://unitsofmeasure.org', code: unit },
      },
    },
  ];
}

function patient(statics: Readonly<Record<string, number>>): object[] {
  const { Age: age, Gender: gender } = statics;
  if (age === undefined) return [];
  const birthDate = `${2019 - age}-06-01`;
  const sex = gender === 1 ? 'male' : gender === 0 ? 'female' : 'unknown';
  return [{ resource: { resourceType: 'Patient', birthDate, gender: sex } }];
}

const STATICS: readonly string[] = ['Age', 'Gender', 'ICUType'];

const linesOf = (text: string) => text.trim().split(/\r?\n/).slice(1);

/**
 * Stays of PhysioNet 2012, set A.
 *
 * @param count how many, in the order of the file
 * @param hours how many hours of each are given
 */
export function readIcuStays(count: number, hours: number): IcuStay[] {
  const outcomes = new Map(
    linesOf(readFileSync(OUTCOMES, 'utf8')).map((line) => {
      const [record, sapsI, , , , died] = line.split(',');
      return [record, { sapsI: Number(sapsI), died: died === '1' }] as const;
    }),
  );
  const stays = new Map<string, { statics: Record<string, number>; entry: object[] }>();
  for (const line of linesOf(gunzipSync(readFileSync(RECORDS)).toString('utf8'))) {
    const [record = '', time = '', parameter = '', value] = line.split(',');
    if (!stays.has(record)) {
      if (stays.size === count) break;
      stays.set(record, { statics: {}, entry: [] });
    }
    const stay = stays.get(record)!;
    const [hour = 0, minute = 0] = time.split(':').map(Number);
    const minutes = hour * 60 + minute;
    if (STATICS.includes(parameter)) stay.statics[parameter] = Number(value);
    if (minutes < hours * 60) stay.entry.push(...observation(parameter, minutes, Number(value)));
  }
  return [...stays].map(([record, { statics, entry }]) => {
    const { sapsI, died } = outcomes.get(record)!;
    const icuType = ICU_TYPES[statics.ICUType ?? 0] ?? '';
    const bundle = { resourceType: 'Bundle', entry: [...patient(statics), ...entry] } as const;
    return { bundle, icuType, sapsI, died };
  });
}
