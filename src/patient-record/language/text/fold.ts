const PLAIN = /^[a-z]+$/;
/** Letters without accents. */
const LETTERS = /^[A-Za-z]+$/;
/** Words whose last letter is no plural. */
const KEEPS_S = /(?:ss|us|is|as|os)$/;

const IRREGULAR: ReadonlyMap<string, string> = new Map(
  Object.entries({
    feet: 'foot',
    teeth: 'tooth',
    toes: 'toe',
    tiptoes: 'tiptoe',
    shoes: 'shoe',
    children: 'child',
    testes: 'testis',
    diagnoses: 'diagnosis',
    prognoses: 'prognosis',
    pelves: 'pelvis',
    metastases: 'metastasis',
    atelectases: 'atelectasis',
    abscesses: 'abscess',
    biceps: 'biceps',
    calves: 'calf',
    lives: 'life',
    vertebrae: 'vertebra',
    vertebre: 'vertebra',
    bronchi: 'bronchus',
    fungi: 'fungus',
    thrombi: 'thrombus',
    emboli: 'embolus',
    nevi: 'nevus',
    naevi: 'nevus',
    nuclei: 'nucleus',
    calculi: 'calculus',
    diverticula: 'diverticulum',
    bullae: 'bulla',
    bulle: 'bulla',
    petechiae: 'petechia',
    petechie: 'petechia',
    conjunctivae: 'conjunctiva',
    phalanges: 'phalanx',
    viscera: 'viscus',
    indices: 'index',
  }),
);

/** Only words with one of these are written in two ways. */
const TWO_WAYS = /ae|oe|our|is|sulph|yse|tre/;

/** British spelling as American: one spelling for both, not always that of a dictionary. */
function spelling(word: string): string {
  if (!TWO_WAYS.test(word)) return word;
  return word
    .replace(/(?<=.)(?:ae|oe)(?=.)/g, 'e')
    .replace(/our(?=s?$|ed$|ing$|less$)/, 'or')
    .replace(/is(?=e[sdr]?$|ed$|ing$|ation$)/, 'iz')
    .replace(/sulph/g, 'sulf')
    .replace(/yse(?=[sd]?$)/, 'yze')
    .replace(/tre(?=s?$)/, 'ter')
    .replace(/^(?:oe|ae)/, 'e');
}

function singular(word: string): string {
  if (word.length < 4 || !word.endsWith('s') || KEEPS_S.test(word)) return word;
  if (word.endsWith('ies') && word.length > 5) return `${word.slice(0, -3)}y`;
  if (/(?:ch|sh|x|ss|z)es$/.test(word)) return word.slice(0, -2);
  if (/(?:[^aeiou]o|t[ho])ses$/.test(word)) return `${word.slice(0, -2)}is`;
  return word.slice(0, -1);
}

/** Without capitals, accents and possessive. */
function plainly(written: string): string {
  if (LETTERS.test(written)) return written.toLowerCase();
  return written
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’]s$/, '')
    .replace(/['’]/g, '');
}

/**
 * Returns a word's form for comparison: without capitals, accents, possessive and plural, American and British
 * spelling as one (`Oedemas`, `edema`; `Crohn’s`, `crohn`). Not for display.
 */
export function foldWord(written: string): string {
  const plain = plainly(written);
  const irregular = IRREGULAR.get(plain);
  if (irregular !== undefined) return spelling(irregular);
  if (!PLAIN.test(plain) || plain.length < 4) return plain;
  return singular(spelling(plain));
}
