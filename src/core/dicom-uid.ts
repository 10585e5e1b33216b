/** PS3.5 section 9.1. */
export const UID = /^(0|[1-9]\d*)(\.(0|[1-9]\d*))+$/;
export const MAX_UID_LENGTH = 64;

/** Whether a text is a DICOM UID. */
export const isUid = (text: string): boolean => text.length <= MAX_UID_LENGTH && UID.test(text);
