/**
 * The 39 phones of the CMU dictionary, without stress. A phone's CTC token is its index plus one.
 */
export const PHONES: readonly string[] = (
  'AA AE AH AO AW AY B CH D DH EH ER EY F G HH IH IY JH K L M N NG OW OY P R S SH T TH UH UW V W ' +
  'Y Z ZH'
).split(' ');

const TOKENS: ReadonlyMap<string, number> = new Map(PHONES.map((name, place) => [name, place + 1]));

/**
 * The CTC token of a phone; 0 is the blank, so that phones are 1 and up. Undefined for other names.
 */
export const phoneToken = (name: string): number | undefined => TOKENS.get(name);
