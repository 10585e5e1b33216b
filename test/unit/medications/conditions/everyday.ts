/** People as they come to a clinic or a ward, on standard treatment. */
export interface Everyday {
  readonly who: string;
  readonly facts: Readonly<Record<string, number | string>>;
  readonly conditions: readonly string[];
  readonly drugs: readonly string[];
  readonly pregnant?: boolean;
  readonly lactating?: boolean;
  /** What a pharmacist would mention too: `drug kind`. */
  readonly expected?: readonly string[];
}

export const EVERYDAY: readonly Everyday[] = [
  {
    who: 'hypertension and diabetes at 65',
    facts: { age: 65, sex: 'M' },
    conditions: ['hypertension', 'type 2 diabetes'],
    drugs: ['lisinopril', 'amlodipine', 'metformin', 'atorvastatin'],
  },
  {
    who: 'coronary disease',
    facts: { age: 68, sex: 'M' },
    conditions: ['CAD', 'previous MI', 'hypertension', 'hyperlipidaemia'],
    drugs: ['aspirin', 'bisoprolol', 'ramipril', 'atorvastatin', 'clopidogrel'],
  },
  {
    who: 'heart failure on four pillars',
    facts: { age: 72, sex: 'M', ejection_fraction: 30 },
    conditions: ['HFrEF', 'AF'],
    drugs: [
      'sacubitril',
      'valsartan',
      'bisoprolol',
      'spironolactone',
      'dapagliflozin',
      'furosemide',
      'apixaban',
    ],
  },
  {
    who: 'preserved ejection fraction',
    facts: { age: 78, sex: 'F' },
    conditions: ['HFpEF', 'hypertension', 'obesity'],
    drugs: ['empagliflozin', 'furosemide', 'candesartan', 'amlodipine'],
  },
  {
    who: 'atrial fibrillation',
    facts: { age: 75, sex: 'F' },
    conditions: ['atrial fibrillation', 'hypertension'],
    drugs: ['apixaban', 'metoprolol', 'amlodipine'],
  },
  {
    who: 'stroke',
    facts: { age: 70, sex: 'M' },
    conditions: ['ischaemic stroke 2021', 'HTN'],
    drugs: ['clopidogrel', 'atorvastatin', 'perindopril', 'indapamide'],
  },
  {
    who: 'COPD',
    facts: { age: 67, sex: 'M' },
    conditions: ['COPD', 'ex-smoker'],
    drugs: ['tiotropium', 'olodaterol', 'albuterol'],
  },
  {
    who: 'COPD and coronary disease',
    facts: { age: 70, sex: 'M' },
    conditions: ['COPD', 'IHD'],
    drugs: ['bisoprolol', 'aspirin', 'atorvastatin', 'umeclidinium', 'vilanterol', 'fluticasone'],
  },
  {
    who: 'asthma',
    facts: { age: 30, sex: 'F' },
    conditions: ['asthma', 'hay fever'],
    drugs: ['budesonide', 'formoterol', 'albuterol', 'montelukast', 'cetirizine'],
  },
  {
    who: 'kidney disease',
    facts: { age: 64, sex: 'M', egfr: 42 },
    conditions: ['CKD 3b', 'T2DM', 'hypertension'],
    drugs: ['ramipril', 'empagliflozin', 'atorvastatin', 'amlodipine', 'linagliptin'],
  },
  {
    who: 'dialysis',
    facts: { age: 60, sex: 'M', egfr: 8 },
    conditions: ['ESRD on dialysis', 'hypertension'],
    drugs: ['sevelamer', 'epoetin alfa', 'amlodipine', 'atorvastatin'],
  },
  {
    who: 'epilepsy',
    facts: { age: 28, sex: 'M' },
    conditions: ['epilepsy'],
    drugs: ['levetiracetam', 'lamotrigine'],
  },
  {
    who: 'Parkinson',
    facts: { age: 70, sex: 'M' },
    conditions: ["Parkinson's disease", 'constipation'],
    drugs: ['levodopa', 'carbidopa', 'rasagiline', 'polyethylene glycol 3350'],
  },
  {
    who: 'dementia',
    facts: { age: 82, sex: 'F' },
    conditions: ["Alzheimer's disease", 'hypertension'],
    drugs: ['donepezil', 'memantine', 'amlodipine'],
  },
  {
    who: 'depression',
    facts: { age: 40, sex: 'F' },
    conditions: ['depression', 'anxiety'],
    drugs: ['sertraline', 'mirtazapine'],
  },
  {
    who: 'depression at 70',
    facts: { age: 70, sex: 'F' },
    conditions: ['depression', 'hypertension'],
    drugs: ['sertraline', 'amlodipine', 'omeprazole'],
  },
  {
    who: 'bipolar disorder',
    facts: { age: 45, sex: 'M' },
    conditions: ['bipolar disorder'],
    drugs: ['lithium', 'quetiapine'],
  },
  {
    who: 'schizophrenia',
    facts: { age: 35, sex: 'M' },
    conditions: ['schizophrenia'],
    drugs: ['olanzapine', 'aripiprazole'],
  },
  { who: 'ADHD', facts: { age: 10, sex: 'M' }, conditions: ['ADHD'], drugs: ['methylphenidate'] },
  {
    who: 'rheumatoid arthritis',
    facts: { age: 58, sex: 'F' },
    conditions: ['rheumatoid arthritis'],
    drugs: ['methotrexate', 'folic acid', 'hydroxychloroquine', 'adalimumab'],
  },
  {
    who: 'gout',
    facts: { age: 60, sex: 'M' },
    conditions: ['gout', 'hypertension'],
    drugs: ['allopurinol', 'colchicine', 'losartan', 'amlodipine'],
  },
  {
    who: 'osteoporosis',
    facts: { age: 74, sex: 'F' },
    conditions: ['osteoporosis', 'hypothyroidism'],
    drugs: ['alendronate', 'cholecalciferol', 'calcium carbonate', 'levothyroxine'],
  },
  {
    who: 'osteoarthritis',
    facts: { age: 70, sex: 'F' },
    conditions: ['osteoarthritis'],
    drugs: ['acetaminophen', 'omeprazole'],
  },
  {
    who: 'enlarged prostate',
    facts: { age: 71, sex: 'M' },
    conditions: ['BPH', 'hypertension'],
    drugs: ['tamsulosin', 'finasteride', 'amlodipine', 'losartan'],
  },
  {
    who: 'prostate and COPD',
    facts: { age: 73, sex: 'M' },
    conditions: ['BPH', 'COPD'],
    drugs: ['tamsulosin', 'tiotropium', 'albuterol'],
  },
  {
    who: 'open-angle glaucoma',
    facts: { age: 69, sex: 'F' },
    conditions: ['POAG'],
    drugs: ['latanoprost', 'sertraline'],
  },
  {
    who: 'Crohn',
    facts: { age: 33, sex: 'F' },
    conditions: ["Crohn's disease"],
    drugs: ['azathioprine', 'infliximab', 'mesalamine'],
  },
  {
    who: 'reflux',
    facts: { age: 50, sex: 'M' },
    conditions: ['GERD'],
    drugs: ['omeprazole', 'alginic acid'],
  },
  {
    who: 'peptic ulcer and coronary disease with a PPI',
    facts: { age: 66, sex: 'M' },
    conditions: ['peptic ulcer disease', 'CAD'],
    drugs: ['aspirin', 'pantoprazole', 'atorvastatin'],
  },
  {
    who: 'cirrhosis',
    facts: { age: 55, sex: 'M' },
    conditions: ['cirrhosis', 'ascites', 'oesophageal varices'],
    drugs: ['spironolactone', 'furosemide', 'propranolol', 'lactulose', 'rifaximin'],
  },
  {
    who: 'thyroid',
    facts: { age: 45, sex: 'F' },
    conditions: ['hypothyroidism'],
    drugs: ['levothyroxine'],
  },
  {
    who: 'migraine',
    facts: { age: 29, sex: 'F' },
    conditions: ['migraine'],
    drugs: ['sumatriptan', 'propranolol', 'ibuprofen'],
  },
  {
    who: 'contraception',
    facts: { age: 24, sex: 'F' },
    conditions: ['contraception', 'acne'],
    drugs: ['ethinyl estradiol', 'levonorgestrel'],
  },
  {
    who: 'pregnancy',
    facts: { age: 29, sex: 'F' },
    conditions: ['asthma'],
    pregnant: true,
    drugs: [
      'folic acid',
      'ferrous sulfate',
      'budesonide',
      'albuterol',
      'acetaminophen',
      'levothyroxine',
    ],
  },
  {
    who: 'pregnancy with hypertension',
    facts: { age: 33, sex: 'F' },
    conditions: ['gestational hypertension'],
    pregnant: true,
    drugs: ['labetalol', 'nifedipine', 'amoxicillin'],
  },
  {
    who: 'breastfeeding',
    facts: { age: 31, sex: 'F' },
    conditions: ['depression'],
    lactating: true,
    drugs: ['sertraline', 'ibuprofen', 'acetaminophen', 'amoxicillin', 'norethindrone'],
  },
  {
    who: 'child with infection',
    facts: { age: 5, sex: 'F' },
    conditions: ['otitis media'],
    drugs: ['amoxicillin', 'ibuprofen', 'acetaminophen'],
  },
  {
    who: 'child with asthma',
    facts: { age: 8, sex: 'M' },
    conditions: ['asthma', 'eczema'],
    drugs: ['fluticasone', 'albuterol', 'montelukast', 'cetirizine', 'hydrocortisone'],
  },
  {
    who: 'type 1 diabetes',
    facts: { age: 22, sex: 'M' },
    conditions: ['type 1 diabetes'],
    drugs: ['insulin glargine', 'insulin aspart'],
  },
  {
    who: 'insulin at 70',
    facts: { age: 70, sex: 'F' },
    conditions: ['T2DM', 'hypertension'],
    drugs: ['insulin glargine', 'insulin aspart', 'metformin', 'lisinopril'],
  },
  {
    who: 'kidney transplant',
    facts: { age: 50, sex: 'M' },
    conditions: ['kidney transplant'],
    drugs: [
      'tacrolimus',
      'mycophenolate mofetil',
      'prednisone',
      'sulfamethoxazole',
      'trimethoprim',
    ],
  },
  {
    who: 'HIV',
    facts: { age: 40, sex: 'M' },
    conditions: ['HIV'],
    drugs: ['bictegravir', 'emtricitabine', 'tenofovir alafenamide'],
  },
  {
    who: 'venous thrombosis',
    facts: { age: 55, sex: 'M' },
    conditions: ['DVT'],
    drugs: ['rivaroxaban'],
  },
  {
    who: 'mechanical valve',
    facts: { age: 60, sex: 'M' },
    conditions: ['mechanical aortic valve'],
    drugs: ['warfarin', 'aspirin', 'metoprolol'],
  },
  {
    who: 'obesity and diabetes',
    facts: { age: 52, sex: 'F' },
    conditions: ['obesity', 'T2DM', 'fatty liver'],
    drugs: ['semaglutide', 'metformin', 'rosuvastatin'],
  },
  {
    who: 'pneumonia on a ward',
    facts: { age: 76, sex: 'M', egfr: 65 },
    conditions: ['pneumonia', 'COPD'],
    drugs: [
      'amoxicillin',
      'clavulanate',
      'doxycycline',
      'prednisolone',
      'enoxaparin',
      'albuterol',
      'ipratropium',
    ],
  },
  {
    who: 'after a hip fracture',
    facts: { age: 84, sex: 'F' },
    conditions: ['hip fracture', 'osteoporosis'],
    drugs: ['acetaminophen', 'enoxaparin', 'senna', 'cholecalciferol', 'zoledronic acid'],
  },
  {
    who: 'opioid substitution',
    facts: { age: 38, sex: 'M' },
    conditions: ['opioid use disorder', 'hepatitis C'],
    drugs: ['buprenorphine', 'naloxone', 'sofosbuvir', 'velpatasvir'],
  },
];
