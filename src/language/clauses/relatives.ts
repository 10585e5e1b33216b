/** Relatives, in the singular; with `step`, `half`, `great` and `in law` they are the same. */
const RELATIVES = new Set(
  'mother mom mum mommy mummy father dad daddy brother sister sibling parent grandmother grandfather grandparent grandma grandpa aunt uncle cousin niece nephew son daughter wife husband spouse partner relative twin grandson granddaughter grandchild stepmother stepfather boyfriend girlfriend family fiance fiancee gran nan nana granny grandad granddad household ancestor kin friend workmate sib neighbour neighbor roommate flatmate housemate colleague contact carer'.split(
    ' ',
  ),
);

/** Whether a word names a relative or somebody as near, in the singular or plural. */
export const isRelative = (word: string): boolean =>
  RELATIVES.has(word) || (word.endsWith('s') && RELATIVES.has(word.slice(0, -1)));
