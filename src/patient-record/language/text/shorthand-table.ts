/**
 * Ward and emergency shorthand with one meaning in every context, by its folded word. Short
 * forms of diseases, tests and medicines are names and are in the tables of names.
 */
export const SHORT_WORDS: Readonly<Record<string, string>> = {
  pt: 'patient',
  hx: 'history',
  fhx: 'family history',
  dx: 'diagnosis',
  ddx: 'differential diagnosis',
  tx: 'treatment',
  sx: 'symptoms',
  fx: 'fracture',
  rxn: 'reaction',
  dz: 'disease',
  abx: 'antibiotics',
  sz: 'seizure',
  rt: 'right',
  lt: 'left',
  bilat: 'bilateral',
  unilat: 'unilateral',
  abdo: 'abdominal',
  abd: 'abdominal',
  lac: 'laceration',
  inj: 'injury',
  exac: 'exacerbation',
  infxn: 'infection',
  constip: 'constipation',
  disloc: 'dislocation',
  shldr: 'shoulder',
  tachy: 'tachycardia',
  brady: 'bradycardia',

  exacerb: 'exacerbation',
  preg: 'pregnant',
  vag: 'vaginal',
  palp: 'palpitations',
  palps: 'palpitations',
  eval: 'evaluation',
  decr: 'decreased',
  incr: 'increased',
  abnl: 'abnormal',
  prev: 'previous',
  poss: 'possible',
  intox: 'intoxication',
  etoh: 'alcohol',
  yo: 'year old',
  sob: 'shortness of breath',
  soboe: 'shortness of breath on exertion',
  gsw: 'gunshot wound',
};

/** Letters that abbreviate words only as capitals: `DIB` and not `dib`. */
export const SHORT_CAPITALS: Readonly<Record<string, string>> = {
  DIB: 'difficulty in breathing',
  DOE: 'dyspnoea on exertion',
  AMS: 'altered mental status',
  LBP: 'low back pain',
  BRBPR: 'bright red blood per rectum',
  DSH: 'deliberate self harm',
  FOOSH: 'fall on outstretched hand',
  SROM: 'spontaneous rupture of membranes',
  PROM: 'premature rupture of membranes',
  PPROM: 'preterm premature rupture of membranes',
  BIBA: 'brought in by ambulance',
  FTT: 'failure to thrive',
  LBBB: 'left bundle branch block',
  RBBB: 'right bundle branch block',
  NWB: 'not weight bearing',
  TATT: 'tired all the time',
  GTN: 'glyceryl trinitrate',
  HMB: 'heavy menstrual bleeding',
  LIF: 'left iliac fossa',
  RIF: 'right iliac fossa',
  CTX: 'contractions',
  DFM: 'decreased fetal movements',
  RFM: 'reduced fetal movements',
};

/** Words after which a short form with several meanings has the given one. */
export const SHORT_BEFORE: Readonly<
  Record<string, { readonly words: string; readonly before: readonly string[] }>
> = {
  pv: { words: 'vaginal', before: ['bleed', 'bleeding', 'loss', 'discharge', 'spotting', 'blood'] },
  pr: { words: 'rectal', before: ['bleed', 'bleeding', 'blood', 'mucus', 'discharge'] },
  prod: { words: 'productive', before: ['cough', 'sputum', 'phlegm'] },
  fh: {
    words: 'family history',
    before: ['of', 've', 'positive', 'negative', 'for', 'significant', 'sig', 'neg'],
  },
  mech: { words: 'mechanical', before: ['fall', 'valve', 'ventilation'] },
  bk: { words: 'back', before: ['pain', 'pn', 'injury', 'inj', 'ache', 'spasm'] },
  urin: {
    words: 'urinary',
    before: ['retention', 'frequency', 'freq', 'symptom', 'sx', 'urgency'],
  },
  abn: {
    words: 'abnormal',
    before: ['labs', 'lab', 'bloods', 'ecg', 'ekg', 'lfts', 'result', 'test'],
  },
  dec: {
    words: 'decreased',
    before: [
      'loc',
      'gcs',
      'appetite',
      'intake',
      'urine',
      'mobility',
      'movement',
      'fetal',
      'sats',
      'vision',
    ],
  },
  inc: {
    words: 'increased',
    before: ['pain', 'swelling', 'sob', 'confusion', 'weakness', 'urination', 'wob'],
  },
  wd: {
    words: 'wound',
    before: ['check', 'chk', 'infection', 'review', 'care', 'dressing', 'dehiscence'],
  },
  gen: { words: 'generalised', before: ['weakness', 'rash', 'malaise', 'unwell', 'pain', 'body'] },
  wt: { words: 'weight', before: ['bear', 'bearing', 'loss', 'gain'] },
  po: { words: 'oral', before: ['intake', 'fluid', 'feed'] },
  diff: {
    words: 'difficulty',
    before: ['breathing', 'swallowing', 'walking', 'speaking', 'urinating', 'passing', 'sleeping'],
  },
  resp: {
    words: 'respiratory',
    before: [
      'distress',
      'failure',
      'infection',
      'arrest',
      'sx',
      'symptom',
      'illness',
      'depression',
    ],
  },
  psych: {
    words: 'psychiatric',
    before: ['eval', 'evaluation', 'history', 'hx', 'assessment', 'consult', 'review', 'admission'],
  },
  cath: { words: 'catheter', before: ['blocked', 'leaking', 'fell', 'change', 'out', 'problem'] },
};

/** The meaning of a short form after a part of the body: `knee pn`, `ear d/c`, `leg wk`. */
export const SHORT_AFTER_PART: ReadonlyMap<string, string> = new Map([
  ['pn', 'pain'],
  ['dc', 'discharge'],
  ['wk', 'weakness'],
  ['fx', 'fracture'],
  ['inj', 'injury'],
  ['sw', 'swelling'],
  ['def', 'deformity'],
]);

/** Short forms of two or three letters with strokes between, without the strokes. */
export const SHORT_STROKES: Readonly<Record<string, string>> = {
  co: 'complains of',
  sp: 'status post',
  ho: 'history of',
  kco: 'known case of',
  ro: 'rule out',
  wo: 'without',
  bl: 'bilateral',
  yo: 'year old',
  mo: 'month old',
  fu: 'follow up',
  dt: 'due to',
  rt: 'related to',
  aw: 'associated with',
  pw: 'presents with',
  oe: 'on examination',
  eo: 'evidence of',
  ha: 'headache',
  cw: 'consistent with',
  bg: 'background',
};

/** Letters of complaints that are listed with strokes or signs: `N/V`, `n+v`, `D&V`. */
export const LISTED_LETTERS: Readonly<Record<string, string>> = {
  n: 'nausea',
  v: 'vomiting',
  d: 'diarrhoea',
};

/** Measures for which an arrow means `high` or `low`; for everything else, `increased` or `reduced`. */
export const MEASURE_WORDS: ReadonlySet<string> = new Set(
  (
    'bp hr rr sat sats spo2 temp temperature hb hgb haemoglobin hemoglobin potassium k na sodium ca calcium glucose bm ' +
    'sugar bsl wbc wcc crp esr plt platelet inr tsh alt ast alp bilirubin creatinine urea lactate troponin ph pulse gcs ' +
    'lft lfts ldl tsh t4 ferritin ketone ketones'
  ).split(' '),
);

/** Of the words above those that are also written in capitals; others name something else then. */
export const IN_CAPITALS_TOO: ReadonlySet<string> = new Set(
  'SOB SOBOE GSW ETOH EtOH ABD ABDO LAC HX PALPS ABX PSYCH PREG VAG YO'.split(' '),
);
