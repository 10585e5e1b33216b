/**
 * Doses that are wrong, too often, in the wrong unit, or at a limit: regimen | patient | expected |
 * source. `ok`: nothing from moderate on; `<severity> <kind>`: this severity exactly.
 */
export const WRONG_DOSES = `
methotrexate oral 15 mg 1x | age=60 | contraindicated dose | fda:methotrexate, once weekly
methotrexate oral 2.5 mg 2x | age=60 | contraindicated dose | fda:methotrexate
methotrexate oral 25 mg weekly | age=60 | ok | fda:methotrexate
methotrexate subcutaneous 20 mg weekly | age=40 | ok | fda:methotrexate
methotrexate subcutaneous 20 mg 1x | age=40 | contraindicated dose | fda:methotrexate
methotrexate oral 100 mg weekly | age=40 | contraindicated dose | fda:methotrexate
vincristine intravenous 2 mg 1x | age=45 weight=70 | contraindicated dose | fda:vincristine, weekly at most
vincristine intravenous 2 mg weekly | age=45 weight=70 | ok | fda:vincristine
vinorelbine intravenous 50 mg 1x | age=45 weight=70 height=170 | contraindicated dose | fda:vinorelbine, weekly
bortezomib subcutaneous 2.2 mg 1x | age=65 weight=70 height=170 | contraindicated dose | fda:bortezomib, 72 h at least
docetaxel intravenous 140 mg 1x | age=45 weight=70 height=170 | major dose | fda:docetaxel, every 3 weeks
pembrolizumab intravenous 200 mg 1x | age=60 weight=70 | major dose | fda:pembrolizumab, every 3 weeks
vincristine intrathecal 2 mg once | age=45 weight=70 | contraindicated dose | fda:vincristine, fatal by other routes
bortezomib intrathecal 2 mg once | age=65 weight=70 height=170 | contraindicated dose | fda:bortezomib, fatal into the spine
tranexamic acid intrathecal 500 mg once | age=45 | contraindicated dose | fda:tranexamic acid, wrong route
penicillin g benzathine intravenous 1200000 [iU] once | age=30 | contraindicated dose | fda:penicillin g benzathine, boxed warning
penicillin g benzathine intramuscular 1200000 [iU] once | age=30 | ok | fda:penicillin g benzathine
insulin glargine intravenous 20 [iU] 1x | age=50 | contraindicated dose | fda:insulin glargine
enoxaparin intramuscular 40 mg 1x | age=50 weight=70 crcl=90 | major dose | fda:enoxaparin, never into a muscle
enoxaparin subcutaneous 40 mg 1x | age=50 weight=70 crcl=90 | ok | fda:enoxaparin
promethazine subcutaneous 25 mg once | age=50 | contraindicated dose | fda:promethazine, boxed warning
lomustine oral 200 mg 1x | age=50 weight=70 height=170 | contraindicated dose | fda:lomustine, one dose every 6 weeks
insulin icodec subcutaneous 100 [iU] 1x | age=60 | contraindicated dose | ema:insulin icodec, once weekly
alendronate oral 70 mg 1x | age=70 | major dose | fda:alendronate, 70 mg once weekly
alendronate oral 70 mg weekly | age=70 | ok | fda:alendronate
alendronate oral 10 mg 1x | age=70 | ok | fda:alendronate
risedronate oral 35 mg 1x | age=70 | major dose | fda:risedronate, 35 mg once weekly
risedronate oral 35 mg weekly | age=70 | ok | fda:risedronate
risedronate oral 150 mg monthly | age=70 | ok | fda:risedronate
semaglutide subcutaneous 1 mg 1x | age=50 | major dose | fda:semaglutide, once weekly
semaglutide subcutaneous 10 mg weekly | age=50 | major dose | fda:semaglutide
semaglutide oral 14 mg 1x | age=50 | ok | fda:semaglutide
tirzepatide subcutaneous 15 mg weekly | age=50 | ok | fda:tirzepatide
tirzepatide subcutaneous 5 mg 1x | age=50 | major dose | fda:tirzepatide, once weekly
dulaglutide subcutaneous 1.5 mg 1x | age=50 | major dose | fda:dulaglutide, once weekly
fentanyl transdermal 50 ug/h 1x | age=60 | major dose | fda:fentanyl, every 72 hours
fentanyl transdermal 25 ug/h q48h | age=60 | ok | fda:fentanyl, 48 h in a few
ergocalciferol oral 50000 [iU] weekly | age=60 | ok | dose-bnf
ergocalciferol oral 50000 [iU] 1x | age=60 | moderate dose | dose-bnf
cholecalciferol oral 1000 [iU] 1x | age=60 | ok | dose-bnf
cholecalciferol oral 25 ug 1x | age=60 | ok | dose-bnf, 25 micrograms are 1,000 units
levothyroxine oral 100 mg 1x | age=60 | contraindicated dose | fda:levothyroxine, micrograms
levothyroxine oral 100 ug 1x | age=60 | ok | fda:levothyroxine
levothyroxine oral 0.1 mg 1x | age=60 | ok | fda:levothyroxine
levothyroxine oral 1000 ug 1x | age=40 | major dose | fda:levothyroxine
digoxin oral 125 mg 1x | age=50 | contraindicated dose | fda:digoxin, micrograms
digoxin oral 0.125 mg 1x | age=50 | ok | fda:digoxin
digoxin oral 0.25 mg 1x | age=50 | ok | fda:digoxin
digoxin oral 0.5 mg 1x | age=50 | major dose | fda:digoxin
digoxin oral 250 ug 1x | age=80 crcl=70 | moderate dose | dose-beers-2023, above 125 micrograms
digoxin oral 125 ug 1x | age=80 crcl=70 | ok | dose-beers-2023
colchicine oral 6 mg 1x | age=50 | major dose | fda:colchicine
colchicine oral 1.2 mg 4x | age=50 | major dose | fda:colchicine
colchicine oral 0.6 mg 2x | age=50 | ok | fda:colchicine
citalopram oral 60 mg 1x | age=40 | major dose | dose-fda-citalopram-2012, 40 mg
citalopram oral 40 mg 1x | age=40 | ok | dose-fda-citalopram-2012
citalopram oral 40 mg 1x | age=70 | major dose | dose-fda-citalopram-2012, 20 mg above 60 years
citalopram oral 20 mg 1x | age=70 | ok | dose-fda-citalopram-2012
escitalopram oral 20 mg 1x | age=70 | moderate dose | fda:escitalopram, 10 mg in older adults
escitalopram oral 20 mg 1x | age=40 | ok | fda:escitalopram
simvastatin oral 80 mg 1x | age=60 | moderate dose | fda:simvastatin
simvastatin oral 160 mg 1x | age=60 | major dose | fda:simvastatin
simvastatin oral 40 mg 1x | age=60 | ok | fda:simvastatin
atorvastatin oral 160 mg 1x | age=60 | moderate dose | fda:atorvastatin
rosuvastatin oral 80 mg 1x | age=60 | moderate dose | fda:rosuvastatin
acetaminophen oral 1000 mg 6x | age=40 | major dose | fda:acetaminophen, 4 g
acetaminophen oral 1000 mg 4x | age=40 | ok | fda:acetaminophen
acetaminophen oral 1000 mg 4x | age=40 weight=45 | moderate dose | dose-bnf, 60 mg/kg
acetaminophen oral 650 mg 4x | age=40 weight=45 | ok | dose-bnf
acetaminophen oral 1000 mg 4x | age=40 weight=70 | ok | fda:acetaminophen
acetaminophen oral 1000 mg 4x | age=80 weight=70 | ok | dose-bnf
acetaminophen rectal 1000 mg 4x | age=40 | ok | dose-bnf
acetaminophen oral 1000 mg 4x | age=50 cond=alcohol | moderate dose | dose-bnf
ketorolac oral 20 mg 4x | age=40 | major dose | fda:ketorolac, 40 mg
ketorolac intravenous 30 mg 4x | age=70 weight=70 | major dose | fda:ketorolac, 60 mg from 65 years
ketorolac intravenous 30 mg 4x | age=40 weight=70 | ok | fda:ketorolac
metformin oral 1000 mg 4x | age=50 | moderate dose | fda:metformin, 2,550 mg
metformin oral 1000 mg 3x | age=50 | ok | smpc:metformin, 3 g
metformin oral 1000 mg 2x | age=50 | ok | fda:metformin
zolpidem oral 20 mg 1x | age=40 | moderate dose | fda:zolpidem
zolpidem oral 10 mg 1x | age=75 | moderate dose | fda:zolpidem, 5 mg in older adults
zolpidem oral 5 mg 1x | age=75 | ok | fda:zolpidem
lisinopril oral 200 mg 1x | age=50 | major dose | fda:lisinopril, 80 mg
lisinopril oral 40 mg 1x | age=50 | ok | fda:lisinopril
apixaban oral 10 mg 2x | age=50 | moderate dose | fda:apixaban, only the first 7 days
apixaban oral 10 mg 2x | age=50 cond=vte | ok | fda:apixaban
apixaban oral 10 mg 3x | age=50 cond=vte | major dose | fda:apixaban
apixaban oral 5 mg 2x | age=82 weight=55 creatinine=1.0 sex=F crcl=40 | moderate dose | fda:apixaban, two of three criteria
apixaban oral 5 mg 2x | age=82 weight=75 creatinine=1.0 sex=F crcl=50 | ok | fda:apixaban, one criterion
apixaban oral 2.5 mg 2x | age=82 weight=55 creatinine=1.0 sex=F crcl=40 cond=atrial-fibrillation | ok | fda:apixaban
apixaban oral 2.5 mg 2x | age=65 weight=80 creatinine=1.0 sex=M cond=atrial-fibrillation | moderate dose | fda:apixaban, under-dose
rivaroxaban oral 20 mg 2x | age=50 | major dose | fda:rivaroxaban
rivaroxaban oral 15 mg 2x | age=50 | ok | fda:rivaroxaban, first 21 days
dabigatran etexilate oral 150 mg 4x | age=50 | major dose | fda:dabigatran etexilate
dabigatran etexilate oral 150 mg 2x | age=82 crcl=60 | moderate dose | smpc:dabigatran etexilate, 110 mg twice daily from 80 years
edoxaban oral 60 mg 1x | age=60 weight=55 crcl=70 | moderate dose | smpc:edoxaban, 30 mg at 60 kg or less
edoxaban oral 120 mg 1x | age=60 weight=80 crcl=70 | major dose | fda:edoxaban
prasugrel oral 10 mg 1x | age=60 weight=55 | moderate dose | fda:prasugrel, 5 mg below 60 kg
prasugrel oral 60 mg once | age=60 | ok | fda:prasugrel, loading dose
prasugrel oral 10 mg 1x | age=78 | moderate dose | fda:prasugrel
clopidogrel oral 600 mg once | age=60 | ok | fda:clopidogrel
clopidogrel oral 300 mg 1x | age=60 | major dose | fda:clopidogrel
ticagrelor oral 180 mg once | age=60 | ok | fda:ticagrelor
enoxaparin subcutaneous 100 mg 2x | age=50 weight=60 crcl=90 | major dose | fda:enoxaparin, 1 mg/kg
enoxaparin subcutaneous 60 mg 2x | age=50 weight=60 crcl=90 | ok | fda:enoxaparin
enoxaparin subcutaneous 90 mg 1x | age=50 weight=60 crcl=90 | ok | fda:enoxaparin
enoxaparin subcutaneous 40 mg 1x | age=50 weight=60 crcl=90 | ok | fda:enoxaparin
fondaparinux subcutaneous 2.5 mg 1x | age=50 weight=45 crcl=80 | major dose | fda:fondaparinux
warfarin oral 50 mg 1x | age=60 | major dose | fda:warfarin
warfarin oral 5 mg 1x | age=60 | ok | fda:warfarin
amlodipine oral 50 mg 1x | age=60 | major dose | fda:amlodipine
amlodipine oral 100 mg 1x | age=60 | contraindicated dose | fda:amlodipine, tenfold
lorazepam oral 10 mg 3x | age=40 | major dose | fda:lorazepam
lithium oral 900 mg 4x | age=40 | major dose | fda:lithium
lithium oral 300 mg 3x | age=40 | ok | fda:lithium
tizanidine oral 12 mg 6x | age=40 | moderate dose | fda:tizanidine, 36 mg
tramadol oral 100 mg 6x | age=40 | major dose | fda:tramadol, 400 mg
tramadol oral 100 mg 4x | age=80 crcl=60 | moderate dose | fda:tramadol, 300 mg above 75 years
tramadol oral 50 mg 4x | age=80 crcl=60 | ok | fda:tramadol
bupropion oral 300 mg 2x | age=40 | moderate dose | fda:bupropion, 450 mg (hydrobromide 522 mg)
bupropion oral 300 mg 1x | age=40 | ok | fda:bupropion
dofetilide oral 500 ug 4x | age=50 crcl=90 | contraindicated dose | fda:dofetilide
dofetilide oral 500 ug 2x | age=50 crcl=90 | ok | fda:dofetilide
venetoclax oral 400 mg 3x | age=60 | contraindicated dose | fda:venetoclax
moxifloxacin oral 400 mg 2x | age=50 | major dose | fda:moxifloxacin
gabapentin oral 1200 mg 4x | age=40 crcl=100 | moderate dose | fda:gabapentin, 3,600 mg
gabapentin oral 1200 mg 3x | age=40 crcl=100 | ok | fda:gabapentin
ibuprofen oral 800 mg 6x | age=40 | moderate dose | fda:ibuprofen, 3,200 mg
ibuprofen oral 800 mg 4x | age=40 | ok | fda:ibuprofen
hydroxychloroquine oral 400 mg 1x | age=50 weight=55 | moderate dose | dose-aao-hcq-2016, 5 mg/kg
hydroxychloroquine oral 400 mg 1x | age=50 weight=80 | ok | dose-aao-hcq-2016
hydroxychloroquine oral 200 mg 2x | age=50 weight=78 | ok | dose-aao-hcq-2016
amiodarone oral 400 mg 3x | age=60 | moderate dose | fda:amiodarone, loading only
amiodarone oral 200 mg 1x | age=60 | ok | fda:amiodarone
isoniazid oral 900 mg weekly | age=40 | ok | fda:isoniazid
isoniazid oral 900 mg 1x | age=40 | major dose | fda:isoniazid, 300 mg a day
fluoxetine oral 90 mg weekly | age=40 | ok | fda:fluoxetine
fluoxetine oral 160 mg 1x | age=40 | moderate dose | fda:fluoxetine
azithromycin oral 1200 mg weekly | age=40 | ok | fda:azithromycin
azithromycin oral 2000 mg once | age=30 | ok | fda:azithromycin
ivermectin oral 12 mg once | age=40 weight=60 | ok | fda:ivermectin, 200 micrograms/kg
ivermectin oral 120 mg once | age=40 weight=60 | major dose | fda:ivermectin
domperidone oral 20 mg 4x | age=40 | major dose | smpc:domperidone, 30 mg
domperidone oral 10 mg 3x | age=40 | ok | smpc:domperidone
ondansetron intravenous 32 mg once | age=40 | major dose | fda:ondansetron, 16 mg
sildenafil oral 100 mg 1x | age=50 | ok | fda:sildenafil
sildenafil oral 20 mg 3x | age=50 | ok | fda:sildenafil
sildenafil oral 100 mg 3x | age=50 | moderate dose | fda:sildenafil
potassium chloride oral 1500 mg 2x | age=50 | ok | fda:potassium chloride, 20 mmol
potassium chloride oral 20 mmol 2x | age=50 | ok | fda:potassium chloride
loperamide oral 4 mg 6x | age=40 | major dose | fda:loperamide, 16 mg
theophylline oral 300 mg 2x | age=70 | moderate dose | fda:theophylline, 400 mg above 60 years
dalfampridine oral 10 mg 4x | age=40 crcl=100 | major dose | fda:dalfampridine
salmeterol inhaled 50 ug 2x | age=40 | ok | fda:salmeterol
salmeterol inhaled 100 ug 4x | age=40 | major dose | fda:salmeterol
penicillin g benzathine intramuscular 2400000 [iU] once | age=30 | ok | fda:penicillin g benzathine
phenytoin - 600 mg 3x | age=40 | major dose | fda:phenytoin, by mouth unless said
phenytoin intravenous 1000 mg once | age=40 weight=70 | ok | fda:phenytoin, loading
semaglutide - 1 mg 1x | age=50 | major dose | fda:semaglutide, once weekly
semaglutide - 14 mg 1x | age=50 | ok | fda:semaglutide, tablets
paliperidone intramuscular 819 mg q12w | age=40 crcl=100 | ok | fda:paliperidone, three-monthly
testosterone intramuscular 1000 mg q12w | age=40 | ok | smpc:testosterone, undecanoate
exenatide subcutaneous 2 mg weekly | age=50 crcl=90 | ok | fda:exenatide
exenatide subcutaneous 2 mg 2x | age=50 crcl=90 | contraindicated dose | fda:exenatide, weekly product
buprenorphine subcutaneous 24 mg weekly | age=40 | ok | fda:buprenorphine
octreotide intramuscular 30 mg monthly | age=60 | ok | fda:octreotide
vancomycin - 1 g 2x | age=50 weight=70 crcl=90 | ok | fda:vancomycin
cefuroxime - 1500 mg 3x | age=50 crcl=90 | ok | fda:cefuroxime
digoxin - 250 ug 1x | age=80 crcl=70 | moderate dose | dose-beers-2023
oxycodone oral 40 mg 4x | age=50 | major dose | dose-cdc-opioid-2022, 240 MME
oxycodone oral 20 mg 3x | age=50 | moderate dose | dose-cdc-opioid-2022, 90 MME
oxycodone oral 10 mg 3x | age=50 | ok | dose-cdc-opioid-2022, 45 MME
morphine oral 30 mg 3x | age=50 crcl=90 | moderate dose | dose-cdc-opioid-2022, 90 MME
morphine oral 15 mg 2x | age=50 crcl=90 | ok | dose-cdc-opioid-2022, 30 MME
hydromorphone oral 4 mg 6x | age=50 crcl=90 | moderate dose | dose-cdc-opioid-2022, 120 MME
fentanyl transdermal 25 ug/h q72h | age=50 | ok | dose-cdc-opioid-2022, 60 MME
fentanyl transdermal 50 ug/h q72h | age=50 | moderate dose | dose-cdc-opioid-2022, 120 MME
fentanyl transdermal 50 ug q72h | age=50 | moderate dose | dose-cdc-opioid-2022, 120 MME
methadone oral 20 mg 2x | age=50 | moderate dose | dose-cdc-opioid-2022, 188 MME
methadone oral 80 mg 1x | age=50 cond=opioid-use-disorder | ok | dose-cdc-opioid-2022, not counted in treatment of dependence
tramadol oral 50 mg 4x | age=50 | ok | dose-cdc-opioid-2022, 40 MME
codeine oral 60 mg 4x | age=50 | ok | dose-cdc-opioid-2022, 36 MME
`;
