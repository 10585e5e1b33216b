/** The limit of the normal cardiothoracic ratio, and its source. */
export interface CardiothoracicLimit {
  /** Ratio; above it the heart is called enlarged. */
  readonly limit: number;
  /** The limit for the view with the least magnification: no heart below it is enlarged. */
  readonly lowest: number;
  readonly source: string;
  readonly caveats: readonly string[];
}

/** PA in adults. */
const ADULT_LIMIT = 0.5;
const AP_LIMIT = 0.55;
const INFANT_LIMIT = 0.6;
const CHILD_LIMIT = 0.55;
const CHILD_BELOW_YEARS = 6;
const ADULT_FROM_YEARS = 16;

const ADULT_SOURCE =
  'Danzer, Am J Med Sci 1919;157:513-521; Truszkiewicz et al., J Clin Med 2021;10:2016, ' +
  'doi:10.3390/jcm10092016';
const CHILD_SOURCE =
  'a convention between the limits of infants and adults; 150 healthy children aged 1 to 15 years ' +
  'had a mean of 0.49, falling with age (Chia et al., 2022, doi:10.25259/CJHS_6_2022)';
const INFANT_SOURCE =
  'a common convention; 238 normal newborns had a mean of 0.52 (Kim et al., J Korean Radiol Soc ' +
  '1985;21:751-754, doi:10.3348/jkrs.1985.21.5.751)';

const AP_SOURCE =
  'a limit often used; Sahin et al., Int J Cardiovasc Imaging 2019 (PubMed 30143921) advise 0.60 ' +
  'for its specificity';

const ON_AP =
  'On an AP film the heart is magnified: against echocardiography a ratio above 0.55 had a ' +
  'sensitivity of 61 % and a specificity of 66 %, above 0.60 of 34 % and 92 % (130 patients).';
const VIEW_UNKNOWN =
  'The view is not stated, and on an AP film the heart looks larger: the limit lies halfway between ' +
  'those of PA and AP films.';
const AGE_UNKNOWN = 'The age is not known; the limit is that of adults.';
const YOUNG =
  'Soon after birth the ratio says little: it ranged from 0.44 to 0.74 in films of 1,000 newborns ' +
  'on their first day, with the thymus, the breath and the position.';
const CHILD = 'In children the ratio falls with age, and no single limit is agreed on.';

/** `PA`, `AP`, … in capitals; undefined when not stated. */
export function normalView(view: string | undefined): string | undefined {
  const text = view?.trim().toUpperCase();
  return text === '' ? undefined : text;
}

function byAge(ageYears: number | undefined): Omit<CardiothoracicLimit, 'lowest'> {
  if (ageYears === undefined) {
    return { limit: ADULT_LIMIT, source: ADULT_SOURCE, caveats: [AGE_UNKNOWN] };
  }
  if (ageYears < 1) return { limit: INFANT_LIMIT, source: INFANT_SOURCE, caveats: [YOUNG] };
  if (ageYears < CHILD_BELOW_YEARS) {
    return { limit: CHILD_LIMIT, source: CHILD_SOURCE, caveats: [CHILD] };
  }
  const caveats = ageYears < ADULT_FROM_YEARS ? [CHILD] : [];
  return { limit: ADULT_LIMIT, source: ADULT_SOURCE, caveats };
}

/**
 * The upper limit of the normal cardiothoracic ratio.
 *
 * Adults on a PA film: 0.50. AP: 0.55, often used and only a compromise (figures in the caveat: Sahin
 * et al., "Is there any diagnostic value of anteroposterior chest radiography in predicting cardiac
 * chamber enlargement?", Int J Cardiovasc Imaging 2019, PubMed 30143921). Infants below one year:
 * 0.60, a convention; up to 0.66 is called normal in newborns by some (Primary Care Notebook,
 * "Cardiothoracic ratio"), and the range in 1,000 newborns was 0.44 to 0.74 ("Roentgen evidence of
 * normal heart and congenital abnormality in early infancy", 1958). From one to five years: 0.55, a
 * convention. From six years: as in adults. View not known: halfway between PA and AP, our own
 * convention; 5 % of 298 films of adults without finding and of unknown view certainly exceed it.
 *
 * @param ageYears ≥ 0; undefined when not known
 * @param view DICOM View Position; undefined when not known
 * @throws RangeError for an age that is negative or not a number
 */
export function cardiothoracicLimit(
  ageYears: number | undefined,
  view: string | undefined,
): CardiothoracicLimit {
  if (ageYears !== undefined && !(ageYears >= 0)) throw new RangeError('the age is out of range');
  const { limit, source, caveats } = byAge(ageYears);
  const projection = normalView(view);
  if (projection === 'PA') return { limit, lowest: limit, source, caveats };
  const onAp = Math.max(limit, AP_LIMIT);
  const apSource = limit > AP_LIMIT ? source : AP_SOURCE;
  if (projection === 'AP') {
    return { limit: onAp, lowest: onAp, source: apSource, caveats: [...caveats, ON_AP] };
  }
  const halfway = (limit + onAp) / 2;
  return {
    limit: halfway,
    lowest: limit,
    source: `${source}; ${apSource}`,
    caveats: [...caveats, VIEW_UNKNOWN],
  };
}
