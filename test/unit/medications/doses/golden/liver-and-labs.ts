/** Liver and laboratory: regimen | patient | expected | source. */
export const LIVER_AND_LABS = `
acetaminophen oral 1000 mg 4x | age=50 cp=B | moderate hepatic | dose-easl-decompensated-2018, 2 g
acetaminophen oral 500 mg 4x | age=50 cp=B | ok | dose-easl-decompensated-2018
ibuprofen oral 400 mg 3x | age=50 cp=B | major hepatic | dose-easl-decompensated-2018
ibuprofen oral 400 mg 3x | age=50 cp=C | contraindicated hepatic | dose-easl-decompensated-2018
atorvastatin oral 20 mg 1x | age=50 cp=A | ok | fda:atorvastatin
atorvastatin oral 20 mg 1x | age=50 cp=C | contraindicated hepatic | fda:atorvastatin
rivaroxaban oral 20 mg 1x | age=50 cp=B | contraindicated hepatic | smpc:rivaroxaban
apixaban oral 5 mg 2x | age=50 cp=B | ok | fda:apixaban
apixaban oral 5 mg 2x | age=50 cp=C | major hepatic | fda:apixaban
duloxetine oral 60 mg 1x | age=50 cp=B | major hepatic | fda:duloxetine
valproic acid oral 500 mg 2x | age=50 cp=B | contraindicated hepatic | fda:valproic acid
methotrexate oral 15 mg weekly | age=50 cp=B | contraindicated hepatic | fda:methotrexate
tramadol oral 100 mg 4x | age=50 cp=C | moderate hepatic | fda:tramadol, 50 mg every 12 h
citalopram oral 40 mg 1x | age=50 cp=B | moderate hepatic | fda:citalopram, 20 mg
omeprazole oral 20 mg 1x | age=50 cp=C | ok | fda:omeprazole
omeprazole oral 40 mg 1x | age=50 cp=C | moderate hepatic | fda:omeprazole, 20 mg
metformin oral 500 mg 2x | age=50 cp=C | contraindicated hepatic | smpc:metformin
zolpidem oral 10 mg 1x | age=50 cp=B | moderate hepatic | fda:zolpidem, 5 mg
lorazepam oral 1 mg 2x | age=50 cp=B | ok | fda:lorazepam
ranolazine oral 500 mg 2x | age=50 cp=A | contraindicated hepatic | fda:ranolazine
colchicine oral 0.5 mg 1x | age=50 cond=hepatic-severe | major hepatic | smpc:colchicine, severe hepatic impairment
naltrexone oral 50 mg 1x | age=50 cond=hepatic-severe | contraindicated hepatic | smpc:naltrexone, severe hepatic impairment
spironolactone oral 25 mg 1x | age=50 potassium=5.8 | major contraindication | fda:eplerenone
spironolactone oral 25 mg 1x | age=50 potassium=6.2 | contraindicated contraindication | fda:spironolactone
spironolactone oral 25 mg 1x | age=50 potassium=4.6 | ok | fda:spironolactone
lisinopril oral 20 mg 1x | age=50 potassium=5.2 | ok | dose-nice-ng203
lisinopril oral 20 mg 1x | age=50 potassium=5.7 | moderate contraindication | dose-nice-ng203
lisinopril oral 20 mg 1x | age=50 potassium=6.1 | major contraindication | dose-nice-ng203
potassium chloride oral 20 mmol 2x | age=50 potassium=5.3 | moderate contraindication | fda:potassium chloride
digoxin oral 125 ug 1x | age=50 potassium=3.1 | major contraindication | fda:digoxin
furosemide oral 40 mg 1x | age=50 potassium=3.3 | moderate contraindication | fda:furosemide
furosemide oral 40 mg 1x | age=50 potassium=2.8 | major contraindication | fda:furosemide
sertraline oral 50 mg 1x | age=70 sodium=126 | major contraindication | fda:sertraline
hydrochlorothiazide oral 25 mg 1x | age=70 sodium=133 | ok | fda:hydrochlorothiazide
warfarin oral 5 mg 1x | age=60 inr=2.6 | ok | dose-chest-2012-vka
warfarin oral 5 mg 1x | age=60 inr=4.8 | moderate contraindication | dose-chest-2012-vka
warfarin oral 5 mg 1x | age=60 inr=7 | major contraindication | dose-chest-2012-vka
warfarin oral 5 mg 1x | age=60 inr=1.2 | moderate contraindication | dose-chest-2012-vka
apixaban oral 5 mg 2x | age=60 platelets=40 | major contraindication | dose-isth-thrombocytopenia
apixaban oral 5 mg 2x | age=60 platelets=20 | contraindicated contraindication | dose-isth-thrombocytopenia
clozapine oral 200 mg 1x | age=40 neutrophils=0.8 | contraindicated contraindication | fda:clozapine
clozapine oral 200 mg 1x | age=40 neutrophils=1.3 | major contraindication | smpc:clozapine
methotrexate oral 15 mg weekly | age=50 neutrophils=1.4 | major contraindication | dose-bsr-dmard-2017
atorvastatin oral 40 mg 1x | age=50 creatine_kinase=3000 | major contraindication | fda:atorvastatin
atorvastatin oral 40 mg 1x | age=50 alt=70 | ok | fda:atorvastatin
atorvastatin oral 40 mg 1x | age=50 alt=150 | moderate contraindication | fda:atorvastatin
lithium oral 300 mg 3x | age=40 lithium_level=0.8 | ok | fda:lithium
lithium oral 300 mg 3x | age=40 lithium_level=1.3 | major contraindication | fda:lithium
lithium oral 300 mg 3x | age=40 lithium_level=1.8 | contraindicated contraindication | fda:lithium
digoxin oral 125 ug 1x | age=50 digoxin_level=2.4 | major contraindication | fda:digoxin
theophylline oral 200 mg 2x | age=50 theophylline_level=24 | major contraindication | fda:theophylline
phenytoin oral 300 mg 1x | age=50 phenytoin_level=28 | major contraindication | fda:phenytoin
vancomycin intravenous 1000 mg 2x | age=50 weight=70 crcl=95 vancomycin_trough=25 | major contraindication | dose-vancomycin-2020
tacrolimus oral 3 mg 2x | age=50 tacrolimus_trough=18 | moderate contraindication | fda:tacrolimus
levothyroxine oral 100 ug 1x | age=70 tsh=0.2 | moderate contraindication | fda:levothyroxine
levothyroxine oral 100 ug 1x | age=50 tsh=2 | ok | fda:levothyroxine
levothyroxine oral 100 ug 1x | age=50 tsh=15 | moderate contraindication | fda:levothyroxine
glimepiride oral 4 mg 1x | age=80 hba1c=5.9 egfr=70 | moderate contraindication | dose-ada-soc
glimepiride oral 4 mg 1x | age=60 glucose=50 egfr=70 | major contraindication | dose-ada-soc
denosumab subcutaneous 60 mg - | age=70 calcium=7.9 | contraindicated contraindication | fda:denosumab
metoprolol oral 50 mg 2x | age=70 heart_rate=44 | moderate contraindication | fda:metoprolol
`;
