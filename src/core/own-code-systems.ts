/** OIDs below 2.25 are made of a UUID and need no registration (DICOM PS3.5 section B.2). */
const ROOT = 'urn:oid:2.25.11796575323961383992571177451449846285';

/** Of the scores and of their parts, served as `CodeSystem/scores`. */
export const SCORE_SYSTEM = ROOT;
/** Of the rules that alerts and cards rest on. */
export const RULE_SYSTEM = `${ROOT}.1`;
/** Of the reasons for which a person overrides a card. */
export const OVERRIDE_REASON_SYSTEM = `${ROOT}.2`;
