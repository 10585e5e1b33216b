// Pairs whose weight is written in a label, a guideline or a regulator's table. One line for one
// source: `least | drug | partners | source`. Each is expected at that severity or above.

export const LOUD = `
contraindicated | simvastatin | itraconazole, ketoconazole, posaconazole, voriconazole, erythromycin, clarithromycin, telithromycin, nefazodone, cobicistat, ritonavir, gemfibrozil, cyclosporine, danazol | US label of simvastatin, section 4
major | simvastatin | verapamil, diltiazem, dronedarone, amiodarone, lomitapide | US label of simvastatin, dose limits
moderate | simvastatin | amlodipine, ranolazine | US label of simvastatin, dose limits
contraindicated | lovastatin | itraconazole, ketoconazole, posaconazole, voriconazole, erythromycin, clarithromycin, nefazodone, cobicistat | US label of lovastatin, section 4
major | atorvastatin | cyclosporine, clarithromycin, itraconazole, gemfibrozil, darunavir, saquinavir | US label of atorvastatin, dose limits
major | rosuvastatin | cyclosporine, gemfibrozil, atazanavir, lopinavir, darolutamide, regorafenib | US label of rosuvastatin, dose limits
contraindicated | pitavastatin | cyclosporine | US label of pitavastatin, section 4
moderate | pitavastatin | erythromycin | US label of pitavastatin, dose limits
contraindicated | lomitapide | clarithromycin, itraconazole, ketoconazole, fluconazole, diltiazem, verapamil, ritonavir | US label of lomitapide, section 4
contraindicated | ivabradine | ketoconazole, itraconazole, clarithromycin, nefazodone, ritonavir, diltiazem, verapamil | EU SmPC of ivabradine, 4.3
contraindicated | ranolazine | ketoconazole, itraconazole, clarithromycin, nefazodone, ritonavir, rifampin, carbamazepine, phenytoin, phenobarbital, rifabutin | US label of ranolazine, section 4
major | ranolazine | diltiazem, verapamil, erythromycin | US label of ranolazine, dose limits
contraindicated | eplerenone | ketoconazole, itraconazole, nefazodone, clarithromycin, ritonavir, nelfinavir | US label of eplerenone, section 4
contraindicated | finerenone | itraconazole, ketoconazole, ritonavir, clarithromycin, cobicistat | US label of finerenone, section 4
moderate | finerenone | erythromycin, verapamil, fluconazole | US label of finerenone, section 7
major | finerenone | rifampin, carbamazepine, phenytoin | US label of finerenone, section 7
contraindicated | tolvaptan | ketoconazole, clarithromycin, itraconazole, ritonavir, nefazodone | US label of tolvaptan, section 4
major | ticagrelor | ketoconazole, itraconazole, voriconazole, clarithromycin, ritonavir, rifampin, phenytoin, carbamazepine, phenobarbital | US label of ticagrelor, section 7
major | clopidogrel | omeprazole, esomeprazole | US label of clopidogrel, section 7
major | repaglinide | clopidogrel | EU SmPC of repaglinide, 4.3
contraindicated | repaglinide | gemfibrozil | US label of repaglinide, section 4
contraindicated | selexipag | gemfibrozil | US label of selexipag, section 4
major | rivaroxaban | ketoconazole, ritonavir, itraconazole, carbamazepine, phenytoin, rifampin, st. john's wort extract | US label of rivaroxaban, section 7
major | apixaban | ketoconazole, itraconazole, ritonavir, rifampin, carbamazepine, phenytoin, st. john's wort extract | US label of apixaban, section 7
major | dabigatran etexilate | rifampin, ketoconazole, dronedarone, cyclosporine, itraconazole | EU SmPC of dabigatran, 4.3 and 4.5
moderate | dabigatran etexilate | verapamil, amiodarone, quinidine | EU SmPC of dabigatran, 4.5
major | edoxaban | rifampin | US label of edoxaban, section 7
major | warfarin | fluconazole, amiodarone, metronidazole, rifampin, carbamazepine, voriconazole | US label of warfarin, section 7
major | colchicine | clarithromycin, cyclosporine, ketoconazole, ritonavir, itraconazole, atazanavir, nefazodone, diltiazem, verapamil, erythromycin | US label of colchicine, section 2
contraindicated | ergotamine | ritonavir, nelfinavir, indinavir, erythromycin, clarithromycin, ketoconazole, itraconazole | US label of ergotamine, boxed warning
contraindicated | dihydroergotamine | ritonavir, clarithromycin, ketoconazole, itraconazole, erythromycin | US label of dihydroergotamine, boxed warning
contraindicated | pimozide | clarithromycin, erythromycin, azithromycin, itraconazole, ketoconazole, nefazodone, ritonavir, citalopram, escitalopram, sertraline, paroxetine, fluoxetine | US label of pimozide, section 4
contraindicated | thioridazine | fluvoxamine, propranolol, pindolol, fluoxetine, paroxetine | US label of thioridazine, boxed warning
contraindicated | tizanidine | fluvoxamine, ciprofloxacin | US label of tizanidine, section 4
moderate | tizanidine | cimetidine, zileuton, mexiletine, amiodarone, propafenone, verapamil, ethinyl estradiol, acyclovir, ticlopidine, famotidine | US label of tizanidine, section 7
contraindicated | ramelteon | fluvoxamine | US label of ramelteon, section 4
contraindicated | alosetron | fluvoxamine | US label of alosetron, section 4
contraindicated | agomelatine | fluvoxamine, ciprofloxacin | EU SmPC of agomelatine, 4.3
major | duloxetine | fluvoxamine, ciprofloxacin | US label of duloxetine, section 7
major | theophylline | fluvoxamine, ciprofloxacin, enoxacin, cimetidine | US label of theophylline, table II
major | clozapine | fluvoxamine, ciprofloxacin, carbamazepine, phenytoin, rifampin | US label of clozapine, section 7
contraindicated | lurasidone | ketoconazole, clarithromycin, ritonavir, voriconazole, rifampin, phenytoin, carbamazepine, st. john's wort extract | US label of lurasidone, section 4
moderate | lurasidone | diltiazem, verapamil, erythromycin, fluconazole | US label of lurasidone, section 2
major | quetiapine | ketoconazole, itraconazole, ritonavir, nefazodone, phenytoin, carbamazepine, rifampin | US label of quetiapine, section 2
moderate | aripiprazole | ketoconazole, itraconazole, clarithromycin, quinidine, fluoxetine, paroxetine, carbamazepine, rifampin | US label of aripiprazole, section 2
moderate | risperidone | fluoxetine, paroxetine, carbamazepine | US label of risperidone, section 7
moderate | atomoxetine | paroxetine, fluoxetine, quinidine | US label of atomoxetine, section 2
major | nortriptyline | fluoxetine, paroxetine, quinidine | US label of nortriptyline
moderate | metoprolol | paroxetine, fluoxetine, bupropion, quinidine, propafenone | US label of metoprolol, section 7
moderate | citalopram | cimetidine, omeprazole | US label of citalopram, section 2
major | tamoxifen | paroxetine, fluoxetine, bupropion, quinidine | CPIC, CYP2D6 and tamoxifen
moderate | codeine | paroxetine, fluoxetine, bupropion, quinidine | US label of codeine, section 7
moderate | tramadol | paroxetine, fluoxetine, bupropion, quinidine, carbamazepine | US label of tramadol, section 7
major | fentanyl | ritonavir, ketoconazole, itraconazole, clarithromycin, nelfinavir, nefazodone | US label of fentanyl, boxed warning
moderate | oxycodone | ketoconazole, itraconazole, clarithromycin, ritonavir, rifampin, carbamazepine, phenytoin | US label of oxycodone, section 7
contraindicated | triazolam | ketoconazole, itraconazole, nefazodone, ritonavir, indinavir, nelfinavir, saquinavir, lopinavir | US label of triazolam, section 4
major | midazolam | ketoconazole, itraconazole, clarithromycin, ritonavir, cobicistat | US label of midazolam, section 7
major | alprazolam | ketoconazole, itraconazole, ritonavir | US label of alprazolam, sections 2 and 4
contraindicated | alfuzosin | ketoconazole, itraconazole, ritonavir | US label of alfuzosin, section 4
contraindicated | silodosin | ketoconazole, clarithromycin, itraconazole, ritonavir | US label of silodosin, section 4
moderate | tamsulosin | ketoconazole | US label of tamsulosin, section 5
contraindicated | flibanserin | fluconazole, ketoconazole, clarithromycin, ciprofloxacin, diltiazem, verapamil, erythromycin, ritonavir | US label of flibanserin, section 4
contraindicated | naloxegol | clarithromycin, ketoconazole, itraconazole | US label of naloxegol, section 4
contraindicated | eletriptan | ketoconazole, itraconazole, nefazodone, clarithromycin, ritonavir, nelfinavir | US label of eletriptan, section 7
contraindicated | ubrogepant | ketoconazole, itraconazole, clarithromycin | US label of ubrogepant, section 4
major | rimegepant | ketoconazole, itraconazole, clarithromycin, rifampin, phenytoin | US label of rimegepant, section 7
moderate | atogepant | itraconazole, ketoconazole, clarithromycin, rifampin, carbamazepine | US label of atogepant, section 2
major | suvorexant | ketoconazole, itraconazole, clarithromycin, ritonavir | US label of suvorexant, section 7
major | lemborexant | itraconazole, ketoconazole, clarithromycin | US label of lemborexant, section 7
moderate | lemborexant | fluconazole, verapamil, diltiazem, rifampin | US label of lemborexant, section 7
contraindicated | domperidone | ketoconazole, erythromycin, ritonavir, itraconazole | UK SmPC of domperidone, 4.3
major | tacrolimus | ketoconazole, voriconazole, posaconazole, itraconazole, clarithromycin, ritonavir, nelfinavir, rifampin, phenytoin, carbamazepine, st. john's wort extract, letermovir | US label of tacrolimus, section 7
major | sirolimus | ketoconazole, voriconazole, itraconazole, clarithromycin, erythromycin, rifampin | US label of sirolimus, section 7
major | cyclosporine | ketoconazole, voriconazole, rifampin, phenytoin, carbamazepine, st. john's wort extract, clarithromycin | US label of ciclosporin, section 7
major | everolimus | ketoconazole, itraconazole, clarithromycin, ritonavir, voriconazole, rifampin | US label of everolimus, section 7
contraindicated | voclosporin | ketoconazole, itraconazole, clarithromycin | US label of voclosporin, section 4
major | ibrutinib | ketoconazole, itraconazole, clarithromycin, voriconazole, posaconazole, rifampin, carbamazepine, phenytoin | US label of ibrutinib, section 7
major | venetoclax | ketoconazole, posaconazole, clarithromycin, ritonavir, rifampin | US label of venetoclax, section 7
major | dasatinib | ketoconazole, itraconazole, clarithromycin, rifampin | US label of dasatinib, section 7
major | palbociclib | itraconazole, clarithromycin, ketoconazole, rifampin | US label of palbociclib, section 7
major | olaparib | itraconazole, clarithromycin, rifampin | US label of olaparib, section 7
major | vincristine | itraconazole, voriconazole, posaconazole | US label of itraconazole, section 7
major | phenytoin | fluconazole, amiodarone, capecitabine, fluorouracil | US label of phenytoin, section 7
major | lamotrigine | valproic acid | US label of lamotrigine, boxed warning
moderate | lamotrigine | carbamazepine, phenytoin, phenobarbital, primidone, rifampin, ethinyl estradiol | US label of lamotrigine, section 7
major | ethinyl estradiol | rifampin, carbamazepine, phenytoin, st. john's wort extract, phenobarbital, primidone | FSRH, drug interactions
moderate | ethinyl estradiol | topiramate, modafinil, rufinamide, griseofulvin | FSRH, drug interactions
major | etonogestrel | rifampin, carbamazepine, phenytoin, efavirenz | US label of etonogestrel implant, section 7
contraindicated | sofosbuvir | rifampin | EU SmPC of sofosbuvir, 4.3
contraindicated | rilpivirine | rifampin, carbamazepine, phenytoin, phenobarbital, st. john's wort extract | US label of rilpivirine, section 4
contraindicated | bictegravir | rifampin, st. john's wort extract | EU SmPC of bictegravir, 4.3
contraindicated | doravirine | rifampin, carbamazepine, phenytoin, phenobarbital, enzalutamide, st. john's wort extract | US label of doravirine, section 4
contraindicated | nirmatrelvir | rifampin, carbamazepine, phenytoin, st. john's wort extract, apalutamide | US label of nirmatrelvir and ritonavir, section 4
contraindicated | ritonavir | alfuzosin, ranolazine, dronedarone, propafenone, lurasidone, pimozide, ergotamine, simvastatin, lovastatin, triazolam, lomitapide | US label of ritonavir, section 4
contraindicated | voriconazole | rifampin, carbamazepine, phenobarbital, st. john's wort extract | US label of voriconazole, section 4
major | voriconazole | phenytoin, sirolimus, ritonavir | US label of voriconazole, section 7
major | fluticasone | ritonavir, cobicistat | US label of fluticasone, section 7
major | salmeterol | ritonavir, ketoconazole, itraconazole, clarithromycin | US label of salmeterol, section 7
major | digoxin | amiodarone, verapamil, quinidine, dronedarone, clarithromycin, itraconazole | US label of digoxin, section 7
moderate | digoxin | erythromycin, rifampin, ritonavir | US label of digoxin, section 7
major | elexacaftor | itraconazole, clarithromycin, rifampin, carbamazepine | US label of elexacaftor, section 7
contraindicated | mavacamten | fluconazole, fluvoxamine, fluoxetine, rifampin, carbamazepine | US label of mavacamten (2025), section 4
major | mavacamten | clarithromycin, itraconazole | US label of mavacamten (2025), section 2
contraindicated | fezolinetant | fluvoxamine, ciprofloxacin, mexiletine | US label of fezolinetant, section 4
major | upadacitinib | rifampin | US label of upadacitinib, section 7
moderate | upadacitinib | ketoconazole, clarithromycin | US label of upadacitinib, section 7
major | tofacitinib | rifampin, fluconazole | US label of tofacitinib, section 7
major | macitentan | ketoconazole, ritonavir, fluconazole, rifampin | US label of macitentan, section 7
contraindicated | bosentan | cyclosporine | US label of bosentan, section 4
major | siponimod | fluconazole | US label of siponimod, section 7
contraindicated | dofetilide | cimetidine, ketoconazole, trimethoprim, verapamil, dolutegravir, hydrochlorothiazide | US label of dofetilide, section 4
moderate | metformin | dolutegravir, cimetidine | US label of dolutegravir, section 7
`;

// Partners that a label or a guideline names as free of a relevant interaction: below moderate.
// Only enzymes and transporters are asked: bleeding, glucose, potassium and the like are not.
export const QUIET = `
pantoprazole | warfarin, digoxin, diazepam, phenytoin, carbamazepine, metoprolol, nifedipine, ethinyl estradiol, theophylline, caffeine, diclofenac, naproxen, piroxicam, glyburide, cyclosporine, tacrolimus, midazolam, clopidogrel, metronidazole, amoxicillin, clarithromycin | US label of pantoprazole, section 12.3
famotidine | warfarin, theophylline, phenytoin, diazepam, procainamide | US label of famotidine
azithromycin | atorvastatin, cetirizine, efavirenz, fluconazole, indinavir, midazolam, rifabutin, sildenafil, theophylline, triazolam, trimethoprim, sulfamethoxazole, zidovudine, carbamazepine, apixaban, simvastatin, rosuvastatin, tacrolimus | US label of azithromycin, section 12.3
levetiracetam | ethinyl estradiol, digoxin, warfarin, phenytoin, valproic acid, lamotrigine, carbamazepine, gabapentin, phenobarbital, apixaban, rivaroxaban | US label of levetiracetam, section 7; EHRA guide
gabapentin | phenytoin, carbamazepine, valproic acid, phenobarbital, cimetidine, ethinyl estradiol, naproxen | US label of gabapentin, section 7
pregabalin | phenytoin, carbamazepine, valproic acid, lamotrigine, gabapentin, ethinyl estradiol | US label of pregabalin, section 12.3
sitagliptin | metformin, glyburide, simvastatin, rosiglitazone, warfarin, ethinyl estradiol, digoxin | US label of sitagliptin, section 12.3
linagliptin | metformin, glyburide, pioglitazone, warfarin, simvastatin, digoxin, ethinyl estradiol | US label of linagliptin, section 12.3
empagliflozin | metformin, glimepiride, pioglitazone, sitagliptin, linagliptin, warfarin, verapamil, ramipril, simvastatin, hydrochlorothiazide, torsemide, digoxin, ethinyl estradiol, gemfibrozil | US label of empagliflozin, section 12.3
dapagliflozin | metformin, pioglitazone, sitagliptin, glimepiride, valsartan, simvastatin, digoxin, warfarin, bumetanide, hydrochlorothiazide | US label of dapagliflozin, section 12.3
ezetimibe | warfarin, digoxin, atorvastatin, rosuvastatin, simvastatin, pravastatin, fluvastatin, ethinyl estradiol, glipizide, cimetidine | US label of ezetimibe, section 12.3
rosuvastatin | digoxin, fenofibrate, ethinyl estradiol, erythromycin, clarithromycin, amlodipine, metoprolol, aspirin, clopidogrel, fluconazole, ketoconazole | US label of rosuvastatin, section 12.3
pravastatin | diltiazem, itraconazole, warfarin, digoxin, aspirin, fluconazole | US label of pravastatin, section 12.3
atorvastatin | amlodipine, azithromycin, cimetidine, digoxin, warfarin, ezetimibe, omeprazole, losartan, metoprolol, aspirin, ethinyl estradiol | US label of atorvastatin, section 12.3
valsartan | amlodipine, atenolol, cimetidine, digoxin, furosemide, glyburide, hydrochlorothiazide, indomethacin, warfarin | US label of valsartan, section 7
losartan | hydrochlorothiazide, digoxin, warfarin, cimetidine, phenobarbital, erythromycin | US label of losartan, section 12.3
candesartan | glyburide, nifedipine, digoxin, warfarin, hydrochlorothiazide, ethinyl estradiol | US label of candesartan
telmisartan | acetaminophen, amlodipine, glyburide, simvastatin, hydrochlorothiazide, warfarin, ibuprofen | US label of telmisartan, section 7
amlodipine | atorvastatin, digoxin, warfarin, cimetidine, sildenafil, metoprolol, lisinopril, losartan, omeprazole, apixaban | US label of amlodipine, section 7
lisinopril | propranolol, digoxin, hydrochlorothiazide, nitroglycerin, metoprolol, atorvastatin, simvastatin | US label of lisinopril
metoprolol | atorvastatin, lisinopril, aspirin, pantoprazole, apixaban, sertraline, levothyroxine, hydrochlorothiazide | UK SmPC of metoprolol, 4.5
bisoprolol | warfarin, digoxin, hydrochlorothiazide, cimetidine, atorvastatin, ramipril, fluoxetine, paroxetine | US label of bisoprolol
atenolol | sertraline, fluoxetine, paroxetine, warfarin, atorvastatin, clarithromycin | US label of atenolol
montelukast | theophylline, prednisone, prednisolone, ethinyl estradiol, digoxin, warfarin, terfenadine, gemfibrozil, itraconazole, fluticasone, salmeterol | US label of montelukast, section 7
loratadine | ketoconazole, erythromycin, cimetidine, clarithromycin, fluoxetine | US label of loratadine; no effect on QT
cetirizine | azithromycin, erythromycin, ketoconazole, pseudoephedrine, theophylline, cimetidine | US label of cetirizine, section 12.3
fexofenadine | erythromycin, ketoconazole, omeprazole | US label of fexofenadine, section 12.3
citalopram | digoxin, warfarin, lithium, theophylline, triazolam, ketoconazole, metoprolol, carbamazepine | US label of citalopram, section 7
escitalopram | lithium, theophylline, warfarin, digoxin, ritonavir, atorvastatin, levothyroxine | US label of escitalopram, section 7
sertraline | digoxin, atenolol, lithium, atorvastatin, levothyroxine, metoprolol, amlodipine, zolpidem, apixaban | US label of sertraline, section 12.3
mirtazapine | warfarin, lithium, atorvastatin, paroxetine, amlodipine, metformin | US label of mirtazapine, section 12.3
vortioxetine | warfarin, diazepam, lithium, omeprazole, aspirin, ethinyl estradiol, ketoconazole, fluconazole | US label of vortioxetine, section 12.3
donepezil | theophylline, cimetidine, warfarin, digoxin, ketoconazole, memantine, risperidone, sertraline | US label of donepezil, section 12.3
memantine | donepezil, glyburide, metformin, warfarin, bupropion, hydrochlorothiazide | US label of memantine, section 12.3
lacosamide | carbamazepine, valproic acid, digoxin, metformin, ethinyl estradiol, omeprazole, warfarin, midazolam | US label of lacosamide, section 12.3
apixaban | digoxin, naproxen, atenolol, famotidine, aspirin, azithromycin, levetiracetam | US label of apixaban, section 12.3; EHRA guide
rivaroxaban | digoxin, atorvastatin, omeprazole, aspirin, midazolam | US label of rivaroxaban, section 12.3
dabigatran etexilate | digoxin, atorvastatin, pantoprazole, diclofenac, ranitidine | US label of dabigatran, section 12.3
metformin | glyburide, furosemide, nifedipine, propranolol, ibuprofen, lisinopril, sitagliptin, atorvastatin, omeprazole | US label of metformin
levothyroxine | atorvastatin, lisinopril, metformin, sertraline, amlodipine, metoprolol, fluoxetine, warfarin | UK SmPC of levothyroxine, 4.5
methotrexate | folic acid, prednisone, hydroxychloroquine, adalimumab, etanercept | UK SmPC of methotrexate, 4.5
baricitinib | methotrexate, ketoconazole, fluconazole, simvastatin, digoxin, ethinyl estradiol, rifampin, cyclosporine | US label of baricitinib, section 12.3
dolutegravir | lamivudine, abacavir, tenofovir disoproxil, rilpivirine, omeprazole, prednisone, ethinyl estradiol, methadone, darunavir | US label of dolutegravir, section 7
raltegravir | tenofovir disoproxil, ethinyl estradiol, methadone, midazolam, ritonavir, lamivudine | US label of raltegravir, section 7
acetaminophen | atorvastatin, metoprolol, sertraline, omeprazole, amlodipine, codeine, tramadol | UK SmPC of paracetamol, 4.5
`;
