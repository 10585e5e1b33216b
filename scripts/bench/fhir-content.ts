import { randomUUID } from 'node:crypto';

/** Invented resources of ordinary size: a patient of about 1.2 kB, an observation of about 0.9 kB. */

const LOINC = 'http://loinc.org';
const CATEGORY = 'http://terminology.hl7.org/CodeSystem/observation-category';
export const IDENTIFIERS = 'urn:oid:1.2.36.146.595.217.0.1';
export const CODES = ['8867-4', '9279-1', '8310-5', '59408-5', '8480-6'] as const;

export function patient(number: number): object {
  return {
    resourceType: 'Patient',
    text: {
      status: 'generated',
      div: `<div xmlns="http://www.w3.org/1999/xhtml">Invented patient ${number}</div>`,
    },
    identifier: [
      {
        use: 'usual',
        type: {
          coding: [
            {
              system: 'http://terminology.hl7.org/CodeSystem/v2-0203',
              code: 'MR',
              display: 'Medical record number',
            },
          ],
        },
        system: IDENTIFIERS,
        value: `MRN-${number}`,
        period: { start: '2001-05-06' },
      },
    ],
    active: true,
    name: [
      { use: 'official', family: `Invented${number}`, given: ['Ada', 'Maria'] },
      { use: 'maiden', family: 'Beispiel', given: ['Ada'], period: { end: '2002' } },
    ],
    telecom: [{ system: 'phone', value: '+43 1 000 0000', use: 'home', rank: 1 }],
    gender: number % 2 === 0 ? 'female' : 'male',
    birthDate: `19${50 + (number % 50)}-12-25`,
    deceasedBoolean: false,
    address: [
      {
        use: 'home',
        type: 'both',
        line: ['1 Example Street'],
        city: 'Exampleton',
        postalCode: '1000',
        country: 'AT',
      },
    ],
  };
}

const twoDigits = (value: number) => String(value).padStart(2, '0');

/** One of 28 days of one month, by its number. */
export const dayOf = (number: number): string => `2026-02-${twoDigits(1 + (number % 28))}`;

export function observation(subject: string, number: number): object {
  const code = CODES[number % CODES.length] ?? CODES[0];
  return {
    resourceType: 'Observation',
    text: {
      status: 'generated',
      div: '<div xmlns="http://www.w3.org/1999/xhtml">A vital sign, invented</div>',
    },
    status: 'final',
    category: [{ coding: [{ system: CATEGORY, code: 'vital-signs', display: 'Vital Signs' }] }],
    code: { coding: [{ system: LOINC, code, display: 'A vital sign' }], text: 'A vital sign' },
    subject: { reference: subject },
    effectiveDateTime: `${dayOf(number)}T${twoDigits(number % 24)}:30:10+01:00`,
    issued: `${dayOf(number)}T${twoDigits(number % 24)}:31:00.000+01:00`,
    valueQuantity: {
      value: 40 + (number % 120),
      unit: 'beats/minute',
      system: 'http://unitsofmeasure.org',
      code: '/min',
    },
  };
}

interface Entry {
  readonly resource: object;
  readonly fullUrl?: string;
}

function transaction(entries: readonly Entry[]): string {
  const entry = entries.map(({ resource, fullUrl }) => ({
    ...(fullUrl !== undefined && { fullUrl }),
    resource,
    request: {
      method: 'POST',
      url: (resource as { readonly resourceType: string }).resourceType,
    },
  }));
  return JSON.stringify({ resourceType: 'Bundle', type: 'transaction', entry });
}

/** A patient and a number of observations, which refer to the patient within the bundle. */
export function chartTransaction(number: number, observations: number): string {
  const fullUrl = `urn:uuid:${randomUUID()}`;
  const others = Array.from({ length: observations }, (_, n) => ({
    resource: observation(fullUrl, number + n),
  }));
  return transaction([{ fullUrl, resource: patient(number) }, ...others]);
}
