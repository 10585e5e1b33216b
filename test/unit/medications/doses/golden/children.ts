/** Doses of children per kg: regimen | patient | expected | source. */
export const CHILDREN = `
acetaminophen oral 240 mg 4x | age=4 weight=16 | ok | dose-bnfc, 15 mg/kg
acetaminophen oral 500 mg 4x | age=4 weight=16 | major dose | fda:acetaminophen
acetaminophen oral 325 mg 4x | age=4 weight=16 | moderate dose | fda:acetaminophen, 75 mg/kg a day
acetaminophen oral 2400 mg 4x | age=4 weight=16 | contraindicated dose | fda:acetaminophen, tenfold
acetaminophen oral 1000 mg 4x | age=15 weight=60 | ok | fda:acetaminophen
acetaminophen oral 1000 mg 4x | age=10 weight=30 | major dose | fda:acetaminophen
ibuprofen oral 150 mg 3x | age=4 weight=16 | ok | dose-bnfc, 10 mg/kg
ibuprofen oral 400 mg 3x | age=4 weight=16 | major dose | dose-bnfc
ibuprofen oral 400 mg 3x | age=14 weight=55 | ok | fda:ibuprofen
amoxicillin oral 500 mg 2x | age=3 weight=14 | ok | fda:amoxicillin, up to 90 mg/kg a day
amoxicillin oral 250 mg 3x | age=3 weight=14 | ok | fda:amoxicillin
amoxicillin oral 1000 mg 3x | age=3 weight=14 | major dose | fda:amoxicillin
azithromycin oral 150 mg 1x | age=3 weight=14 | ok | fda:azithromycin, 10 mg/kg
azithromycin oral 500 mg 1x | age=3 weight=14 | major dose | fda:azithromycin
cephalexin oral 250 mg 4x | age=6 weight=20 | ok | fda:cephalexin
ondansetron oral 4 mg 3x | age=8 weight=27 | ok | fda:ondansetron
ondansetron oral 8 mg 3x | age=3 weight=14 | major dose | dose-bnfc
dexamethasone oral 40 mg 1x | age=3 weight=14 | major dose | dose-bnfc
dexamethasone intravenous 40 mg 1x | age=3 weight=14 | major dose | dose-bnfc
warfarin oral 10 mg 1x | age=3 weight=14 | major dose | dose-bnfc, 0.3 mg/kg
metoclopramide intravenous 10 mg 3x | age=6 weight=20 | major dose | dose-bnfc, 0.5 mg/kg a day
cetirizine oral 5 mg 1x | age=3 weight=14 | ok | fda:cetirizine
cetirizine oral 10 mg 1x | age=3 weight=14 | moderate dose | fda:cetirizine
montelukast oral 4 mg 1x | age=3 weight=14 | ok | fda:montelukast
montelukast oral 5 mg 1x | age=8 weight=25 | ok | fda:montelukast
montelukast oral 10 mg 1x | age=3 weight=14 | moderate dose | fda:montelukast
clonidine oral 0.1 mg 1x | age=8 weight=25 | ok | dose-bnfc
risperidone oral 0.5 mg 2x | age=8 weight=25 | ok | fda:risperidone
risperidone oral 4 mg 2x | age=8 weight=25 | major dose | fda:risperidone
sildenafil - 10 mg 3x | age=2 weight=12 | ok | ema:sildenafil, 10 mg up to 20 kg
sildenafil - 50 mg 3x | age=2 weight=12 | major dose | ema:sildenafil
loratadine oral 5 mg 1x | age=3 weight=14 | ok | fda:loratadine
albendazole oral 400 mg once | age=3 weight=14 | ok | fda:albendazole
midazolam buccal 5 mg once | age=3 weight=14 | ok | dose-bnfc
vincristine intravenous 1.2 mg weekly | age=3 weight=14 | ok | fda:vincristine, 2 mg/m2
methotrexate oral 10 mg weekly | age=6 weight=20 | ok | dose-bnfc, 10 mg/m2
dipyrone oral 1000 mg 4x | age=3 weight=14 | major dose | dose-bnf, adult maximum scaled
dexamethasone oral 2 mg 2x | age=3 weight=14 | ok | dose-bnfc, 0.6 mg/kg a day
prednisolone oral 30 mg 1x | age=5 weight=18 | ok | dose-bnfc, 2 mg/kg
prednisolone oral 100 mg 1x | age=5 weight=18 | major dose | dose-bnfc
levetiracetam oral 500 mg 2x | age=6 weight=20 | ok | fda:levetiracetam, 60 mg/kg
levetiracetam oral 1500 mg 2x | age=6 weight=20 | major dose | fda:levetiracetam
valproic acid oral 250 mg 3x | age=8 weight=25 | ok | fda:valproic acid
valproic acid oral 1000 mg 3x | age=8 weight=25 | moderate dose | fda:valproic acid, 60 mg/kg
gabapentin oral 300 mg 3x | age=8 weight=25 | ok | fda:gabapentin
morphine oral 15 mg 4x | age=6 weight=20 | moderate dose | dose-bnfc
morphine oral 4 mg 4x | age=6 weight=20 | ok | dose-bnfc, 0.2 mg/kg
gentamicin intravenous 140 mg 1x | age=6 weight=20 | ok | dose-bnfc, 7 mg/kg
gentamicin intravenous 1400 mg 1x | age=6 weight=20 | contraindicated dose | dose-bnfc, tenfold
digoxin oral 250 mg 1x | age=6 weight=20 | contraindicated dose | fda:digoxin
furosemide oral 20 mg 2x | age=6 weight=20 | ok | dose-bnfc
furosemide oral 200 mg 2x | age=6 weight=20 | major dose | dose-bnfc
metformin oral 500 mg 2x | age=12 weight=50 | ok | fda:metformin
metformin oral 1000 mg 3x | age=12 weight=50 | moderate dose | fda:metformin, 2,000 mg
oseltamivir oral 45 mg 2x | age=5 weight=20 | ok | fda:oseltamivir
fluconazole oral 200 mg 1x | age=6 weight=20 | ok | fda:fluconazole
acetaminophen oral 1000 mg 4x | age=3 | major dose | fda:acetaminophen, at any likely weight
acetaminophen oral 160 mg 4x | age=3 | ok | fda:acetaminophen
`;
