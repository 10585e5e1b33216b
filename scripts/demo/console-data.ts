import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Daemon } from '../../test/support/daemon.js';
import type { HttpResponse } from '../../test/support/https-client.js';
import { BREATHLESS_PATIENT } from '../samples/invented-breathless-patient.js';

const LOINC = 'http://loinc.org';
const UCUM = 'http://unitsofmeasure.org';
const CATEGORIES = 'http://terminology.hl7.org/CodeSystem/observation-category';
const HOUR_MS = 3_600_000;
const SAMPLES = join(import.meta.dirname, '..', 'samples');

/** An invented course over three days: what a page plots. */
const COURSE = [
  ['8867-4', 'Heart rate', '/min', 'vital-signs', [84, 88, 92, 97, 103, 109, 112]],
  ['9279-1', 'Respiratory rate', '/min', 'vital-signs', [16, 17, 18, 20, 22, 24, 25]],
  ['8310-5', 'Body temperature', 'Cel', 'vital-signs', [36.8, 37.1, 37.6, 38.2, 38.4, 38.9, 39]],
  ['59408-5', 'Oxygen saturation', '%', 'vital-signs', [96, 96, 95, 94, 93, 92, 92]],
  ['6690-2', 'Leukocytes', '10*3/uL', 'laboratory', [8.1, 9.4, 10.9, 11.8, 12.6, 13.3, 13.9]],
  ['2160-0', 'Creatinine', 'mg/dL', 'laboratory', [0.9, 0.9, 1, 1, 1.1, 1.1, 1.2]],
] as const;
const HOURS_AGO = [72, 60, 48, 36, 24, 12, 6] as const;

function course(patient: string, now: number) {
  const observations = COURSE.flatMap(([code, display, unit, category, values]) =>
    values.map((value, index) => ({
      resourceType: 'Observation',
      status: 'final',
      category: [{ coding: [{ system: CATEGORIES, code: category }] }],
      code: { coding: [{ system: LOINC, code, display }] },
      subject: { reference: patient },
      effectiveDateTime: new Date(now - (HOURS_AGO[index] ?? 0) * HOUR_MS).toISOString(),
      valueQuantity: { value, unit, system: UCUM, code: unit },
    })),
  );
  const entry = observations.map((resource) => ({
    resource,
    request: { method: 'POST', url: resource.resourceType },
  }));
  return { resourceType: 'Bundle', type: 'transaction', entry };
}

const searchAnswer = z.object({
  entry: z.array(z.object({ resource: z.looseObject({ id: z.string() }) })),
});

function demand(response: HttpResponse): HttpResponse {
  if (response.status >= 300) throw new Error(response.text);
  return response;
}

/** The session of a person, as the headers of its requests. */
export type SessionHeaders = Readonly<Record<string, string>>;

export interface ConsoleData {
  /** `Patient/…` */
  readonly patient: string;
  readonly values: number;
  /** What was filed with the patient from a recording. */
  readonly filed: number;
}

/**
 * Fills what the pages of the console show, as the person who looks at them: a patient with a course,
 * a recording that is filed, an answered job.
 */
export async function fillConsole(daemon: Daemon, headers: SessionHeaders): Promise<ConsoleData> {
  const found = demand(
    await daemon.request('/v1/fhir/Patient?identifier=urn:oid:2.999.1%7CDEMO-1', { headers }),
  );
  const id = searchAnswer.parse(found.json()).entry[0]?.resource.id;
  if (id === undefined) throw new Error('the patient of the demo was not found');
  const patient = `Patient/${id}`;
  const bundle = course(patient, Date.now());
  const asFhir = { ...headers, 'Content-Type': 'application/fhir+json' };
  demand(await daemon.request('/v1/fhir', { headers: asFhir, json: bundle }));

  const body = new FormData();
  const recording = readFileSync(join(SAMPLES, 'dictations', 'ward-round.opus'));
  body.append('audio', new Blob([new Uint8Array(recording)]), 'ward-round.opus');
  body.append('return_entities', 'true');
  body.append('language', 'en-US');
  body.append('subject', patient);
  const dictated = demand(await daemon.request('/v1/transcribe', { headers, body }));
  const { filed } = z.object({ filed: z.array(z.string()) }).parse(dictated.json());

  const job = demand(
    await daemon.request('/v1/analyze', {
      headers: { ...headers, Prefer: 'respond-async' },
      json: { patient_data: BREATHLESS_PATIENT },
    }),
  );
  if (job.status !== 202) throw new Error('the job was not accepted');
  return { patient, values: bundle.entry.length, filed: filed.length };
}
