import type { ClinicalLanguage, TextReading } from './create-clinical-language.js';

/** More lines than any request contains. */
const MAX_TEXTS = 500;

/**
 * Returns a reader for one request that reads each text once for all uses; its cache
 * ends with it.
 */
export function rememberTexts(language: ClinicalLanguage): ClinicalLanguage {
  const known = new Map<string, TextReading>();
  const open: ClinicalLanguage['open'] = (text, options) => {
    if (options !== undefined) return language.open(text, options);
    const before = known.get(text);
    if (before !== undefined) return before;
    const reading = language.open(text);
    if (known.size < MAX_TEXTS) known.set(text, reading);
    return reading;
  };
  return { ...language, open, read: open };
}
