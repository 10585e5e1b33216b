const VOWEL = /[aeiouy]/;
/** The remaining stem of `rating`, `biting`: for `rat` it would be `ratting`. */
const LOST_E = /^[^aeiou][aeiou][^aeiouwxy]$/;

/** Words that only look like inflected forms: a spine does not spin, the evening is not even. */
const OWN = new Set(
  'spine scare scared shine evening handed headed faced backed winded paste stare staring plane'.split(
    ' ',
  ),
);

/**
 * Returns a folded word without its inflectional endings, so that `vomiting`, `vomited` and
 * `vomit`, or `worsening` and `worsen` compare equal. Coarser than a dictionary; both sides of a
 * comparison are stemmed.
 */
export function stemOf(folded: string): string {
  if (OWN.has(folded)) return folded;
  let stem = folded;
  if (stem.length > 5 && stem.endsWith('ing') && VOWEL.test(stem.slice(0, -3))) {
    stem = stem.slice(0, -3);
    if (LOST_E.test(stem)) return `${stem}e`;
  } else if (stem.length > 5 && stem.endsWith('ed') && VOWEL.test(stem.slice(0, -2))) {
    stem = stem.slice(0, -2);
  }
  if (stem.length > 4 && stem.endsWith('e')) stem = stem.slice(0, -1);
  const last = stem.at(-1);
  const doubled = stem.length > 3 && last === stem.at(-2) && !/[aeiou]/.test(last ?? '');
  return doubled ? stem.slice(0, -1) : stem;
}
