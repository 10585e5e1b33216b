import type { TranscribeCreateAnswer } from '../../api/types.js';
import type { Session } from '../../state/session.js';
import type { Change } from './transcript.js';

/**
 * A checked transcript as FHIR R4 resources: the draft as the model wrote it, the text as a person
 * left it, and a Provenance that says who did what. They are sent as one transaction.
 */

export interface FiledText {
  readonly answer: TranscribeCreateAnswer;
  /** As it is to be filed. */
  readonly text: string;
  readonly changes: readonly Change[];
  /** Uncertain medicines and numbers, as the person decided about each. */
  readonly decisions: readonly { readonly text: string; readonly decision: string }[];
  /** The person has compared the text with the recording. */
  readonly isFinal: boolean;
  readonly patientId: string;
  readonly person: Session['user'];
  /** ISO 8601 */
  readonly at: string;
  readonly newId: () => string;
}

const TERMINOLOGY = 'http://terminology.hl7.org/CodeSystem';
/** http://hl7.org/fhir/uv/aitransparency: how AI took part. */
const AI_ASSERTED = {
  system: `${TERMINOLOGY}/v3-ObservationValue`,
  code: 'AIAST',
  display: 'Artificial Intelligence asserted',
};
const PERSON_ASSERTED = {
  system: 'http://hl7.org/fhir/uv/aitransparency/CodeSystem/AddedProvenanceCS',
  code: 'CLINAST_AIRPT',
  display: 'Clinician Asserted from AI Reported',
};

const SIGNS: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** Control characters, which XHTML and FHIR strings must not hold. */
const CONTROL = /[^\P{Cc}\t\n\r]/gu;
const clean = (text: string): string => text.replace(CONTROL, ' ').trim();

function narrative(lines: readonly string[]) {
  const paragraphs = lines
    .map(clean)
    .filter((line) => line !== '')
    .map((line) => `<p>${line.replace(/[&<>"]/g, (sign) => SIGNS[sign] ?? sign)}</p>`);
  const div = `<div xmlns="http://www.w3.org/1999/xhtml">${paragraphs.join('')}</div>`;
  return { status: 'generated', div };
}

/** Base64 of UTF-8. */
export function base64Of(text: string): { readonly data: string; readonly size: number } {
  const bytes = new TextEncoder().encode(text);
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return { data: btoa(binary), size: bytes.length };
}

function attachmentOf(text: string, title: string, language: string, creation: string) {
  const { data, size } = base64Of(text);
  return {
    attachment: {
      contentType: 'text/plain',
      language,
      ...(size > 0 && { data }),
      size,
      title,
      creation,
    },
  };
}

const identified = (value: string) => ({ value, assigner: { display: 'Wardbox' } });

function documentOf({ answer, patientId }: FiledText) {
  return {
    resourceType: 'DocumentReference',
    identifier: [identified(answer.transcription_id)],
    type: {
      coding: [{ system: 'http://loinc.org', code: '34109-9', display: 'Note' }],
      text: 'Transcript of a recording',
    },
    subject: { reference: `Patient/${patientId}` },
  };
}

const personOf = ({ user_id, display_name }: Session['user']) => ({
  type: 'Practitioner',
  identifier: identified(user_id),
  display: display_name,
});

/** A change in words, for the narrative of the Provenance. */
export function describeChange({ from, to }: Change): string {
  if (from === '') return `Added: “${to}”.`;
  if (to === '') return `Removed: “${from}”.`;
  return `“${from}” was changed to “${to}”.`;
}

function draftOf(filed: FiledText) {
  const { answer } = filed;
  const { text, language, created_at, confidence_score } = answer;
  return {
    ...documentOf(filed),
    meta: { security: [AI_ASSERTED] },
    text: narrative(['Draft as it was recognised, not checked by a person.', text]),
    status: 'superseded',
    docStatus: 'preliminary',
    date: created_at,
    description: `Transcript as recognised; mean confidence of its words ${confidence_score}.`,
    content: [attachmentOf(text, 'Transcript as recognised', language, created_at)],
  };
}

function textOf(filed: FiledText, draft: string) {
  const { answer, text, changes, isFinal, person, at } = filed;
  const extent =
    changes.length === 0 ? 'unchanged' : `with ${changes.length} passages changed by a person`;
  return {
    ...documentOf(filed),
    meta: { security: isFinal ? [PERSON_ASSERTED] : [AI_ASSERTED] },
    text: narrative([text]),
    status: 'current',
    docStatus: isFinal ? 'final' : 'preliminary',
    date: at,
    author: [personOf(person)],
    relatesTo: [{ code: 'replaces', target: { reference: draft } }],
    description: `Transcript of a recording, ${extent}${isFinal ? '; compared with the recording' : ''}.`,
    content: [attachmentOf(text, 'Transcript', answer.language, at)],
  };
}

const participant = (code: string, display: string) => ({
  coding: [{ system: `${TERMINOLOGY}/provenance-participant-type`, code, display }],
  text: display,
});

/** A Provenance lists the first changes in words; all of them follow from the two documents. */
const MAX_LISTED = 200;

function provenanceOf(filed: FiledText, draft: string, text: string) {
  const { answer, changes, decisions, isFinal, person, at } = filed;
  const { models } = answer;
  const named = models.map(({ id, version }) => `${id} ${version}`).join(', ');
  return {
    resourceType: 'Provenance',
    text: narrative([
      `Recognised by ${named}; transcription ${answer.transcription_id}.`,
      `Filed by ${person.display_name}${isFinal ? ', who compared it with the recording' : ' as a draft'}.`,
      changes.length === 0 ? 'The text was not changed.' : `${changes.length} changes by a person:`,
      ...changes.slice(0, MAX_LISTED).map(describeChange),
      ...decisions.map(({ text: what, decision }) => `Uncertain “${what}”: ${decision}.`),
    ]),
    contained: models.map(({ id, version }, index) => ({
      resourceType: 'Device',
      id: `model-${index + 1}`,
      deviceName: [{ name: id, type: 'model-name' }],
      version: [{ value: version }],
    })),
    target: [{ reference: text }],
    occurredDateTime: at,
    recorded: at,
    activity: {
      coding: [{ system: `${TERMINOLOGY}/v3-DataOperation`, code: 'CREATE', display: 'create' }],
      text: 'Transcription, checked by a person',
    },
    agent: [
      ...models.map((_, index) => ({
        type: participant('assembler', 'Assembler'),
        who: { reference: `#model-${index + 1}` },
      })),
      {
        type: isFinal ? participant('verifier', 'Verifier') : participant('enterer', 'Enterer'),
        who: personOf(person),
      },
    ],
    entity: [{ role: changes.length === 0 ? 'source' : 'revision', what: { reference: draft } }],
  };
}

/** The FHIR transaction that files a text. */
export function transactionOf(filed: FiledText) {
  const [draft, text, provenance] = [filed.newId(), filed.newId(), filed.newId()].map(
    (id) => `urn:uuid:${id}`,
  ) as [string, string, string];
  const entry = (fullUrl: string, resource: { readonly resourceType: string }) => ({
    fullUrl,
    resource,
    request: { method: 'POST', url: resource.resourceType },
  });
  return {
    resourceType: 'Bundle',
    type: 'transaction',
    entry: [
      entry(draft, draftOf(filed)),
      entry(text, textOf(filed, draft)),
      entry(provenance, provenanceOf(filed, draft, text)),
    ],
  };
}

interface TransactionAnswer {
  readonly entry?: ReadonlyArray<{ readonly response?: { readonly location?: string } }>;
}

/** The resources that were made: `DocumentReference/…`. */
export function filedResources({ entry = [] }: TransactionAnswer): string[] {
  return entry.flatMap(({ response }) => {
    const [, resource] = /([A-Za-z]+\/[^/]+)\/_history\//.exec(response?.location ?? '') ?? [];
    return resource === undefined ? [] : [resource];
  });
}
