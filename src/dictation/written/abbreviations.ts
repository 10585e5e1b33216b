/** Abbreviations that are spoken letter by letter and written in capitals; plurals add an s. */
const CAPITALS =
  'aaa abg aicd inh ebl rvr si gaf figo ecog dexa rom nih edss updrs ciwa cows qds tds bd abi abpm ac acei acl acls acs acth ada adhd adl aed afb afp ahi aka aki alp als alt ' +
  'amd aml amts ana anca ap apap aps aptt arb ards arf arfid arni asa asd ast atls atn av avf ' +
  'avm avnrt avr bcg bka bls bmi bmp bmt bnp bp bpd bph bppv bsa bso bun bv bvm cabg cad cah cbc cbd cbt ' +
  'cca ccb ccf ccu cea cf cfs cgm chf ci cin ck ckd cll cmc cml cmp cmv cn cnl cns copd covid cp cpap ' +
  'cpk cpp cpr crf crp crps crt csf csm ct cta ctg ctpa cts cva cvc cvp cvs cvvh cvvhd cxr dbp dcis dic ' +
  'dka dlbcl dlco dm dmard dna dnacpr dni dnr doac dob doe dre dsa dsm dtr dvla dvt ebv ecg ecmo ect ed edc ' +
  'edd edta eeg ef egd egfr ekg elisa emdr emg ems ent eomi epo eps ercp esr esrd esrf esbl eswl etoh ett ' +
  'eua eus evar evd evl fap fbc ffp ffr fh fhx fna fobt fsgs fsh fvc gad gbm gbs gcs gcsf gerd gfr ' +
  'ggt gi gn gord gp gtn gu gvhd hav hbv hcc hcg hcm hct hctz hcv hdl hdu hdv heent hellp hhs hht ' +
  'hiv hld hlh hmg hpf hpi hpv hr hrct hrt hsv htn hus iabp iadl ibd ibs icd ich icp icu id ifg ifu igt ild ' +
  'im imrt inr iol iop ip ipf ipss itp itu iud iugr iui iv ivc ivf ivh ivig ivp ivus jia jvd jvp kub ' +
  'lad lbbb lcis lcl lcx ldh ldl leep lft lh ll lle lll llq lmp lmwh loc lp lrti lscs ltc ltot luq lul ' +
  'luts lv lvad lvedp lvef lvh lvot maoi mca mch mchc mcl mcp mci mcv mdd mdi mdr mdt mgus mi micu ' +
  'mmr mmse mpv mr mra mrcp mrd mri mrn mrsa mrv ms mssa msu mtp mv mva mvp nad nafld nash nbm nbs nc ncs ' +
  'ncv nec ng nhl nhs nicu nihss nka nkda noac npo nps nsaid nsclc nsr nst nstemi nsvt nyha oa ob obs ocd ' +
  'oct od og ogd ogtt orif os osa ot otc ou pa paco pacs pbc pca pci pcl pcos pcp pcr pcwp pda pe pea ' +
  'perrl perrla pfo pft pgd phn pid picc picu pip pkd plif pmh pmhx pmr pn pnd po ppd ppe ppi ppm pprom ' +
  'pr prbc prn psa psc psh pt pta ptca pth ptsd ptt puva pvc pvd pvr qid qrs qt ra raas rapd ' +
  'rbbb rbc rca rcc rdw rem rf rfa rhf rlq rls rml rna ros rosc rpr rr rsi rsv rta rue rul ruq rv rvh ' +
  'rvsp sah sars sbo sbp sbrt sca sci scid sclc scfe sdh ses siadh sicu sids sjs sl sle slr smv snri sob spect ssi ' +
  'ssri ssss st stemi std sti svc svd svg svr svt tah tavi tavr tb tbi tbsa tca tee tevar tfcc tha thr ' +
  'tia tibc tid tka tkr tlc tlif tlso tmj tnf tpmt tpn tpo tsh tte ttp tur turbt turp tvh tvus txa ' +
  'uc ue uk uri urti usa usg usn ust uti vac vats vbac vbg vcug vdrl vf vfib vhl vldl vp vre vsd vt vte ' +
  'vur vwf vzv wbc wcc wpw wnl bid rle lue lul rll hbsag hla lsd mdma thc cbd gpa cta sma imn pmdd tmd sfa ' +
  'dsd pvod sgb rcd hfref hfpef';

/** With small letters in them, or in other words (ISMP: error-prone abbreviations). */
const MIXED: readonly (readonly [string, string])[] = [
  ['etoh', 'EtOH'],
  ['ph', 'pH'],
  ['mmhg', 'mmHg'],
  ['egfr', 'eGFR'],
  ['bhcg', 'beta-hCG'],
  ['hcg', 'hCG'],
  ['qtc', 'QTc'],
  ['tpa', 'tPA'],
  ['rtpa', 'rtPA'],
  ['mrna', 'mRNA'],
  ['sirna', 'siRNA'],
  ['bipap', 'BiPAP'],
  ['tdap', 'Tdap'],
  ['dtap', 'DTaP'],
  ['moca', 'MoCA'],
  ['kcl', 'KCl'],
  ['nacl', 'NaCl'],
  ['hgb', 'Hgb'],
  ['hb', 'Hb'],
  ['hct', 'Hct'],
  ['ige', 'IgE'],
  ['igg', 'IgG'],
  ['igm', 'IgM'],
  ['iga', 'IgA'],
  ['afib', 'AFib'],
  ['obgyn', 'OB/GYN'],
  ['qsofa', 'qSOFA'],
  ['ntprobnp', 'NT-proBNP'],
  ['hfref', 'HFrEF'],
  ['hfpef', 'HFpEF'],
  ['hbsag', 'HBsAg'],
  ['vwf', 'vWF'],
  ['peg', 'PEG'],
  ['pap', 'Pap'],
  ['folfox', 'FOLFOX'],
  ['folfiri', 'FOLFIRI'],
  ['auc', 'AUC'],
  ['rh', 'Rh'],
  ['birads', 'BI-RADS'],
  ['pirads', 'PI-RADS'],
  ['tirads', 'TI-RADS'],
  ['lirads', 'LI-RADS'],
  ['sc', 'subcut'],
  ['sq', 'subcut'],
  ['subq', 'subcut'],
  ['crispr', 'CRISPR'],
  ['picc', 'PICC'],
  ['rsr', 'rSR'],
  ['ivs', 'IVs'],
];

export const ABBREVIATIONS: ReadonlyMap<string, string> = new Map([
  ...CAPITALS.split(' ').map((word) => [word, word.toUpperCase()] as const),
  ...MIXED,
]);

/** Consonants alone that are words, titles or units and keep their small letters. */
const NOT_LETTERS: ReadonlySet<string> = new Set(
  'hmm hm mm mmm shh sh nth dr mr mrs ms vs mg kg ml cm km mcg lb ft hr hrs tsp tbsp pst brr pfft psst th mhm rhm bpm mmol msec mls kgs cms lbs rpm mst hz khz db mv ng dl'.split(
    ' ',
  ),
);

/** With an s these are English words. */
const NO_PLURAL: ReadonlySet<string> = new Set(['doe', 'ros', 'bid', 'ada', 'vac', 'tur', 'spect']);

/** The written form of a word of letters: from the table, its plural, or because it has no vowel. */
export function abbreviationOf(word: string): string | undefined {
  const abbreviation = ABBREVIATIONS.get(word);
  if (abbreviation) return abbreviation;
  const possessive = word.endsWith("'s");
  const stem = possessive ? word.slice(0, -2) : word.endsWith('s') ? word.slice(0, -1) : '';
  const whole = stem.length >= 2 && !NO_PLURAL.has(stem) ? ABBREVIATIONS.get(stem) : undefined;
  if (whole && (possessive || stem.length >= 3)) return `${whole}${word.slice(stem.length)}`;
  const bare = /^[bcdfghjklmnpqrstvwxz]{2,5}$/.test(word) && !NOT_LETTERS.has(word);
  return bare ? word.toUpperCase() : undefined;
}
