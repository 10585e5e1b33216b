import { wordAt } from './draft.js';
import { DIGIT_WORDS } from './number-words.js';
import { TIME_WORDS } from './unit-table.js';

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));

const DETERMINERS = set('a an the this that her his my your their each every any same one some no');
const ARTICLES = set('a an the this his her my your their each every');
/** A period of these is always a time or the menses. */
const NOUNED_PERIOD = set(
  'menstrual monthly refractory incubation washout latency grace gestational quarantine interdialytic ' +
    'prodromal perimenopausal absolute',
);
/** A period of these is a time where a determiner precedes them: "in the postpartum period". */
const TIMED_PERIOD = set(
  'menses missed last postpartum postoperative postop perioperative preoperative neonatal perinatal ' +
    'antenatal postnatal antepartum intrapartum latent observation observational recovery waiting ' +
    'reporting follow-up followup convalescent lactation window induction rest ischemic ischaemic ' +
    'treatment monitoring postprandial convalescence healing adjustment transition teething postictal ' +
    'trial holding review hospitalization probation embryonic fetal study training',
);
const PERIOD_ADJECTIVES = set(
  'prolonged long longer short shorter brief extended heavy light regular irregular painful normal first ' +
    'second third next previous prior initial early late long-term hour day week month year minute ' +
    'two three four five six seven eight ten twelve symptom pain seizure free lengthy limited given ' +
    'specified certain similar whole entire critical particular finite fasting menopausal ' +
    'reproductive single specific defined set fixed active wet dry rapid',
);
const COLON_SITES = set(
  'ascending descending transverse sigmoid left right proximal distal entire whole spastic redundant ' +
    'tortuous remaining irritable toxic pelvic iliac residual small large mid throughout through of in ' +
    'and to from visualized visualised perforated dilated distended obstructed collapsed splenic ' +
    'examined rectosigmoid upstream resected defunctioned native proximally',
);
const COLON_THINGS = set(
  'cancer cancers carcinoma carcinomas polyp polyps polypectomy resection adenocarcinoma adenoma ' +
    'adenomas mass masses wall screening was were is are appeared appears prep preparation surgery tumor ' +
    'tumour tumors obstruction perforation biopsy biopsies mucosa cancerous diverticula ' +
    'diverticulosis diverticulitis interposition ischemia ischaemia injury cutoff conduit anastomosis ' +
    'pathology distension dilatation dilation lesion lesions showed shows cleansing loops flexure ' +
    'which with without itself has had and',
);
const LINE_THINGS = set(
  'was were is placed inserted sepsis infection therapy treatment of agent chemotherapy site drug ' +
    'placement has had agents options in',
);

/** "a prolonged period", "the first two week period": a determiner with nothing but adjectives between. */
function isNounPhrase(words: readonly string[], i: number): boolean {
  for (let n = 1; n <= 5; n += 1) {
    const word = wordAt(words, i - n);
    if (n === 1 ? DETERMINERS.has(word) : ARTICLES.has(word)) return true;
    if (!PERIOD_ADJECTIVES.has(word) && !TIMED_PERIOD.has(word)) return false;
  }
  return false;
}

/**
 * "period" is a mark in "no period" as an answer and in "told her period", but not in
 * "has had no period" and "during her period".
 */
const MAY_END = set('no that this one some any same her his');
const PERIOD_OF = set(
  'during in over for at through throughout within of had has have having missed since after before ' +
    'until the on between started when if with is was there lighter heavier',
);

function isPeriodWord(words: readonly string[], i: number): boolean {
  const before = wordAt(words, i - 1);
  if (MAY_END.has(before) && !PERIOD_OF.has(wordAt(words, i - 2))) {
    return wordAt(words, i + 1) === 'of';
  }
  const after = wordAt(words, i + 1);
  if (after === 'of' || after === 'pains' || after === 'pain') return true;
  if (NOUNED_PERIOD.has(before) || isNounPhrase(words, i)) return true;
  if (TIMED_PERIOD.has(before) && (i < 2 || /^(was|is|were|has|lasted)$/.test(after))) return true;
  // "over a two week period": the time is in the singular.
  const counted = DIGIT_WORDS.has(wordAt(words, i - 2)) && wordAt(words, i - 2) !== 'one';
  return counted && TIME_WORDS.has(before) && !before.endsWith('s');
}

function isColonWord(words: readonly string[], i: number): boolean {
  const before = wordAt(words, i - 1);
  if (before === 'colon') {
    // "sigmoid colon colon": the second is the mark; "findings colon colon": the first.
    const site = wordAt(words, i - 2);
    return !COLON_SITES.has(site) && !DETERMINERS.has(site);
  }
  const after = wordAt(words, i + 1);
  if (COLON_THINGS.has(after) && !(after === 'and' && !COLON_SITES.has(before))) {
    return (
      !(after === 'with' || after === 'without' || after === 'which') || COLON_SITES.has(before)
    );
  }
  return DETERMINERS.has(before) || COLON_SITES.has(before);
}

function isLineWord(words: readonly string[], i: number): boolean {
  const before = wordAt(words, i - 1);
  if (DETERMINERS.has(before) && before !== 'that' && before !== 'her') return true;
  return LINE_THINGS.has(wordAt(words, i + 2));
}

/** Whether the words of a command at `i` are meant as words: "menstrual period", "colon cancer". */
export function isMeant(words: readonly string[], i: number): boolean {
  const word = wordAt(words, i);
  const before = wordAt(words, i - 1);
  const after = wordAt(words, i + 1);
  switch (word) {
    case 'period':
      return isPeriodWord(words, i);
    case 'colon':
      return isColonWord(words, i);
    case 'comma':
      return after === 'shaped' || before === 'a';
    case 'dash':
      return after === 'of' || DETERMINERS.has(before);
    case 'hyphen':
      return DETERMINERS.has(before);
    case 'slash':
      return /^(wounds?|injur(y|ies)|marks?)$/.test(after) || DETERMINERS.has(before);
    case 'full':
      return DETERMINERS.has(before) || before === 'to';
    case 'question':
    case 'exclamation':
      return DETERMINERS.has(before);
    case 'new':
    case 'next':
    case 'line':
      return after === 'line' || word === 'line' ? isLineWord(words, i) : DETERMINERS.has(before);
    default:
      return false;
  }
}
