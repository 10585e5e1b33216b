/** After these a number is a reading and is written in digits, even below ten. */
const NAMES =
  'potassium sodium chloride bicarbonate bicarb calcium magnesium phosphate phosphorus urea bun ' +
  'creatinine glucose sugar sugars lactate albumin bilirubin hemoglobin haemoglobin hematocrit ' +
  'haematocrit platelets platelet wbc white wcc neutrophils neutrophil lymphocytes eosinophils ' +
  'monocytes inr ptt aptt pt crp esr bnp troponin troponins tsh ferritin iron psa cea ast alt alp ' +
  'ggt ldh amylase lipase hba egfr gfr ph lactic ammonia digoxin level levels lithium count ' +
  'cholesterol ldl hdl triglycerides d-dimer dimer fibrinogen fsh lh prolactin cortisol acid gap ' +
  'temperature temp pulse rate respirations resps resp pressure bp map cvp saturation saturations ' +
  'sats sat spo fio peep weight height bmi gcs glasgow scale score scores index qsofa sofa news ' +
  'wells curb chads vas pain grade type stage class phase category level step day days room ' +
  'ward bed apgar apgars para gravida gravity parity factor leads lead group number grafts genotype dispense x cin sounds age aged ages ' +
  'bishop gleason nihss mmse moca phq gad abvd cycle cycles session visit week month year ' +
  'trimester section figure series image slide item chapter appendix size ef ejection bsa jvp station grades ' +
  'dilated fraction times minus plus mrs rankin ecog karnofsky asa kps birads pirads tirads ' +
  'lirads rads meld ast protein globulin hco base excess sensitivity ratio titer titre gestation ' +
  'hgb hb auc hct plt hcg afp qtc qrs ckmb ck tsh lvef lv egfr wcc urate osmolality osmolarity ' +
  'calprotectin d3 peg spo fev fvc bili tbili line power strength tone reflexes murmur fr version protocol regimen channel vt mode';

export const VALUE_NAMES: ReadonlySet<string> = new Set(NAMES.split(' '));

/** May come between the name and its number: "potassium was at four". */
export const VALUE_FILLERS: ReadonlySet<string> = new Set(
  (
    'of is was at to are were equals about approximately around roughly nearly only now currently ' +
    'today still count level goal target status performance came back elevated up down measured score a reading'
  ).split(' '),
);

/** Words that form a compound with the number before them: "12-lead", "3-vessel". */
export const COMPOUND_HEADS: ReadonlySet<string> = new Set(
  'lead view vessel part fold gauge pillow chamber drug valve level port lumen'.split(' '),
);

/** After "one week", "two day": the time is an adjective, and joined with a hyphen. */
export const SPANS: ReadonlySet<string> = new Set(
  (
    'history course period trial follow followup interval supply regimen taper duration delay wait ' +
    'stay postoperative postop post visit prescription cycle survival mortality urine collection ' +
    'walk test infusion window holter ecg ekg monitor monitoring recall gap check review ' +
    'glucose oral postprandial appointment treatment admission prodrome evolution observation'
  ).split(' '),
);
