import { describe, expect, it } from 'vitest';
import { createContraindications } from '../../../../src/medications/conditions/contraindications.js';
import { weightOf } from '../../../../src/medications/severity.js';
import { taken } from '../../../support/medication-case.js';
import { shippedClasses } from '../../../support/medication-tables.js';
import { conditions, inWords } from './in-words.js';

const { check } = createContraindications(conditions, shippedClasses());

/** Section "Contraindications" of labels (FDA, or EU where it says so), one line a condition. */
const LABELS: Readonly<Record<string, string>> = {
  'acute abdomen': 'sennosides metoclopramide neostigmine polyethylene_glycol_3350',
  'acute alcohol intoxication': 'metformin diazepam morphine',
  'acute heart failure': 'verapamil fingolimod bisoprolol naproxen',
  'acute liver failure': 'acetaminophen valproic_acid',
  'aortic dissection': 'alteplase hydralazine',
  'bloody diarrhoea': 'loperamide',
  burns: 'succinylcholine',
  'cerebral aneurysm': 'alteplase',
  'faecal impaction': 'psyllium',
  'folate deficiency': 'methotrexate trimethoprim',
  jaundice: 'isoniazid rifampin',
  'mitral stenosis': 'hydralazine minoxidil',
  'optic neuritis': 'ethambutol quinine adalimumab',
  'pericardial effusion': 'minoxidil alteplase',
  'recent surgery': 'alteplase bevacizumab',
  shingles: 'tofacitinib fingolimod',
  'ventricular tachycardia': 'digoxin flecainide',
  'active bleeding': 'apixaban rivaroxaban warfarin clopidogrel ticagrelor prasugrel',
  "Addison's disease": 'spironolactone',
  'alcohol dependence': 'methotrexate',
  angioedema: 'lisinopril sacubitril enalapril',
  'aplastic anaemia': 'carbamazepine felbamate deferiprone',
  'acute severe asthma': 'morphine oxycodone fentanyl bisoprolol diazepam',
  anuria: 'furosemide hydrochlorothiazide spironolactone mannitol',
  asthma: 'propranolol nadolol carvedilol timolol adenosine bethanechol',
  'bile duct obstruction': 'cholestyramine_resin ursodiol colesevelam fenofibrate telmisartan',
  'bowel obstruction':
    'metoclopramide morphine oxycodone bisacodyl neostigmine sennosides domperidone sevelamer lactulose',
  'breast cancer': 'estradiol testosterone medroxyprogesterone',
  bradycardia: 'metoprolol ivabradine',
  bulimia: 'bupropion',
  'carotid stenosis': 'etoricoxib diclofenac sumatriptan',
  cirrhosis: 'ranolazine acarbose tetrabenazine',
  'complete heart block': 'verapamil bisoprolol flecainide fingolimod cyclobenzaprine',
  'coronary artery disease': 'sumatriptan dihydroergotamine disulfiram flecainide',
  'decompensated cirrhosis': 'atorvastatin bosentan methotrexate ticagrelor tizanidine',
  depression: 'tetrabenazine reserpine mefloquine',
  'diabetic ketoacidosis': 'metformin empagliflozin glyburide',
  dialysis: 'metformin dabigatran_etexilate methotrexate alendronate acamprosate',
  epilepsy: 'bupropion metoclopramide dalfampridine mefloquine',
  'gallbladder disease': 'fenofibrate eluxadoline',
  'G6PD deficiency': 'rasburicase pegloticase tafenoquine primaquine nitrofurantoin',
  gastroparesis: 'oxybutynin pramlintide',
  'heart failure': 'pioglitazone dronedarone cilostazol itraconazole cyclobenzaprine',
  'hepatitis B': 'rituximab ocrelizumab',
  HIT: 'heparin enoxaparin',
  hyperkalaemia: 'potassium_chloride spironolactone triamterene succinylcholine',
  hyperthyroidism: 'levothyroxine cyclobenzaprine midodrine',
  hypocalcaemia: 'denosumab alendronate zoledronic_acid',
  hyponatraemia: 'desmopressin acetazolamide',
  ketoacidosis: 'dapagliflozin',
  'long QT syndrome': 'sotalol dofetilide ziprasidone pimozide thioridazine citalopram',
  'malignant hyperthermia': 'succinylcholine sevoflurane',
  'medullary thyroid cancer': 'liraglutide dulaglutide tirzepatide',
  'migraine with aura': 'ethinyl_estradiol',
  'multiple sclerosis': 'adalimumab etanercept',
  'myasthenia gravis': 'telithromycin ciprofloxacin',
  'narrow-angle glaucoma': 'oxybutynin tolterodine atomoxetine levodopa',
  'opioid dependence': 'naltrexone',
  "Paget's disease of bone": 'teriparatide',
  'peptic ulcer': 'ketorolac niacin',
  phaeochromocytoma: 'metoclopramide phenelzine methylphenidate glucagon midodrine',
  porphyria: 'phenobarbital carbamazepine valproic_acid sulfamethoxazole',
  'primary polydipsia': 'desmopressin',
  'prostate cancer': 'testosterone',
  'pulmonary fibrosis': 'ambrisentan riociguat',
  'recent myocardial infarction':
    'sildenafil tadalafil fingolimod amitriptyline romosozumab cilostazol',
  'recent CABG': 'ketorolac ibuprofen celecoxib',
  'recent stroke': 'vardenafil siponimod tirofiban',
  'renal artery stenosis': 'ramipril losartan',
  'respiratory depression': 'morphine diazepam sodium_oxybate',
  'sick sinus syndrome': 'diltiazem digoxin verapamil',
  'sickle cell disease': 'ribavirin ethinyl_estradiol',
  'severe asthma': 'morphine bisoprolol',
  stroke: 'prasugrel sumatriptan vorapaxar celecoxib diclofenac',
  'suicidal ideation': 'tetrabenazine deutetrabenazine',
  'systemic fungal infection': 'prednisolone dexamethasone adalimumab',
  'tardive dyskinesia': 'metoclopramide',
  'toxic megacolon': 'loperamide',
  tuberculosis: 'infliximab tofacitinib',
  'ulcerative colitis': 'acarbose miglitol alosetron',
  'undiagnosed vaginal bleeding': 'estradiol ethinyl_estradiol',
  'urea cycle disorder': 'valproic_acid',
  'urinary retention': 'oxybutynin solifenacin bethanechol',
  DVT: 'raloxifene tranexamic_acid ethinyl_estradiol tamoxifen',
  WPW: 'verapamil digoxin sumatriptan',
};

const PAIRS = Object.entries(LABELS).flatMap(([condition, drugs]) =>
  drugs
    .split(' ')
    .filter((drug) => drug !== '')
    .map((drug) => [condition, drug.replaceAll('_', ' ')] as const),
);

describe('what a label forbids', () => {
  it('is many', () => {
    expect(PAIRS.length).toBeGreaterThan(150);
  });

  it.each(PAIRS)('%s: %s', (condition, drug) => {
    const { findings } = check([taken(drug)], inWords({ conditions: [condition] }));
    const heaviest = Math.max(0, ...findings.map(({ severity }) => weightOf(severity)));
    expect(heaviest).toBeGreaterThanOrEqual(weightOf('major'));
  });
});
