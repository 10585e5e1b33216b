/** Kidney function: regimen | patient | expected | source. */
export const KIDNEY = `
metformin oral 1000 mg 2x | age=60 egfr=70 | ok | fda:metformin
metformin oral 1000 mg 2x | age=60 egfr=50 | ok | fda:metformin
metformin oral 1000 mg 2x | age=60 egfr=40 | moderate renal | dose-kdigo-ckd-2024, 1 g
metformin oral 500 mg 2x | age=60 egfr=40 | ok | dose-kdigo-ckd-2024
metformin oral 500 mg 1x | age=60 egfr=25 | contraindicated renal | fda:metformin
gabapentin oral 800 mg 3x | age=60 crcl=45 | moderate renal | fda:gabapentin, 1,400 mg
gabapentin oral 600 mg 2x | age=60 crcl=45 | ok | fda:gabapentin
gabapentin oral 800 mg 3x | age=60 crcl=20 | major renal | fda:gabapentin, 700 mg
gabapentin oral 300 mg 1x | age=60 crcl=10 | ok | fda:gabapentin
pregabalin oral 150 mg 2x | age=60 crcl=45 | ok | fda:pregabalin, 300 mg
pregabalin oral 300 mg 2x | age=60 crcl=45 | moderate renal | fda:pregabalin
pregabalin oral 150 mg 2x | age=60 crcl=20 | moderate renal | fda:pregabalin, 150 mg
pregabalin oral 75 mg 2x | age=60 crcl=10 | moderate renal | fda:pregabalin, 75 mg
dabigatran etexilate oral 150 mg 2x | age=60 crcl=40 | ok | fda:dabigatran etexilate
dabigatran etexilate oral 150 mg 2x | age=60 crcl=20 | major renal | smpc:dabigatran etexilate
dabigatran etexilate oral 75 mg 2x | age=60 crcl=10 | contraindicated renal | fda:dabigatran etexilate
rivaroxaban oral 20 mg 1x | age=60 crcl=40 | moderate renal | fda:rivaroxaban, 15 mg
rivaroxaban oral 20 mg 1x | age=60 crcl=40 cond=vte | ok | fda:rivaroxaban, no change in thrombosis
rivaroxaban oral 15 mg 1x | age=60 crcl=40 | ok | fda:rivaroxaban
rivaroxaban oral 15 mg 1x | age=60 crcl=10 | major renal | smpc:rivaroxaban
edoxaban oral 60 mg 1x | age=60 weight=80 crcl=40 | moderate renal | fda:edoxaban, 30 mg
edoxaban oral 30 mg 1x | age=60 weight=80 crcl=40 | ok | fda:edoxaban
edoxaban oral 60 mg 1x | age=50 weight=90 crcl=120 cond=atrial-fibrillation | moderate renal | fda:edoxaban, boxed warning
apixaban oral 5 mg 2x | age=60 weight=80 crcl=45 | ok | fda:apixaban
apixaban oral 5 mg 2x | age=60 weight=80 crcl=20 | moderate renal | smpc:apixaban, 2.5 mg in atrial fibrillation
apixaban oral 2.5 mg 2x | age=60 weight=80 crcl=20 | ok | smpc:apixaban
enoxaparin subcutaneous 80 mg 2x | age=60 weight=80 crcl=25 | moderate renal | fda:enoxaparin, 1 mg/kg once daily
enoxaparin subcutaneous 80 mg 1x | age=60 weight=80 crcl=25 | ok | fda:enoxaparin
enoxaparin subcutaneous 40 mg 1x | age=60 weight=80 crcl=25 | moderate dose | fda:enoxaparin, 30 mg
enoxaparin subcutaneous 30 mg 1x | age=60 weight=80 crcl=25 | ok | fda:enoxaparin
fondaparinux subcutaneous 2.5 mg 1x | age=60 weight=80 crcl=20 | contraindicated renal | fda:fondaparinux
digoxin oral 250 ug 1x | age=60 crcl=45 | moderate renal | fda:digoxin
digoxin oral 125 ug 1x | age=60 crcl=45 | ok | fda:digoxin
digoxin oral 250 ug 1x | age=60 crcl=20 | major renal | fda:digoxin
digoxin oral 62.5 ug 1x | age=60 crcl=20 | ok | fda:digoxin
allopurinol oral 300 mg 1x | age=60 egfr=50 | ok | fda:allopurinol
allopurinol oral 300 mg 1x | age=60 egfr=20 | moderate renal | fda:allopurinol, 200 mg
allopurinol oral 100 mg 1x | age=60 egfr=20 | ok | fda:allopurinol
colchicine oral 0.6 mg 2x | age=60 crcl=25 | moderate renal | fda:colchicine
colchicine oral 0.6 mg 2x | age=60 crcl=50 | ok | fda:colchicine
ibuprofen oral 400 mg 3x | age=60 egfr=25 | major renal | dose-kdigo-ckd-2024
ibuprofen oral 400 mg 3x | age=60 egfr=70 | ok | fda:ibuprofen
naproxen oral 500 mg 2x | age=60 egfr=20 | major renal | fda:naproxen
ketorolac oral 10 mg 3x | age=60 crcl=20 | contraindicated renal | fda:ketorolac
nitrofurantoin oral 100 mg 2x | age=60 crcl=25 | contraindicated renal | fda:nitrofurantoin
nitrofurantoin oral 100 mg 2x | age=60 crcl=40 | moderate renal | smpc:nitrofurantoin
nitrofurantoin oral 100 mg 2x | age=60 crcl=60 | ok | fda:nitrofurantoin
trimethoprim oral 200 mg 2x | age=60 crcl=20 | moderate renal | fda:trimethoprim
levofloxacin oral 750 mg 1x | age=60 crcl=30 | moderate renal | fda:levofloxacin
levofloxacin oral 500 mg q48h | age=60 crcl=15 | ok | fda:levofloxacin
ciprofloxacin oral 500 mg 2x | age=60 crcl=20 | moderate renal | fda:ciprofloxacin
ciprofloxacin oral 500 mg 2x | age=60 crcl=40 | ok | fda:ciprofloxacin
amoxicillin oral 1000 mg 3x | age=60 crcl=20 | moderate renal | fda:amoxicillin
amoxicillin oral 500 mg 2x | age=60 crcl=20 | ok | fda:amoxicillin
cephalexin oral 500 mg 4x | age=60 crcl=20 | moderate renal | fda:cephalexin
valacyclovir oral 1000 mg 3x | age=60 crcl=20 | major renal | fda:valacyclovir, 1 g a day
valacyclovir oral 1000 mg 2x | age=60 crcl=40 | ok | fda:valacyclovir
acyclovir oral 800 mg 5x | age=60 crcl=20 | moderate renal | fda:acyclovir, every 8 h
acyclovir oral 800 mg 5x | age=60 crcl=30 | ok | fda:acyclovir
acyclovir intravenous 700 mg 3x | age=60 weight=70 crcl=20 | major renal | fda:acyclovir, once a day
acyclovir intravenous 700 mg 1x | age=60 weight=70 crcl=20 | ok | fda:acyclovir
piperacillin intravenous 4 g 4x | age=60 crcl=25 | moderate renal | fda:piperacillin
meropenem intravenous 1000 mg 3x | age=60 crcl=20 | moderate renal | fda:meropenem
meropenem intravenous 1000 mg 2x | age=60 crcl=35 | ok | fda:meropenem
cefepime intravenous 2000 mg 3x | age=60 crcl=25 | major renal | fda:cefepime
famciclovir oral 500 mg 3x | age=60 crcl=30 | moderate renal | fda:famciclovir
oseltamivir oral 75 mg 2x | age=60 crcl=45 | moderate renal | fda:oseltamivir, 30 mg twice daily
oseltamivir oral 30 mg 2x | age=60 crcl=45 | ok | fda:oseltamivir
nirmatrelvir oral 300 mg 2x | age=60 egfr=45 | moderate renal | fda:nirmatrelvir, 150 mg twice daily
nirmatrelvir oral 150 mg 2x | age=60 egfr=45 | ok | fda:nirmatrelvir
entecavir oral 0.5 mg 1x | age=60 crcl=40 | moderate renal | fda:entecavir
tenofovir disoproxil oral 300 mg 1x | age=60 crcl=40 | moderate renal | fda:tenofovir disoproxil, every 48 h
lamivudine oral 300 mg 1x | age=60 crcl=20 | moderate renal | fda:lamivudine
fluconazole oral 800 mg 1x | age=60 crcl=30 | moderate renal | fda:fluconazole
fluconazole oral 200 mg 1x | age=60 crcl=30 | ok | fda:fluconazole
fluconazole oral 150 mg once | age=60 crcl=30 | ok | fda:fluconazole
baclofen oral 20 mg 3x | age=60 egfr=25 | major renal | smpc:baclofen
baclofen oral 20 mg 3x | age=60 egfr=45 | moderate renal | smpc:baclofen
morphine oral 10 mg 4x | age=60 crcl=20 | major renal | dose-renal-drug-handbook
tramadol oral 100 mg 4x | age=60 crcl=20 | moderate renal | fda:tramadol, 200 mg
meperidine oral 50 mg 4x | age=60 crcl=40 | moderate renal | fda:meperidine
tranexamic acid oral 1000 mg 3x | age=60 crcl=20 | major renal | smpc:tranexamic acid, severe renal impairment
duloxetine oral 60 mg 1x | age=60 crcl=20 | major renal | smpc:duloxetine, contraindicated below 30 mL/min
levetiracetam oral 1500 mg 2x | age=60 crcl=40 | moderate renal | fda:levetiracetam, 1,500 mg
levetiracetam oral 750 mg 2x | age=60 crcl=40 | ok | fda:levetiracetam
topiramate oral 200 mg 2x | age=60 crcl=50 | moderate renal | fda:topiramate
memantine oral 10 mg 2x | age=60 crcl=20 | moderate renal | fda:memantine
amantadine oral 100 mg 2x | age=60 crcl=25 | major renal | fda:amantadine
sitagliptin oral 100 mg 1x | age=60 egfr=40 | moderate renal | fda:sitagliptin, 50 mg
sitagliptin oral 50 mg 1x | age=60 egfr=40 | ok | fda:sitagliptin
sitagliptin oral 100 mg 1x | age=60 egfr=50 | ok | fda:sitagliptin
glyburide oral 5 mg 2x | age=60 egfr=40 | moderate renal | dose-renal-drug-handbook
linagliptin oral 5 mg 1x | age=60 egfr=10 | ok | fda:linagliptin
empagliflozin oral 10 mg 1x | age=60 egfr=40 | ok | fda:empagliflozin
dapagliflozin oral 10 mg 1x | age=60 egfr=30 | ok | fda:dapagliflozin
rosuvastatin oral 40 mg 1x | age=60 crcl=20 | moderate renal | fda:rosuvastatin, 10 mg
atorvastatin oral 80 mg 1x | age=60 crcl=20 | ok | fda:atorvastatin
fenofibrate oral 145 mg 1x | age=60 egfr=25 | contraindicated renal | fda:fenofibrate
spironolactone oral 25 mg 1x | age=60 egfr=25 | major renal | fda:spironolactone
eplerenone oral 50 mg 1x | age=60 crcl=25 | contraindicated renal | fda:eplerenone
sotalol oral 80 mg 2x | age=60 crcl=30 | contraindicated renal | fda:sotalol
dofetilide oral 500 ug 2x | age=60 crcl=50 | moderate renal | fda:dofetilide, 250 micrograms twice daily
dofetilide oral 125 ug 2x | age=60 crcl=15 | contraindicated renal | fda:dofetilide
atenolol oral 100 mg 1x | age=60 crcl=25 | moderate renal | fda:atenolol, 50 mg
metoprolol oral 100 mg 2x | age=60 crcl=15 | ok | fda:metoprolol
amlodipine oral 10 mg 1x | age=60 crcl=10 | ok | fda:amlodipine
lisinopril oral 20 mg 1x | age=60 crcl=20 | ok | fda:lisinopril
furosemide oral 80 mg 2x | age=60 egfr=15 | ok | fda:furosemide
famotidine oral 40 mg 2x | age=60 crcl=25 | moderate renal | fda:famotidine
metoclopramide oral 10 mg 4x | age=60 crcl=40 | moderate renal | fda:metoclopramide
cetirizine oral 10 mg 1x | age=60 crcl=25 | moderate renal | fda:cetirizine
alendronate oral 70 mg weekly | age=70 crcl=25 | moderate renal | fda:alendronate
methotrexate oral 15 mg weekly | age=60 crcl=20 | contraindicated renal | fda:methotrexate
lithium oral 300 mg 3x | age=60 crcl=20 | major renal | fda:lithium
lithium oral 300 mg 3x | age=60 crcl=50 | ok | fda:lithium
gentamicin intravenous 300 mg 1x | age=60 weight=70 crcl=15 | major renal | fda:gentamicin
gentamicin ophthalmic 1 {drop} 4x | age=60 crcl=15 | ok | fda:gentamicin
vancomycin oral 125 mg 4x | age=60 crcl=10 | ok | fda:vancomycin, not absorbed
vancomycin intravenous 1000 mg 2x | age=60 weight=70 crcl=15 | moderate renal | dose-vancomycin-2020
capecitabine oral 1000 mg 2x | age=60 weight=70 height=170 crcl=25 | contraindicated renal | fda:capecitabine
lenalidomide oral 25 mg 1x | age=60 crcl=45 | major renal | fda:lenalidomide, 10 mg
gabapentin oral 300 mg 3x | age=60 cond=dialysis | major renal | fda:gabapentin
metformin oral 500 mg 2x | age=60 cond=ckd-severe | contraindicated renal | fda:metformin
sitagliptin oral 100 mg 1x | age=82 weight=50 sex=F creatinine=1.6 | moderate renal | fda:sitagliptin
gabapentin oral 600 mg 3x | age=82 weight=50 sex=F creatinine=1.2 | major renal | fda:gabapentin, clearance 28 mL/min
`;
