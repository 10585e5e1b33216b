import { SAFE_FREQUENCIES } from './frequencies.js';

/** Phrases with a special written form: spoken = written. */
const FIXED = `
  x ray = x-ray; x rays = x-rays; x rayed = x-rayed; covid nineteen = COVID-19;
  hemoglobin a one c = HbA1c; haemoglobin a one c = HbA1c; hba one c = HbA1c; h b a one c = HbA1c;
  hb a one c = HbA1c; a one c = A1c; co two = CO2; c o two = CO2; pco two = PCO2; p c o two = PCO2;
  pao two = PaO2; p a o two = PaO2; paco two = PaCO2; p a c o two = PaCO2; spo two = SpO2;
  s p o two = SpO2; sao two = SaO2; svo two = SvO2; fio two = FiO2; f i o two = FiO2;
  etco two = EtCO2; hco three = HCO3; h c o three = HCO3; h two o = H2O; fev one = FEV1;
  f e v one = FEV1; her two neu = HER2/neu; her two positive = HER2-positive;
  her two negative = HER2-negative; her two status = HER2 status;
  her two amplified = HER2-amplified; ki sixty seven = Ki-67; k i sixty seven = Ki-67;
  p fifty three = p53; p sixteen = p16; ca one twenty five = CA-125; c a one twenty five = CA-125;
  ca nineteen nine = CA 19-9; c a nineteen nine = CA 19-9; ca fifteen three = CA 15-3;
  brca one = BRCA1; brca two = BRCA2; t one weighted = T1-weighted; t two weighted = T2-weighted;
  t one hyphen weighted = T1-weighted; t two hyphen weighted = T2-weighted;
  s one q three t three = S1Q3T3; h one n one = H1N1; hla b twenty seven = HLA-B27;
  g six pd = G6PD; g six p d = G6PD; cyp two d six = CYP2D6; cyp three a four = CYP3A4;
  cyp two c nineteen = CYP2C19; alpha one antitrypsin = alpha-1 antitrypsin; beta two = beta-2;
  alpha two = alpha-2; il six = IL-6; phq nine = PHQ-9; phq two = PHQ-2; gad seven = GAD-7;
  chads vasc = CHA2DS2-VASc; cha two ds two vasc = CHA2DS2-VASc; chads two vasc = CHA2DS2-VASc;
  chads two = CHADS2; has bled score = HAS-BLED score; curb sixty five = CURB-65; abcd two = ABCD2;
  news two = NEWS2; stop bang = STOP-BANG; bi rads = BI-RADS; pi rads = PI-RADS; ti rads = TI-RADS;
  li rads = LI-RADS; non small cell = non-small cell; r chop = R-CHOP;
  factor v leiden = factor V Leiden; co amoxiclav = co-amoxiclav; co codamol = co-codamol;
  co dydramol = co-dydramol; co trimoxazole = co-trimoxazole; co careldopa = co-careldopa;
  co beneldopa = co-beneldopa; co danthramer = co-danthramer; a m labs = AM labs;
  am labs = AM labs; et tube = ET tube; t score = T-score; t scores = T-scores; z score = Z-score;
  egfr mutation = EGFR mutation; egfr mutations = EGFR mutations; egfr positive = EGFR-positive;
  egfr inhibitor = EGFR inhibitor; pd l one = PD-L1; pdl one = PD-L1; pd one = PD-1; avl = aVL;
  a v l = aVL; hiv one = HIV-1; hiv two = HIV-2; ann arbor = Ann Arbor;
  hoehn and yahr = Hoehn and Yahr; k t over v = Kt/V; type a = type A; a b negative = AB negative;
  a b positive = AB positive; fifty fifty = 50/50; beta one a = beta-1a; beta one b = beta-1b;
  this a m = this AM; this p m = this PM; y o = y/o; five fu = 5-FU; five f u = 5-FU;
  five asa = 5-ASA; five ht = 5-HT; omega three = omega-3; d five w = D5W; d five = D5;
  pt inr = PT/INR; h and h = H&H; h and p = H&P; d and c = D&C; d and e = D&E; i and d = I&D;
  o and p = O&P; c and s = C&S; a and e = A&E; a and o = A&O; i and o = I&O; r and r = R&R;
  t and a = T&A; u and e = U&E; u and es = U&Es; u and e's = U&Es; us and es = U&Es;
  v q scan = V/Q scan; vq scan = V/Q scan; a fib = A-fib; a flutter = A-flutter; v fib = V-fib;
  v tach = V-tach; v fibrillation = V-fibrillation; ck mb = CK-MB; c k m b = CK-MB;
  nt pro bnp = NT-proBNP; nt probnp = NT-proBNP; n t pro b n p = NT-proBNP; pro bnp = proBNP;
  beta hcg = beta-hCG; g csf = G-CSF; gm csf = GM-CSF; d dimer = D-dimer; d dimers = D-dimers;
  c section = C-section; c sections = C-sections; c spine = C-spine; t spine = T-spine;
  l spine = L-spine; c collar = C-collar; c arm = C-arm; k wire = K-wire; k wires = K-wires;
  j tube = J-tube; g tube = G-tube; c diff = C. diff; c difficile = C. difficile; e coli = E. coli;
  h pylori = H. pylori; s aureus = S. aureus; staph aureus = Staph aureus;
  h influenzae = H. influenzae; n gonorrhoeae = N. gonorrhoeae; p aeruginosa = P. aeruginosa;
  k pneumoniae = K. pneumoniae; p jirovecii = P. jirovecii; ob gyn = OB/GYN; o b g y n = OB/GYN;
  ace inhibitor = ACE inhibitor; ace inhibitors = ACE inhibitors; a c e inhibitor = ACE inhibitor;
  pet scan = PET scan; pet ct = PET-CT; cat scan = CAT scan; fast scan = FAST scan;
  fast exam = FAST exam; hiv aids = HIV/AIDS; peri operative = perioperative; post op = post-op;
  pre op = pre-op; post operative = postoperative; pre operative = preoperative;
  intra operative = intraoperative; intra abdominal = intra-abdominal;
  intra articular = intra-articular; extra ocular = extraocular; non tender = nontender;
  non distended = nondistended; non smoker = non-smoker; ex smoker = ex-smoker;
  non compliant = noncompliant; non stemi = non-STEMI; n stemi = NSTEMI; and or = and/or;
  and slash or = and/or; he slash she = he/she; mini mental = Mini-Mental; child pugh = Child-Pugh;
  salter harris = Salter-Harris; epstein barr = Epstein-Barr; guillain barre = Guillain-Barré;
  stevens johnson = Stevens-Johnson; henoch schonlein = Henoch-Schönlein;
  mallory weiss = Mallory-Weiss; brown sequard = Brown-Séquard;
  charcot marie tooth = Charcot-Marie-Tooth; zollinger ellison = Zollinger-Ellison;
  ehlers danlos = Ehlers-Danlos; prader willi = Prader-Willi; sturge weber = Sturge-Weber;
  peutz jeghers = Peutz-Jeghers; osgood schlatter = Osgood-Schlatter;
  legg calve perthes = Legg-Calvé-Perthes; kellgren lawrence = Kellgren-Lawrence;
  wolff parkinson white = Wolff-Parkinson-White; lennox gastaut = Lennox-Gastaut;
  creutzfeldt jakob = Creutzfeldt-Jakob; wernicke korsakoff = Wernicke-Korsakoff;
  budd chiari = Budd-Chiari; mckenzie = McKenzie; mcburney's = McBurney's;
  jackson pratt = Jackson-Pratt; roux en y = Roux-en-Y; dix hallpike = Dix-Hallpike;
  hardy weinberg = Hardy-Weinberg; down syndrome = Down syndrome;
  down's syndrome = Down's syndrome; turner syndrome = Turner syndrome;
  graves disease = Graves disease; graves' disease = Graves' disease; wells score = Wells score;
  still disease = Still disease; still's disease = Still's disease; bell palsy = Bell palsy;
  foley catheter = Foley catheter; west nile = West Nile; ross river = Ross River;
  left sided = left-sided; right sided = right-sided; well controlled = well-controlled;
  full term = full-term; long standing = longstanding; o negative = O negative;
  o positive = O positive; blood type a = blood type A; influenza a = influenza A;
  hepatitis a = hepatitis A; vitamin a = vitamin A; group a = group A
`;

const fixed = FIXED.split(';').map((entry): readonly [string, string] => {
  const [spoken = '', written = ''] = entry.trim().split(' = ');
  return [spoken, written];
});

/** The lookup tries the longest first. */
export const PHRASES: ReadonlyMap<string, string> = new Map([...fixed, ...SAFE_FREQUENCIES]);

export const LONGEST_PHRASE = 6;
