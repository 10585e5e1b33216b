/** Headings of sections as they are spoken: the whole clause is one of these. */
const HEADINGS: ReadonlySet<string> = new Set(
  (
    'chief complaint|presenting complaint|reason for admission|reason for referral|history|' +
    'history of presenting complaint|history of present illness|past medical history|past history|' +
    'past surgical history|surgical history|medical history|medications|current medications|' +
    'home medications|regular medications|discharge medications|admission medications|drug history|' +
    'medication history|allergies|drug allergies|family history|social history|review of systems|' +
    'systems review|on examination|examination|physical examination|physical exam|vital signs|vitals|' +
    'observations|investigations|results|laboratory results|labs|imaging|clinical history|indication|' +
    'technique|comparison|findings|impression|assessment|diagnosis|discharge diagnosis|' +
    'differential diagnosis|conclusion|opinion|plan|management|treatment|recommendations|follow up|' +
    'hospital course|clinical course|procedure|discharge plan|assessment and plan|' +
    'impression and plan|summary'
  ).split('|'),
);

/** Whether these spoken words, and no others, are the heading of a section. */
export const isHeading = (words: readonly string[]): boolean => HEADINGS.has(words.join(' '));
