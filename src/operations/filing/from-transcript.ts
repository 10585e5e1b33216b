import { createHash } from 'node:crypto';
import type { TranscribeResult } from '../../dictation/schema.js';
import {
  clean,
  concept,
  type FiledResource,
  type FileFacts,
  ICD10,
  LOINC,
  nameOf,
  opening,
} from './coding.js';
import { suspicion } from './conditions.js';

const NOTE = { system: LOINC, code: '34109-9', display: 'Note' };
const CLINICAL_NOTE = {
  system: 'http://hl7.org/fhir/us/core/CodeSystem/us-core-documentreference-category',
  code: 'clinical-note',
  display: 'Clinical Note',
};
const MAX_CONDITIONS = 50;

function documentOf(result: TranscribeResult, file: FileFacts): FiledResource {
  const { transcription_id, created_at, language, confidence_score } = result;
  const data = Buffer.from(result.text, 'utf8');
  const lines = [clean(result.text) || 'No words could be made out.'];
  return {
    ...opening('DocumentReference', transcription_id, file, lines),
    status: 'current',
    docStatus: 'preliminary',
    type: concept('Transcript of a recording', NOTE),
    category: [concept('Clinical note', CLINICAL_NOTE)],
    date: created_at,
    description: `Transcript of a recording; mean confidence of its words ${confidence_score}.`,
    content: [
      {
        attachment: {
          contentType: 'text/plain',
          language,
          ...(data.length > 0 && { data: data.toString('base64') }),
          size: data.length,
          hash: createHash('sha1').update(data).digest('base64'),
          title: 'Transcript',
          creation: created_at,
        },
      },
    ],
  };
}

type SpokenEntity = TranscribeResult['medical_entities'][number];

/** `open`: a mention that states nothing by itself, and with which nothing is refuted. */
type Verification = 'provisional' | 'unconfirmed' | 'refuted' | 'open';

const VERIFICATION: Readonly<Record<SpokenEntity['assertion'], Verification | undefined>> = {
  present: 'provisional',
  possible: 'unconfirmed',
  absent: 'refuted',
  historical: 'open',
  hypothetical: 'open',
  // Of another person.
  family: undefined,
};

interface TranscriptCondition {
  readonly name: string;
  readonly code: string;
  readonly verifications: Set<Verification>;
}

/** Below this confidence words are too unreliable to be filed. */
const MIN_CONFIDENCE = 0.5;

/** What a mention says of the patient: nothing if it was recognised poorly, or denied without context. */
function verificationOf({ assertion, confidence, certain }: SpokenEntity) {
  const verification = VERIFICATION[assertion];
  if (verification !== undefined && confidence < MIN_CONFIDENCE) return 'open';
  return verification === 'refuted' && certain === false ? 'open' : verification;
}

/** Conditions of the text that have a code, each once. */
function conditionsIn({ medical_entities }: TranscribeResult): TranscriptCondition[] {
  const byCode = new Map<string, TranscriptCondition>();
  for (const entity of medical_entities) {
    const { type, text, normalized } = entity;
    const verification = verificationOf(entity);
    const coding = normalized?.coding?.find(({ system }) => system === 'ICD-10');
    if (type !== 'condition' || coding === undefined || verification === undefined) continue;
    const earlier = byCode.get(coding.code);
    if (earlier !== undefined) earlier.verifications.add(verification);
    else {
      const name = normalized?.name ?? text;
      byCode.set(coding.code, { name, code: coding.code, verifications: new Set([verification]) });
    }
  }
  return [...byCode.values()];
}

/** Returns the more certain of two mentions; a contradiction is left to a person. */
function verdictOf({ verifications: all }: TranscriptCondition) {
  if (all.has('refuted')) return all.size === 1 ? 'refuted' : undefined;
  if (all.has('provisional')) return 'provisional';
  return all.has('unconfirmed') ? 'unconfirmed' : undefined;
}

/**
 * A transcript as FHIR resources: a DocumentReference that holds the text, and a Condition for each
 * condition of it that has a code of ICD-10.
 */
export function fromTranscript(result: TranscribeResult, file: FileFacts): FiledResource[] {
  const document = documentOf(result, file);
  const { transcription_id: resultId, created_at: at } = result;
  const conditions = conditionsIn(result).flatMap((condition) => {
    const verification = verdictOf(condition);
    if (verification === undefined) return [];
    const { name, code } = condition;
    const coding = [{ system: ICD10, code, display: name }];
    const evidence = { detail: [{ reference: nameOf(document) }] };
    return [suspicion(file, { resultId, at, name, coding, verification, evidence })];
  });
  return [document, ...conditions.slice(0, MAX_CONDITIONS)];
}
