import type { Word } from '../text/words.js';

/**
 * The closed classes of English words that clauses are found by. Words are compared as they are
 * written, in small letters and without apostrophes, since folding would lose the endings of verbs.
 */
const set = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

export const lower = (word: Word | undefined): string => (word === undefined ? '' : word.plain);

export const PRONOUNS = set('i he she it they we you there');
/** They precede only a verb, of any kind. */
export const NOMINATIVES = set('i he she they we');
/** Pronouns with the verb in the same word, without the apostrophe; `well` and `ill` are words too. */
export const PRONOUN_WITH_VERB =
  /^(?:im|ive|hes|shes|its|theyre|theyve|weve|youre|youve|theres|thats|hed|shed|theyd|youd)$/;
export const DEMONSTRATIVES = set('this these those');
export const ARTICLES = set('the a an');
export const POSSESSIVES = set('his her my your our their its');
export const RELATIVE_PRONOUNS = set('who which that whose whom');

/** People who can speak for themselves or for the patient. */
export const PATIENTS = set(
  'patient pt client gentleman lady man woman boy girl child baby infant toddler male female mr mrs ms miss resident',
);

export const COORDINATORS = set('and but or so then yet plus nor');
/** They begin a new clause, to which an earlier denial does not apply. */
export const SUBORDINATORS = set(
  'because although though while whereas when whenever if unless until since as after before where once despite',
);
/** They begin the object of a thought, statement or question: what governs the verb governs that too. */
export const COMPLEMENTIZERS = set('that whether');

export const ADVERBS = set(
  'also now still currently otherwise just later himself herself themselves then again usually generally mostly only always sometimes often never really even ever since recently previously however therefore furthermore additionally today unfortunately initially subsequently apparently probably possibly certainly definitely actually first suddenly gradually all both each',
);

export const PREPOSITIONS = set(
  'of in on at to from with without by for over under around across along into onto inside behind below above between through throughout during after before since until about against near per via upon within towards toward despite besides except than like as up down off out including regarding concerning such plus incl',
);

/** The months, as alternatives of a pattern. */
export const MONTH_NAMES =
  'january|february|march|april|may|june|july|august|september|october|november|december';

/** Verbs that need no other to make a statement, with any subject. */
export const AUXILIARIES = set(
  'is are was were has have had does do did will would can could should may might must isnt arent wasnt werent hasnt havent hadnt doesnt dont didnt wont wouldnt cant cannot couldnt shouldnt',
);
export const SINGULAR_AUXILIARIES = set('is was has does isnt wasnt hasnt doesnt');

/** What people do, in the third person: no finding can be their subject. */
export const PERSON_VERBS = set(
  'denies reports complains endorses admits states describes mentions takes smokes drinks lives works uses weighs says feels thinks believes suffers experiences tolerates requests refuses declines attends returns wants walks eats sleeps exercises vapes recalls acknowledges confirms notices',
);
/** The same in the past, where they are not the participle of the word before. */
export const PERSON_PAST = set(
  'denied reported complained endorsed stated described mentioned took went came got became began felt told said presented developed noticed underwent received suffered experienced collapsed fell vomited woke attended returned saw started stopped stayed lived',
);
/** What tests and examinations do. */
export const RESULT_VERBS = set(
  'shows showed reveals revealed demonstrates demonstrated suggests suggested indicates indicated confirms confirmed excludes excluded detects detected identifies identified',
);
/** Verbs that things and people share. */
export const COMMON_VERBS = set(
  'remains remained appears appeared seems seemed looks looked sounds sounded presents continues continued persists persisted started began resolved improved worsened occurred occurs radiates radiated comes came goes went became becomes feels felt hurts lasted lasts settled settles spread proved proves turned turns transpired emerged',
);

/** What directly follows these is the object of speech or thought, and no statement of its own. */
export const SPEECH_AND_THOUGHT = set(
  'think thinks thought believe believes believed feel feels felt say says said saying report reports reported reporting state states stated stating mention mentions mentioned deny denies denied denying know knows knew suspect suspects suspected suspecting expect expects expected fear fears feared worry worries worried hope hopes tell tells told notice notices noticed remember remembers recall recalls assume assumes assumed convinced sure certain doubt doubts agree agrees ask asks asked wonder wonders wondered evidence likely unlikely possible clear concern concerned sign indication suggestion suspicion proof chance impression explained explains understand understands suggest suggests suggested show shows showed reveal reveals revealed demonstrate demonstrates demonstrated indicate indicates indicated confirm confirms confirmed',
);

/** Things that a test or an examination is called, where no name of the tables says so. */
export const RESULT_SUBJECTS = set(
  'ct mri ecg ekg echo xray x-ray film films scan scans exam examination ultrasound bloods labs biopsy culture cultures urinalysis dipstick imaging angiogram endoscopy colonoscopy gastroscopy radiograph results test tests report histology cytology swab screen workup investigations doppler spirometry ray us uss cxr lp csf telemetry monitoring',
);
