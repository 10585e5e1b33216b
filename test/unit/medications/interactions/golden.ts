import type { Severity } from '../../../../src/medications/severity.js';

/** Pairs and the least that must be said of them, by the document that says so. */
export const SERIOUS: ReadonlyArray<{
  readonly source: string;
  readonly least: Severity;
  readonly pairs: string;
}> = [
  {
    source: 'FDA labels of thioridazine, pimozide, ziprasidone, dronedarone, dofetilide, section 4',
    least: 'contraindicated',
    pairs: `thioridazine + citalopram; pimozide + clarithromycin; ziprasidone + moxifloxacin;
      dronedarone + sotalol; dofetilide + hydrochlorothiazide`,
  },
  {
    source: 'CredibleMeds, known risk of torsades de pointes, two of them',
    least: 'major',
    pairs: `haloperidol + methadone; amiodarone + levofloxacin; sotalol + ondansetron;
      vandetanib + ondansetron; nilotinib + haloperidol; sotalol + haloperidol;
      citalopram + haloperidol; amiodarone + fluconazole`,
  },
  {
    source: 'CredibleMeds, known with known or possible risk of torsades de pointes',
    least: 'moderate',
    pairs: `methadone + ondansetron; escitalopram + ondansetron; hydroxychloroquine + azithromycin; ribociclib + ondansetron; citalopram + azithromycin;
      haloperidol + venlafaxine; ondansetron + clozapine; domperidone + lithium`,
  },
  {
    source: 'FDA labels of MAO inhibitors, section 4; Gillman 2005, doi:10.1093/bja/aei210',
    least: 'contraindicated',
    pairs: `phenelzine + fluoxetine; tranylcypromine + meperidine; selegiline + venlafaxine;
      rasagiline + meperidine; rasagiline + tramadol; rasagiline + dextromethorphan;
      phenelzine + pseudoephedrine; tranylcypromine + lisdexamfetamine; isocarboxazid + bupropion;
      phenelzine + levodopa; phenelzine + tranylcypromine; linezolid + phenelzine;
      phenelzine + clomipramine; tranylcypromine + carbamazepine;
      phenelzine + entacapone; isocarboxazid + buspirone; phenelzine + sertraline`,
  },
  {
    source: 'FDA labels of triptans and ergotamine, section 4',
    least: 'contraindicated',
    pairs: `moclobemide + sumatriptan; sumatriptan + dihydroergotamine; rizatriptan + eletriptan;
      zolmitriptan + ergotamine; phenelzine + rizatriptan`,
  },
  {
    source: 'FDA Drug Safety Communications on linezolid and methylene blue, 2011; labels of SSRIs',
    least: 'major',
    pairs: `linezolid + sertraline; linezolid + venlafaxine; rasagiline + duloxetine;
      rasagiline + amitriptyline; fluoxetine + tramadol; sertraline + st. john's wort extract;
      paroxetine + duloxetine; escitalopram + sertraline; linezolid + tramadol;
      methylene blue + paroxetine; methylene blue + venlafaxine`,
  },
  {
    source:
      'Boyer 2005, doi:10.1056/NEJMra041867; labels of opioids and antidepressants, section 7',
    least: 'moderate',
    pairs: `venlafaxine + fentanyl; escitalopram + trazodone; linezolid + pseudoephedrine;
      sertraline + buspirone; fluoxetine + lithium; linezolid + mirtazapine`,
  },
  {
    source: 'FDA boxed warning on opioids with benzodiazepines, 2016; on gabapentinoids, 2019',
    least: 'major',
    pairs: `oxycodone + alprazolam; morphine + gabapentin; hydrocodone + carisoprodol;
      buprenorphine + diazepam; fentanyl + midazolam; methadone + lorazepam; tramadol + zolpidem;
      codeine + pregabalin; ethanol + lorazepam; ethanol + oxycodone`,
  },
  {
    source: 'FDA labels of sodium oxybate and naltrexone, section 4',
    least: 'contraindicated',
    pairs: 'sodium oxybate + zolpidem; sodium oxybate + ethanol; oxycodone + naltrexone',
  },
  {
    source: 'FDA labels of buprenorphine and clozapine, sections 5 and 7',
    least: 'major',
    pairs: 'buprenorphine + oxycodone; clozapine + lorazepam; clozapine + benztropine',
  },
  {
    source: 'Beers 2023, table 5, doi:10.1111/jgs.18372',
    least: 'moderate',
    pairs: `oxybutynin + donepezil; amitriptyline + diphenhydramine; oxybutynin + hydroxyzine;
      lisinopril + losartan; prednisone + naproxen; warfarin + ibuprofen; warfarin + sertraline;
      morphine + lorazepam; oxycodone + pregabalin; haloperidol + levodopa`,
  },
  {
    source: 'ONC high-priority list, doi:10.1136/amiajnl-2011-000612; labels of anticoagulants',
    least: 'major',
    pairs: `warfarin + ibuprofen; warfarin + aspirin; apixaban + naproxen; rivaroxaban + clopidogrel;
      enoxaparin + warfarin; dabigatran etexilate + ketorolac; clopidogrel + naproxen;
      ibrutinib + apixaban; ticagrelor + prasugrel; alteplase + heparin; warfarin + celecoxib`,
  },
  {
    source: 'FDA label of ketorolac, section 4',
    least: 'contraindicated',
    pairs: `ketorolac + ibuprofen; ketorolac + aspirin; ketorolac + naproxen;
      ketorolac + pentoxifylline`,
  },
  {
    source: 'STOPP/START 3, doi:10.1007/s41999-023-00777-y; labels of NSAIDs and SSRIs, section 7',
    least: 'moderate',
    pairs: `aspirin + ibuprofen; sertraline + ibuprofen; apixaban + sertraline; aspirin + clopidogrel;
      lisinopril + ibuprofen; furosemide + naproxen; sertraline + hydrochlorothiazide`,
  },
  {
    source:
      'FDA labels of ACE inhibitors, sacubitril, amiloride, finerenone, sparsentan, section 4',
    least: 'contraindicated',
    pairs: `lisinopril + sacubitril; ramipril + sacubitril; amiloride + spironolactone;
      finerenone + amiloride; sparsentan + losartan; sparsentan + aliskiren;
      sparsentan + bosentan; triamterene + spironolactone`,
  },
  {
    source: 'ONTARGET, doi:10.1056/NEJMoa0801317; Fralick 2014, doi:10.1136/bmj.g6196; labels',
    least: 'major',
    pairs: `ramipril + telmisartan; aliskiren + valsartan; trimethoprim + lisinopril;
      trimethoprim + spironolactone; spironolactone + potassium chloride; lisinopril + amiloride;
      tacrolimus + spironolactone`,
  },
  {
    source: 'Labels of potassium salts, digoxin, drospirenone, enoxaparin and zolpidem',
    least: 'moderate',
    pairs: `losartan + potassium chloride; digoxin + furosemide; digoxin + hydrochlorothiazide;
      drospirenone + spironolactone; enoxaparin + aspirin; zolpidem + lorazepam`,
  },
  {
    source: 'FDA labels of potassium chloride (2018) and of oral tranexamic acid, section 4',
    least: 'contraindicated',
    pairs: `potassium chloride + amiloride; potassium chloride + triamterene;
      tranexamic acid + ethinyl estradiol`,
  },
  {
    source: 'Boxed warnings of aminoglycosides, amphotericin B, ciclosporin, cisplatin',
    least: 'major',
    pairs: `gentamicin + vancomycin; amphotericin b + cyclosporine; tacrolimus + ibuprofen;
      cisplatin + gentamicin; colistimethate + amikacin;
      ethacrynic acid + tobramycin; rocuronium + gentamicin`,
  },
  {
    source:
      'FDA labels of tacrolimus and tenofovir, section 5; Luther 2018, doi:10.1097/CCM.0000000000002769',
    least: 'moderate',
    pairs: `cyclosporine + tacrolimus; vancomycin + piperacillin; gentamicin + furosemide;
      tenofovir disoproxil + diclofenac; gentamicin + ibuprofen`,
  },
  {
    source: 'ADA Standards of Care; labels of insulins and sulfonylureas, section 7',
    least: 'moderate',
    pairs: `glipizide + levofloxacin; insulin glargine + propranolol; glyburide + sulfamethoxazole;
      glimepiride + liraglutide; sitagliptin + semaglutide; insulin lispro + prednisone;
      insulin glargine + glimepiride`,
  },
  {
    source: 'FDA labels of PDE5 inhibitors, riociguat, apomorphine, ivabradine, section 4',
    least: 'contraindicated',
    pairs: `nitroglycerin + sildenafil; isosorbide mononitrate + tadalafil; riociguat + sildenafil;
      riociguat + nitroglycerin; apomorphine + ondansetron; ivabradine + diltiazem;
      vardenafil + isosorbide dinitrate`,
  },
  {
    source:
      'FDA labels of beta-blockers, verapamil, digoxin, fingolimod, tizanidine, sections 5 and 7',
    least: 'major',
    pairs: `metoprolol + verapamil; atenolol + diltiazem; digoxin + verapamil; timolol + verapamil;
      fingolimod + metoprolol; amiodarone + verapamil; mavacamten + disopyramide;
      tizanidine + clonidine; propranolol + albuterol; epinephrine + propranolol`,
  },
  {
    source: 'FDA labels of donepezil, clonidine, lacosamide, doxazosin, section 7',
    least: 'moderate',
    pairs: `donepezil + bisoprolol; clonidine + propranolol; lacosamide + diltiazem;
      doxazosin + sildenafil; clonidine + amitriptyline`,
  },
  {
    source: 'FDA labels of bupropion, clozapine, zidovudine, methotrexate, leflunomide, section 5',
    least: 'major',
    pairs: `bupropion + tramadol; ciprofloxacin + theophylline; clozapine + carbamazepine;
      zidovudine + ganciclovir; methotrexate + trimethoprim; leflunomide + methotrexate;
      desmopressin + sertraline; desmopressin + furosemide; gemfibrozil + simvastatin;
      isotretinoin + vitamin a; dapsone + primaquine; doxorubicin + trastuzumab;
      tamoxifen + estradiol; tranexamic acid + ethinyl estradiol`,
  },
  {
    source:
      'FDA labels of stavudine, acitretin, bosentan, disulfiram, isotretinoin, bleomycin, tetrabenazine, section 4',
    least: 'contraindicated',
    pairs: `didanosine + stavudine; methotrexate + acitretin; bosentan + glyburide;
      bosentan + cyclosporine; disulfiram + ethanol; isotretinoin + doxycycline;
      bleomycin + brentuximab vedotin; tetrabenazine + reserpine`,
  },
  {
    source: 'FDA labels of fluoroquinolones, oxcarbazepine, valproate, daptomycin, colchicine',
    least: 'moderate',
    pairs: `levofloxacin + prednisone; valproic acid + topiramate; oxcarbazepine + hydrochlorothiazide;
      metronidazole + ethanol; daptomycin + atorvastatin; colchicine + atorvastatin;
      calcitriol + hydrochlorothiazide`,
  },
  {
    source: 'FDA labels of quinolones, tetracyclines, levothyroxine, bisphosphonates, section 7',
    least: 'moderate',
    pairs: `ciprofloxacin + calcium carbonate; doxycycline + ferrous sulfate;
      levothyroxine + calcium carbonate; levothyroxine + ferrous sulfate;
      alendronate + calcium carbonate; mycophenolate mofetil + magnesium hydroxide;
      levothyroxine + cholestyramine resin; ciprofloxacin + sucralfate; moxifloxacin + zinc sulfate;
      eltrombopag + calcium carbonate; penicillamine + ferrous sulfate`,
  },
  {
    source: 'HHS antiretroviral guidelines; labels of kinase inhibitors and azoles, section 7',
    least: 'major',
    pairs: `dolutegravir + aluminum hydroxide; raltegravir + magnesium hydroxide;
      rilpivirine + omeprazole; atazanavir + omeprazole;
      dasatinib + pantoprazole; erlotinib + esomeprazole; ketoconazole + omeprazole;
      velpatasvir + omeprazole`,
  },
  {
    source: 'FDA labels of antipsychotics and dopamine agonists, section 7; Beers 2023, table 3',
    least: 'major',
    pairs: `levodopa + metoclopramide; haloperidol + pramipexole; olanzapine + levodopa;
      prochlorperazine + ropinirole; metoclopramide + haloperidol; metoclopramide + olanzapine`,
  },
  {
    source: 'CDC ACIP General Best Practice Guidelines; IDSA 2013, doi:10.1093/cid/cit684',
    least: 'major',
    pairs: `varicella virus vaccine live + adalimumab; yellow fever vaccine live + prednisone;
      measles virus vaccine live + cyclophosphamide; influenza virus vaccine live + tacrolimus;
      typhoid vaccine live + rituximab`,
  },
  {
    source: 'ACR 2021, doi:10.1002/acr.24596; labels of biologicals and JAK inhibitors, section 5',
    least: 'major',
    pairs: `adalimumab + anakinra; tofacitinib + azathioprine; natalizumab + fingolimod;
      etanercept + abatacept; upadacitinib + adalimumab`,
  },
];

/** Everyday partners of which nothing at moderate or above may be said by these tables. */
export const EVERYDAY = `amoxicillin + acetaminophen; metformin + lisinopril;
  atorvastatin + levothyroxine; omeprazole + amlodipine; metformin + atorvastatin;
  lisinopril + atorvastatin; lisinopril + amlodipine; lisinopril + hydrochlorothiazide;
  losartan + hydrochlorothiazide; losartan + amlodipine; metoprolol + amlodipine;
  metoprolol + lisinopril; metformin + sitagliptin; metformin + glipizide;
  metformin + empagliflozin; metformin + semaglutide; metformin + insulin glargine;
  insulin glargine + insulin lispro; albuterol + fluticasone; albuterol + tiotropium;
  salmeterol + fluticasone; albuterol + montelukast; formoterol + budesonide;
  budesonide + ibuprofen; loratadine + montelukast; cetirizine + fluticasone;
  levothyroxine + metformin; levothyroxine + lisinopril; levothyroxine + sertraline;
  sertraline + amoxicillin; sertraline + lisinopril; sertraline + metformin;
  sertraline + atorvastatin; escitalopram + levothyroxine; escitalopram + atorvastatin;
  escitalopram + lamotrigine; bupropion + sertraline; bupropion + lisinopril;
  gabapentin + lisinopril; gabapentin + metformin; gabapentin + atorvastatin;
  gabapentin + acetaminophen; acetaminophen + ibuprofen; acetaminophen + lisinopril;
  acetaminophen + omeprazole; acetaminophen + sertraline; famotidine + metoprolol;
  famotidine + lisinopril; omeprazole + metformin; omeprazole + lisinopril;
  omeprazole + ibuprofen; omeprazole + aspirin; pantoprazole + apixaban;
  pantoprazole + clopidogrel; pantoprazole + metoprolol; aspirin + metoprolol;
  aspirin + atorvastatin; aspirin + lisinopril; aspirin + metformin; apixaban + metoprolol;
  apixaban + atorvastatin; apixaban + lisinopril; apixaban + metformin; apixaban + acetaminophen;
  apixaban + levothyroxine; rivaroxaban + bisoprolol; warfarin + lisinopril;
  warfarin + metoprolol; warfarin + gabapentin; digoxin + lisinopril; furosemide + lisinopril;
  furosemide + metoprolol; furosemide + potassium chloride; furosemide + spironolactone;
  furosemide + albuterol; spironolactone + metoprolol; spironolactone + hydrochlorothiazide;
  sacubitril + metoprolol; sacubitril + empagliflozin; empagliflozin + lisinopril;
  empagliflozin + furosemide; tamsulosin + finasteride; tamsulosin + lisinopril;
  tamsulosin + amlodipine; finasteride + lisinopril; allopurinol + colchicine;
  allopurinol + lisinopril; allopurinol + atorvastatin; cephalexin + lisinopril;
  cephalexin + acetaminophen; amoxicillin + metformin; amoxicillin + omeprazole;
  azithromycin + albuterol; azithromycin + prednisone; doxycycline + lisinopril;
  doxycycline + metformin; nitrofurantoin + lisinopril; valacyclovir + sertraline;
  valacyclovir + lisinopril; acyclovir + ibuprofen; ondansetron + acetaminophen;
  ondansetron + omeprazole; prednisone + albuterol; prednisone + lisinopril;
  prednisone + amoxicillin; prednisone + omeprazole; methotrexate + folic acid;
  adalimumab + methotrexate; hydroxychloroquine + methotrexate; etanercept + hydroxychloroquine;
  memantine + donepezil; donepezil + lisinopril; levodopa + carbidopa; levodopa + pramipexole;
  levodopa + quetiapine; rasagiline + levodopa; lamotrigine + levetiracetam;
  levetiracetam + lisinopril; topiramate + sertraline; sumatriptan + propranolol;
  sumatriptan + topiramate; sumatriptan + naproxen; cyanocobalamin + metformin;
  folic acid + ferrous sulfate; cholecalciferol + alendronate; cholecalciferol + lisinopril;
  cholecalciferol + calcium carbonate; latanoprost + lisinopril; estradiol + levothyroxine;
  estradiol + progesterone; ethinyl estradiol + amoxicillin; ethinyl estradiol + sertraline;
  levonorgestrel + ibuprofen; ezetimibe + atorvastatin; rosuvastatin + fenofibrate;
  rosuvastatin + lisinopril; nitroglycerin + metoprolol; nitroglycerin + aspirin;
  isosorbide mononitrate + metoprolol; hydralazine + isosorbide dinitrate;
  clonidine + amlodipine; doxazosin + lisinopril; valsartan + amlodipine;
  dapagliflozin + sacubitril; semaglutide + lisinopril; semaglutide + atorvastatin;
  tirzepatide + metformin; dulaglutide + empagliflozin; melatonin + sertraline;
  melatonin + lisinopril; polyethylene glycol 3350 + lisinopril; docusate + oxycodone;
  sennosides + oxycodone; nicotine + varenicline; mirabegron + amlodipine;
  mirabegron + lisinopril; oxybutynin + lisinopril; solifenacin + amlodipine;
  tenofovir alafenamide + emtricitabine; bictegravir + emtricitabine;
  dolutegravir + lamivudine; letrozole + palbociclib; anastrozole + denosumab;
  tamoxifen + gabapentin; imatinib + allopurinol; osimertinib + lisinopril;
  enzalutamide + leuprolide; abiraterone + prednisone; erenumab + topiramate;
  ubrogepant + sumatriptan; dupilumab + albuterol; secukinumab + lisinopril;
  ustekinumab + mesalamine; vedolizumab + mesalamine; mesalamine + prednisone;
  ursodiol + omeprazole; rifaximin + lactulose; lactulose + spironolactone;
  carvedilol + lisinopril; carvedilol + spironolactone; carvedilol + furosemide;
  aripiprazole + lamotrigine; aripiprazole + sertraline; lithium + lamotrigine;
  quetiapine + lamotrigine; methylphenidate + sertraline; methylphenidate + cetirizine;
  ferrous sulfate + acetaminophen; sildenafil + lisinopril; sildenafil + metformin;
  tadalafil + atorvastatin; clopidogrel + atorvastatin; clopidogrel + metoprolol;
  clopidogrel + lisinopril; mycophenolate mofetil + prednisone;
  tacrolimus + mycophenolate mofetil; tacrolimus + prednisone; rifampin + isoniazid;
  isoniazid + pyrazinamide; ethambutol + rifampin; trimethoprim + sulfamethoxazole;
  amoxicillin + clavulanate; ceftriaxone + azithromycin; vancomycin + ceftriaxone;
  insulin lispro + lisinopril; insulin glargine + metoprolol; insulin glargine + atorvastatin;
  bisoprolol + ramipril; bisoprolol + amlodipine; ramipril + amlodipine; indapamide + perindopril`;
