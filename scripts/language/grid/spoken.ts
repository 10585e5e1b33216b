/** Shorthand as it is spoken. */
const SAID: ReadonlyArray<readonly [RegExp, string]> = [
  [/-ve\b/g, 'negative'],
  [/\+ve\b/g, 'positive'],
  [/\br\/o\b/gi, 'rule out'],
  [/\bh\/o\b/gi, 'history of'],
  [/\bs\/p\b/gi, 'status post'],
  [/\bc\/o\b/gi, 'complains of'],
  [/\bw\/o\b/gi, 'without'],
  [/\bw\//gi, 'with '],
  [/\bPMHx?\b/g, 'past medical history'],
  [/\bFHx?\b/g, 'family history'],
  [/\bHx\b/gi, 'history'],
  [/\bpt\b/gi, 'patient'],
  [/([\s(])\?+\s?/g, '$1query '],
  [/\//g, ' or '],
];

/**
 * A piece of writing without capitals and punctuation, as a recogniser without either gives it.
 *
 * @param opens it is the beginning of a text: a question mark there is a doubt, not the end of a question
 */
export function spoken(piece: string, opens: boolean): string {
  const whole = opens ? piece.replace(/^\?+\s?/, 'query ') : piece;
  return SAID.reduce((text, [written, words]) => text.replace(written, words), whole)
    .replace(/(\d)\.(\d)/g, '$1 point $2')
    .replace(/(^|\s)[-–—]+(?=\s|$)/g, '$1')
    .replace(/[.,;:!?()[\]"“”–—]/g, ' ')
    .replace(/\s+/g, ' ')
    .toLowerCase();
}
