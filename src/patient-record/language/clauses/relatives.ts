/** Relatives by blood or adoption, in the singular; with `step`, `half`, `great` and `in law` they are the same. */
const KIN = new Set(
  'mother mom mum mommy mummy father dad daddy brother sister sibling sib parent grandmother grandfather grandparent grandma grandpa aunt uncle cousin niece nephew son daughter relative twin grandson granddaughter grandchild family gran nan nana granny grandad granddad ancestor kin'.split(
    ' ',
  ),
);
/** Others who are near the patient. */
const NEAR = new Set(
  'wife husband spouse partner stepmother stepfather stepbrother stepsister stepson stepdaughter boyfriend girlfriend fiance fiancee household friend workmate neighbour neighbor roommate flatmate housemate colleague coworker classmate contact carer'.split(
    ' ',
  ),
);

/** Relatives who are men, and those who are women. */
export const MALE =
  /^(?:father|dad|daddy|brother|son|uncle|grandfather|grandpa|grandad|granddad|husband|nephew|grandson|stepfather|stepbrother|boyfriend)$/;
export const FEMALE =
  /^(?:mother|mum|mom|mummy|mommy|sister|daughter|aunt|grandmother|grandma|gran|granny|nan|wife|niece|granddaughter|stepmother|stepsister|girlfriend)$/;

const isAmong = (names: ReadonlySet<string>, word: string): boolean =>
  names.has(word) || (word.endsWith('s') && names.has(word.slice(0, -1)));

/** Whether a word names a relative or another close person, in the singular or plural. */
export const isRelative = (word: string): boolean => isAmong(KIN, word) || isAmong(NEAR, word);

/** Words of inherited illness that name no relative. */
const OF_A_FAMILY = /^(?:hereditary|inherited|maternal|paternal|familial|heredity|fhx|fh)$/;

/** Whether a text mentions blood relatives or what runs in a family. */
export function speaksOfKin(text: string): boolean {
  for (const [word] of text.toLowerCase().matchAll(/[a-z]+/g)) {
    if (isAmong(KIN, word) || OF_A_FAMILY.test(word)) return true;
  }
  return /\bruns in\b/i.test(text);
}
