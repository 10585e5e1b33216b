/**
 * Drugs whose names have been confused with each other because they sound alike. After the FDA and
 * ISMP Lists of Look-Alike Drug Names with Recommended Tall Man Letters (2023),
 * https://www.ismp.org/recommendations/tall-man-letters-list, and the ISMP List of Confused Drug
 * Names, https://www.ismp.org/recommendations/confused-drug-names-list: a selection, in which some
 * sets join several of their pairs. It does not replace the lists.
 */
const SETS =
  'acetazolamide acetohexamide, alprazolam lorazepam clonazepam, amiloride amlodipine, ' +
  'amiodarone amantadine, amitriptyline nortriptyline, aripiprazole rabeprazole, ' +
  'atenolol atorvastatin, atomoxetine atorvastatin, azacitidine azathioprine, ' +
  'azithromycin erythromycin, baclofen bactroban, benazepril benadryl, bisoprolol bisacodyl, ' +
  'bupropion buspirone, captopril carvedilol, carbamazepine oxcarbazepine, ' +
  'carboplatin cisplatin oxaliplatin, cefazolin ceftriaxone, ' +
  'cefotaxime cefoxitin ceftazidime cefotetan, cefuroxime cefotaxime, celecoxib citalopram, ' +
  'celebrex celexa cerebyx, cetirizine sertraline, ' +
  'chlordiazepoxide chlorpromazine chlorpropamide, ciprofloxacin levofloxacin, ' +
  'citalopram escitalopram, clobazam clonazepam, clomiphene clomipramine, ' +
  'clonidine clonazepam, clonidine klonopin, clozapine olanzapine, cycloserine cyclosporine, ' +
  'cyclophosphamide cyclosporine, dactinomycin daptomycin, ' +
  'daunorubicin doxorubicin idarubicin epirubicin, desipramine imipramine, ' +
  'dexamethasone dexmedetomidine, diazepam diltiazem, dimenhydrinate diphenhydramine, ' +
  'dobutamine dopamine, doxycycline dicyclomine, duloxetine fluoxetine paroxetine, ' +
  'dronabinol droperidol, enalapril anafranil, ephedrine epinephrine, eribulin epirubicin, ' +
  'esomeprazole omeprazole, ethambutol ethionamide, etomidate etidronate, ' +
  'fentanyl sufentanil alfentanil remifentanil, flavoxate fluvoxamine, fludarabine flumazenil, ' +
  'fluoxetine fluvoxamine, fluvastatin fluvoxamine, folic folinic, fomepizole omeprazole, ' +
  'gabapentin gemfibrozil, glimepiride glipizide glyburide, guaifenesin guanfacine, ' +
  'humalog humulin, hydralazine hydroxyzine hydrochlorothiazide, hydrocodone oxycodone, ' +
  'hydrocortisone hydrocodone, hydromorphone morphine, hydroxychloroquine hydroxyurea, ' +
  'idarucizumab idarubicin, infliximab rituximab, isoniazid isordil, isotretinoin tretinoin, ' +
  'ketamine ketorolac, ketorolac methadone, labetalol lamotrigine, lamivudine lamotrigine, ' +
  'lamotrigine levetiracetam, lamotrigine terbinafine, leucovorin levothyroxine, ' +
  'leucovorin levoleucovorin, levetiracetam levofloxacin, levocarnitine levetiracetam, ' +
  'levothyroxine liothyronine, linezolid lisinopril, losartan valsartan, ' +
  'lovastatin atorvastatin, medroxyprogesterone methylprednisolone methyltestosterone, ' +
  'memantine methadone, metformin metronidazole, methadone methylphenidate, ' +
  'methazolamide methimazole metolazone, methimazole metronidazole, methotrexate metolazone, ' +
  'metoclopramide metoprolol, metoprolol misoprostol, metoprolol metformin, ' +
  'mifepristone misoprostol, mitomycin mitoxantrone, naloxone lanoxin, naloxone naltrexone, ' +
  'nicardipine nifedipine nimodipine, nitroglycerin nitroprusside, novolin novolog, ' +
  'olanzapine quetiapine, oxybutynin oxycontin, oxycodone oxycontin, oxytocin oxycontin, ' +
  'paclitaxel docetaxel, penicillin penicillamine, pentobarbital phenobarbital, ' +
  'pioglitazone rosiglitazone, prednisone prednisolone, primidone prednisone, prilosec prozac, ' +
  'probenecid procanbid, propranolol propofol, propylthiouracil mercaptopurine, ' +
  'protamine protonix, quetiapine olanzapine, quinidine quinine, ranitidine rimantadine, ' +
  'rifabutin rifampin rifaximin rifapentine, risperidone ropinirole, ropivacaine bupivacaine, ' +
  'rosuvastatin atorvastatin simvastatin pravastatin, saxagliptin sitagliptin sumatriptan, ' +
  'seroquel sinequan, sertraline cetirizine, sildenafil tadalafil vardenafil, ' +
  'simvastatin sitagliptin, sulfadiazine sulfasalazine sulfisoxazole, ' +
  'sumatriptan zolmitriptan, tamoxifen tamsulosin, tiagabine tizanidine, ' +
  'tolterodine tolcapone, topiramate torsemide, tramadol trazodone, tramadol toradol, ' +
  'valacyclovir valganciclovir, vancomycin vecuronium, venlafaxine varenicline, ' +
  'vinblastine vincristine vinorelbine, xanax zantac, zidovudine azathioprine, ' +
  'ziprasidone zaleplon, zolpidem zyloprim, zyprexa zyrtec, zyvox zovirax, lasix losec, ' +
  'plavix paxil, lantus lente, fosphenytoin fosamax, adderall inderal, aricept aciphex, ' +
  'coumadin cardura, hydroxyprogesterone medroxyprogesterone, nevirapine nelfinavir, ' +
  'terbutaline terbinafine, thioridazine thiothixene, tiopronin tiagabine, ' +
  'tolazamide tolbutamide, trimethoprim trimipramine';

/** Each name's partners. */
export const CONFUSED_NAMES: ReadonlyMap<string, readonly string[]> = (() => {
  const partners = new Map<string, Set<string>>();
  for (const names of SETS.split(', ').map((group) => group.split(' '))) {
    for (const name of names) {
      const confused = partners.get(name) ?? new Set();
      for (const other of names) if (other !== name) confused.add(other);
      partners.set(name, confused);
    }
  }
  return new Map([...partners].map(([name, others]) => [name, [...others]]));
})();
