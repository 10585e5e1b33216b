"""Names of drugs for the grammar: those of the project's medication knowledge, the common ones more often and with
their usual strengths.
"""

from __future__ import annotations

import json
import random
from dataclasses import dataclass
from pathlib import Path

COMMON = """
metoprolol: 25 50 100 mg; furosemide: 20 40 80 mg; lisinopril: 2.5 5 10 20 40 mg; amlodipine: 2.5 5 10 mg
metformin: 500 850 1000 mg; atorvastatin: 10 20 40 80 mg; simvastatin: 10 20 40 mg; omeprazole: 20 40 mg
pantoprazole: 20 40 mg; levothyroxine: 25 50 75 100 125 mcg; aspirin: 75 81 300 325 mg; clopidogrel: 75 300 mg
warfarin: 1 2 2.5 3 5 mg; apixaban: 2.5 5 mg; rivaroxaban: 10 15 20 mg; losartan: 25 50 100 mg
ramipril: 1.25 2.5 5 10 mg; bisoprolol: 1.25 2.5 5 10 mg; carvedilol: 3.125 6.25 12.5 25 mg
spironolactone: 25 50 100 mg; hydrochlorothiazide: 12.5 25 mg; diltiazem: 60 120 180 240 mg
verapamil: 40 80 120 240 mg; digoxin: 62.5 125 250 mcg; amiodarone: 100 200 mg; atenolol: 25 50 100 mg
propranolol: 10 20 40 80 mg; doxazosin: 1 2 4 8 mg; tamsulosin: 400 mcg; finasteride: 5 mg
gabapentin: 100 300 400 600 mg; pregabalin: 25 75 150 300 mg; sertraline: 25 50 100 mg; citalopram: 10 20 40 mg
escitalopram: 5 10 20 mg; fluoxetine: 10 20 40 mg; mirtazapine: 15 30 45 mg; venlafaxine: 37.5 75 150 mg
duloxetine: 30 60 mg; amitriptyline: 10 25 50 mg; trazodone: 50 100 150 mg; quetiapine: 25 50 100 200 mg
olanzapine: 2.5 5 10 mg; risperidone: 0.5 1 2 mg; aripiprazole: 5 10 15 mg; haloperidol: 0.5 1.5 5 mg
lithium: 200 400 mg; lorazepam: 0.5 1 2 mg; diazepam: 2 5 10 mg; alprazolam: 0.25 0.5 1 mg; clonazepam: 0.5 1 2 mg
zolpidem: 5 10 mg; zopiclone: 3.75 7.5 mg; bupropion: 150 300 mg; buspirone: 5 10 15 mg
prednisone: 5 10 20 40 60 mg; prednisolone: 5 10 30 40 mg; dexamethasone: 2 4 8 mg; hydrocortisone: 10 20 100 mg
methylprednisolone: 40 125 500 mg; albuterol: 90 mcg; salbutamol: 100 mcg; tiotropium: 18 mcg
budesonide: 200 400 mcg; fluticasone: 50 100 250 mcg; montelukast: 5 10 mg; ipratropium: 250 500 mcg
theophylline: 200 300 mg; cetirizine: 5 10 mg; loratadine: 10 mg; fexofenadine: 120 180 mg
diphenhydramine: 25 50 mg; amoxicillin: 250 500 875 mg; doxycycline: 100 200 mg; azithromycin: 250 500 mg
clarithromycin: 250 500 mg; ciprofloxacin: 250 500 750 mg; levofloxacin: 250 500 750 mg; cephalexin: 250 500 mg
cefuroxime: 250 500 750 mg; ceftriaxone: 1 2 g; metronidazole: 200 400 500 mg; trimethoprim: 100 200 mg
nitrofurantoin: 50 100 mg; flucloxacillin: 250 500 1000 mg; vancomycin: 1 1.25 1.5 g; gentamicin: 80 240 320 mg
meropenem: 500 1000 mg; clindamycin: 150 300 450 mg; erythromycin: 250 500 mg; fluconazole: 50 100 150 mg
acyclovir: 200 400 800 mg; valacyclovir: 500 1000 mg; oseltamivir: 75 mg; penicillin: 250 500 mg; linezolid: 600 mg
rifampicin: 300 450 600 mg; isoniazid: 300 mg; hydroxychloroquine: 200 400 mg; ibuprofen: 200 400 600 800 mg
naproxen: 250 500 mg; diclofenac: 50 75 mg; acetaminophen: 325 500 650 1000 mg; paracetamol: 500 1000 mg
codeine: 15 30 60 mg; tramadol: 50 100 mg; morphine: 2.5 5 10 20 mg; oxycodone: 5 10 20 mg; hydrocodone: 5 7.5 10 mg
hydromorphone: 1 2 4 mg; fentanyl: 12 25 50 100 mcg; celecoxib: 100 200 mg; meloxicam: 7.5 15 mg
cyclobenzaprine: 5 10 mg; baclofen: 5 10 20 mg; tizanidine: 2 4 mg; colchicine: 0.5 0.6 mg; allopurinol: 100 300 mg
ondansetron: 4 8 mg; metoclopramide: 5 10 mg; prochlorperazine: 5 10 mg; promethazine: 12.5 25 mg
famotidine: 20 40 mg; ranitidine: 150 300 mg; lansoprazole: 15 30 mg; esomeprazole: 20 40 mg; senna: 7.5 15 mg
lactulose: 10 15 20 mL; loperamide: 2 4 mg; docusate: 100 200 mg; glipizide: 2.5 5 10 mg; gliclazide: 40 80 160 mg
glimepiride: 1 2 4 mg; sitagliptin: 25 50 100 mg; empagliflozin: 10 25 mg; dapagliflozin: 5 10 mg
pioglitazone: 15 30 45 mg; semaglutide: 0.25 0.5 1 mg; liraglutide: 0.6 1.2 1.8 mg; dulaglutide: 0.75 1.5 mg
rosuvastatin: 5 10 20 40 mg; pravastatin: 20 40 mg; ezetimibe: 10 mg; fenofibrate: 145 160 200 mg
isosorbide mononitrate: 30 60 mg; nitroglycerin: 0.4 mg; hydralazine: 10 25 50 mg; clonidine: 0.1 0.2 mg
valsartan: 40 80 160 320 mg; candesartan: 4 8 16 32 mg; enalapril: 2.5 5 10 20 mg; perindopril: 2 4 8 mg
indapamide: 1.25 1.5 2.5 mg; bumetanide: 0.5 1 2 mg; torsemide: 5 10 20 mg; ticagrelor: 60 90 mg
enoxaparin: 20 40 60 80 mg; dabigatran: 110 150 mg; heparin: 5000 units; methotrexate: 7.5 10 15 20 mg
azathioprine: 50 100 mg; sulfasalazine: 500 1000 mg; mycophenolate: 250 500 mg; tacrolimus: 0.5 1 2 mg
ciclosporin: 25 50 100 mg; adalimumab: 40 mg; infliximab: 300 400 mg; levetiracetam: 250 500 750 1000 mg
lamotrigine: 25 50 100 200 mg; carbamazepine: 100 200 400 mg; phenytoin: 100 300 mg; valproate: 200 500 mg
topiramate: 25 50 100 mg; sumatriptan: 50 100 mg; rizatriptan: 5 10 mg; ropinirole: 0.25 1 2 mg; donepezil: 5 10 mg
memantine: 5 10 20 mg; rivastigmine: 1.5 3 4.5 mg; methylphenidate: 10 18 36 mg; alendronate: 10 70 mg
folic acid: 0.4 1 5 mg; ferrous sulfate: 200 325 mg; tamoxifen: 10 20 mg; anastrozole: 1 mg; letrozole: 2.5 mg
sildenafil: 25 50 100 mg; tadalafil: 5 10 20 mg; oxybutynin: 2.5 5 mg; solifenacin: 5 10 mg; mirabegron: 25 50 mg
potassium chloride: 10 20 40 mEq; magnesium sulfate: 1 2 g; lidocaine: 10 20 mL; ketamine: 20 50 mg
propofol: 50 100 200 mg; midazolam: 1 2 5 mg; naloxone: 0.4 2 mg; adenosine: 6 12 mg; atropine: 0.5 1 mg
labetalol: 20 100 200 mg; nifedipine: 10 20 30 60 mg; methimazole: 5 10 20 mg; carbimazole: 5 10 20 mg
desmopressin: 100 200 mcg; insulin glargine: 10 18 24 40 units; insulin lispro: 4 6 8 12 units
insulin aspart: 4 6 10 units; methadone: 20 30 60 mg; buprenorphine: 2 4 8 mg; naltrexone: 50 mg
thiamine: 50 100 mg; tranexamic acid: 500 1000 mg; medroxyprogesterone: 5 10 150 mg; estradiol: 1 2 mg
levonorgestrel: 1.5 mg
"""
ANTIBIOTICS = """
amoxicillin doxycycline azithromycin clarithromycin ciprofloxacin levofloxacin cephalexin ceftriaxone metronidazole
nitrofurantoin trimethoprim flucloxacillin vancomycin gentamicin meropenem clindamycin co-amoxiclav Augmentin
Bactrim piperacillin cefazolin cefepime linezolid
""".split()
BRANDS = """
Lasix Tylenol Advil Motrin Aleve Lipitor Crestor Zocor Norvasc Glucophage Januvia Jardiance Farxiga Ozempic
Trulicity Lantus Humalog Novolog Synthroid Prilosec Nexium Protonix Zoloft Prozac Lexapro Celexa Wellbutrin Effexor
Cymbalta Xanax Ativan Valium Klonopin Ambien Seroquel Zyprexa Abilify Plavix Eliquis Xarelto Coumadin Lovenox Toprol
Coreg Cozaar Diovan Benicar Zestril Ventolin Advair Symbicort Spiriva Singulair Flovent Flonase Zyrtec Claritin
Allegra Benadryl Augmentin Keflex Zithromax Cipro Levaquin Bactrim Percocet Vicodin Norco Ultram Neurontin Lyrica
Flexeril Mobic Celebrex Imitrex Topamax Keppra Depakote Lamictal Viagra Cialis Flomax Proscar Humira Enbrel Remicade
Fosamax Zofran Reglan Pepcid Colace MiraLAX
""".split()


@dataclass(frozen=True)
class Drugs:
    """`strengths` of common drugs as written; `others` ingredients and `brands` of the medication knowledge."""

    strengths: dict[str, list[str]]
    others: list[str]
    brands: list[str]

    def name(self, rng: random.Random) -> str:
        """A drug: four in five times a common one."""
        return rng.choice(list(self.strengths)) if rng.random() < 0.8 else rng.choice(self.others)

    def brand(self, rng: random.Random) -> str:
        return rng.choice(BRANDS) if rng.random() < 0.7 else rng.choice(self.brands)

    def strength(self, name: str, rng: random.Random) -> str:
        """A usual strength of the drug, or one of any."""
        known = self.strengths.get(name)
        return (
            rng.choice(known)
            if known
            else f"{rng.choice((1, 2, 5, 10, 15, 20, 25, 40, 50, 75, 100, 120, 150, 200, 250, 300, 400, 500))} mg"
        )


def read_drugs(knowledge: Path) -> Drugs:
    """Single-word names from the tables of `models/medication-knowledge`; rare ingredients and weak product names
    are left out.
    """
    strengths: dict[str, list[str]] = {}
    for entry in COMMON.replace("\n", ";").split(";"):
        if entry.strip():
            name, _, amounts = entry.strip().partition(": ")
            *numbers, unit = amounts.split()
            strengths[name] = [f"{number} {unit}" for number in numbers]
    ingredients = json.loads((knowledge / "ingredients.json").read_text(encoding="utf-8"))
    products = json.loads((knowledge / "products.json").read_text(encoding="utf-8"))
    others = [
        row["name"]
        for row in ingredients
        if not row.get("rare") and row.get("rxcui") and row["name"].isalpha() and row["name"].isascii()
    ]
    brands = [
        row["name"]
        for row in products
        if row["name"].isalpha()
        and row["name"].isascii()
        and not row.get("weak")
        and "US" in row.get("countries", ())
        and not row["name"].isupper()
    ]
    return Drugs(strengths, sorted(set(others)), sorted(set(brands)))
