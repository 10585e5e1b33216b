"""How written clinical short forms are said. Keys are as written; several ways are parted by a bar, the first is
usual.
"""

from __future__ import annotations

LETTER_WORDS = frozenset(
    """
    aa aaa ab abg abi ac acl adhd adl adls afb afp aka alp als alt aml ana anc aptt arb arbs ards asa asd ast av avm
    bbb bcg bdp bid bka ble bls bmi bmp bnp bp bph bpm bsa bso bun cad cbc cbd cbt cca ccb ccf ccp ccs ccu cdc cdf
    cdi cea ceo cfs chf cin ck ckd cll cmhc cml cmp cmt cmv cnp cns copd cpk cpr crp crrt crt csf ct cta ctg ctpa
    cts cva cvd cvp cvs cxr dbp dcis dd dhea djd dka dmard dna dnr doa dob dph dsm dtp dtr dvt ebl ebv ecg ecgs ecmo
    ect ecv ed eeg ef egd egfr ekg ekgs emg emr ems ent eom ercp esr esrd eta etoh ett evd fbc fdg fdp fev ffp fhr
    fna fsh fvc gbs gca gcs gfap gfr ggt gi gp gpa gtn gtt gu gvhd gyn hba hbc hbs hbv hcc hcg hct hcv hdl hfpef
    hfref hhs hiv hla hmo hnpcc hpf hpi hpv hr hrt hsp hsv iabp ibd ibs ica icd icp icu iga ige igg igm ihd ild im
    inh inr iol ipf ir isr itp iud iv ivc ivf ivig ivp ivs ivus jak jp jvd jvp kcl kl kub lbbb lbm lbo lbp lca lcx
    ldct ldh ldl lft lfts lh lll llq lmn lmp lmwh loc ls lscs lt lul luq lv lvef lvh lvot mca mch mcl mcp mcv mdi
    mdma mds mgm mgus mmr mnd mra mrcp mri mris mrv msk msu mtp mua mva mvp nbm nccn ncs nf nfr ng ngt nhl nhs nih
    nkda nmda nph npo nps nsclc nsr nst nsvd nt oa ob obgyn ocd ocp ocs od og ogd ooh osa otc otp pad pbc pbp pca
    pci pcl pcn pcos pcp pcr pcv pd pda pdf pe pfo pft pfts pgl ph phn phq pid pkc pkd pmh pmr pms pnd pnes po pob
    ppd ppi pprom pr prbc prn psa psc psh psv pt pta ptca pth ptsd ptt pud pvc pvcs pvd pvr pvt qd qhs qid qrs qt
    qtc rbbb rbc rca rcc rdw rf rh rhf rhm rll rlq rml rn rna rnp rr rsi rsv rta rtc rtpcr rul ruq rv rvh rvot rvu
    sah sbe sbo sbp sca scc scd scid sd sdh sfa sga siadh sle slr snf snri sob sp spep spf sscp ssri ssris st std
    stds sti stis sv svc svd svt tah tb tbi tbsa tca tft tfts tga tha thc tia tias tibc tid tka tlc tmj tnf tnm tof
    tpa tpn tpo tpr trh tsh tte ttn ttp tts tv tvus ua uac uao uc uk umn uri uris urti usa usg uss utd uti utis uv
    vap vas vbg vcu vdrl vf vldl vp vq vre vsd vt vte vzv wbc wbcs wcc wpw xr
    """.split()
)
"""Said letter by letter whatever their case: none of these is also a word of clinical speech."""

LETTER_WORDS_CAPITAL = frozenset(
    """
    aaa ac ad ada ai aki ama ap av avr ca cv dm epo er ha ia io iq la lad lp mi mr ms mvr nac ob oct op ot pa pc pe
    pts ra ros sa si sma sr tah tee tr tsa tv uv vp
    """.split()
)
"""Said letter by letter where they are written in capitals among other words: in small letters they may be words."""

LETTERS_APART = {
    "OR": "o r", "US": "u s", "IT": "i t", "AS": "a s", "ID": "i d", "OK": "okay", "AM": "a m", "PM": "p m",
    "IS": "i s", "AN": "a n",
}  # fmt: skip
"""Capital short forms whose token would be a common word: said as letters of their own."""

WORD_SAID = {
    "NSAID": "nsaid", "NSAIDS": "nsaids", "NSAIDs": "nsaids", "CABG": "cabg", "GERD": "gerd", "GORD": "gord",
    "AIDS": "aids", "PICC": "picc", "LASIK": "lasik", "MRSA": "mrsa", "STEMI": "stemi", "NSTEMI": "nstemi",
    "CPAP": "cpap", "BIPAP": "bipap", "BiPAP": "bipap", "PERRLA": "perrla", "HEENT": "heent", "TURP": "turp",
    "SIDS": "sids", "MAOI": "maoi", "LASER": "laser", "SIADH": "siadh", "NICU": "nicu", "PICU": "picu",
    "CAT": "cat", "PET": "pet", "SOAP": "soap", "REM": "rem", "PEG": "peg", "PROM": "prom", "TIPS": "tips",
    "SPECT": "spect", "DEXA": "dexa", "HELLP": "hellp", "TORCH": "torch", "COVID": "covid", "SARS": "sars",
    "HIPAA": "hipaa", "ROM": "rom", "TENS": "tens", "NASH": "nash", "SIRS": "sirs", "HUS": "hus", "ACE": "ace",
    "BRAT": "brat", "FAST": "fast", "RICE": "rice", "SNF": "snf", "DIC": "dic", "PAP": "pap", "Pap": "pap",
    "DMARD": "dmard", "DMARDS": "dmards", "DMARDs": "dmards", "GAD": "gad", "HAS": "has", "DAS": "das",
    "BLED": "bled", "CHADS": "chads", "NICE": "nice", "APGAR": "apgar",
}  # fmt: skip
"""Capital short forms said as a word; the spoken word is the value."""

SHORT_FORMS = {
    "w/": "with", "w/o": "without", "h/o": "history of", "s/p": "status post", "c/o": "complaining of|complains of",
    "y/o": "year old", "yo": "year old", "b/l": "bilateral", "n/v": "nausea and vomiting",
    "n/v/d": "nausea vomiting and diarrhea", "r/o": "rule out", "d/c": "discharge|discontinue", "f/u": "follow up",
    "p.o.": "by mouth|orally|po", "i.v.": "iv", "i.m.": "intramuscularly", "a.m.": "a m", "p.m.": "p m",
    "e.g.": "for example", "i.e.": "that is", "etc.": "etcetera", "vs.": "versus", "dr.": "doctor", "mr.": "mister",
    "mrs.": "missus", "approx.": "approximately", "vs": "versus", "dr": "doctor", "mr": "mister", "mrs": "missus",
    "b.i.d.": "twice a day|bid|twice daily", "t.i.d.": "three times a day|tid|three times daily",
    "q.i.d.": "four times a day|qid", "q.d.": "daily|once daily", "q.h.s.": "at bedtime", "p.r.n.": "as needed|prn",
    "h.s.": "at bedtime", "a.c.": "before meals", "p.c.": "after meals", "q.a.m.": "every morning",
    "q.p.m.": "every evening", "hx": "history", "dx": "diagnosis", "rx": "prescription", "tx": "treatment",
    "fx": "fracture", "sx": "symptoms", "abx": "antibiotics", "wt": "weight", "approx": "approximately",
    "bilat": "bilateral", "yrs": "years", "yr": "year", "hrs": "hours", "mins": "minutes", "wks": "weeks",
    "mos": "months", "abd": "abdomen", "temp": "temperature", "resp": "respiratory", "tabs": "tablets",
    "prox": "proximal", "o2": "oxygen|o two", "dept": "department", "meds": "meds", "labs": "labs", "eval": "eval",
    "w/u": "workup", "nl": "normal", "wnl": "within normal limits", "nad": "no acute distress",
    "rrr": "regular rate and rhythm", "ctab": "clear to auscultation bilaterally",
    "ntnd": "non tender non distended", "nkda": "no known drug allergies",
}  # fmt: skip
RISKY_FORMS = (
    (r"(?<=\d) ?F\b(?!-)", " fahrenheit"), (r"(?<=\d\.\d) ?C\b", " celsius"),
    (r"\bcm ?H2O\b", "centimeters of water"), (r"\bmm ?H2O\b", "millimeters of water"),
    (r"\bpt\b\.?", "patient"), (r"\bNo\.\s?(?=\d)", "number "), (r"\bSt\.(?=\s[A-Z])", "saint"),
    (r"\bM[sS]\.(?=\s[A-Z])", "miz"), (r"\bDOE\b", "dyspnea on exertion"), (r"\bSOB\b", "shortness of breath"),
    (r"\bNAD\b", "no acute distress"), (r"\bt-?max\b", "t max"), (r"\b(gon|wan) na\b", r"\1na"),
    (r"\b(\w+) n't\b", r"\1n't"), (r"(?<=\w) '(?=(?:s|m|re|ve|ll|d)\b)", "'"), (r"\b[hH]gb\b|\bHb\b", "hemoglobin"),
    (r"\b[hH]ct\b", "hematocrit"), (r"\b[pP]lts?\b", "platelets"), (r"\bHTN\b|\bHtn\b", "hypertension"),
    (r"\bRUE\b", "right upper extremity"), (r"\bLUE\b", "left upper extremity"),
    (r"\bRLE\b", "right lower extremity"), (r"\bLLE\b", "left lower extremity"), (r"\bIII\b", "three"),
    (r"\bII\b", "two"), (r"\bIV(?= (?:disease|cancer|heart|ulcer|kidney))", "four"),
    (r"\b(stage|grade|class|type) IV\b", r"\1 four"), (r"\b[fF]Hx\b", "family history"),
    (r"\bmm ?Hg\b", "millimeters of mercury"), (r"/(?=1\.73)", " per "), (r"\bgot ta\b", "gotta"),
    (r"\bpH\b", "ph"), (r"\b([A-Z]) \.(?=[A-Z] )", r"\1"), (r"\bC-section", "c section"),
    (r"\bBI-?RADS\b", "birads"), (r"\bTI-?RADS\b", "tirads"), (r"\bPI-?RADS\b", "pirads"), (r"\bJr\b\.?", "junior"),
    (r"\[[^\]]*\]", " "), (r"\bq ?week\b", "weekly"), (r"\bNa\b", "sodium"), (r"\bCl\b", "chloride"),
    (r"\bMg\b", "magnesium"),
)  # fmt: skip
"""Short forms that are also words, told apart by their case or by what follows: (pattern, what is said)."""

FREQUENCIES = {
    "bid": "twice a day|twice daily|bid", "tid": "three times a day|three times daily|tid",
    "qid": "four times a day|four times daily|qid", "qd": "once a day|daily|once daily",
    "od": "once daily|once a day", "bd": "twice daily|twice a day", "tds": "three times a day",
    "qds": "four times a day", "qhs": "at bedtime|every night at bedtime", "qam": "every morning|in the morning",
    "qpm": "every evening|in the evening", "prn": "as needed|prn|when required", "po": "by mouth|orally|po",
    "iv": "iv|intravenously|iv", "im": "intramuscularly|im", "sc": "subcutaneously", "sq": "subcutaneously",
    "subq": "subcutaneously", "sl": "sublingually|under the tongue", "pr": "rectally|per rectum",
    "inh": "inhaled|by inhalation", "stat": "stat|immediately", "nocte": "at night", "mane": "in the morning",
    "ac": "before meals", "pc": "after meals", "hs": "at bedtime", "qod": "every other day",
    "qweek": "weekly|once a week", "top": "topically", "npo": "nothing by mouth|npo",
}  # fmt: skip
"""Said so after a dose."""

UNITS = {
    "mg": ("milligram", "milligrams"), "mcg": ("microgram", "micrograms"), "µg": ("microgram", "micrograms"),
    "ug": ("microgram", "micrograms"), "g": ("gram", "grams"), "gm": ("gram", "grams"),
    "kg": ("kilogram", "kilograms"), "ng": ("nanogram", "nanograms"), "pg": ("picogram", "picograms"),
    "ml": ("milliliter", "milliliters"), "cc": ("cc", "cc"), "l": ("liter", "liters"),
    "dl": ("deciliter", "deciliters"), "mm": ("millimeter", "millimeters"), "cm": ("centimeter", "centimeters"),
    "m": ("meter", "meters"), "km": ("kilometer", "kilometers"),
    "mmhg": ("millimeter of mercury", "millimeters of mercury"), "mmol": ("millimole", "millimoles"),
    "µmol": ("micromole", "micromoles"), "umol": ("micromole", "micromoles"), "nmol": ("nanomole", "nanomoles"),
    "pmol": ("picomole", "picomoles"), "meq": ("milliequivalent", "milliequivalents"),
    "iu": ("international unit", "international units"), "u": ("unit", "units"),
    "miu": ("milli international unit", "milli international units"), "units": ("unit", "units"),
    "unit": ("unit", "units"), "bpm": ("beat per minute", "beats per minute"), "lb": ("pound", "pounds"),
    "lbs": ("pound", "pounds"), "oz": ("ounce", "ounces"), "ft": ("foot", "feet"), "in": ("inch", "inches"),
    "h": ("hour", "hours"), "hr": ("hour", "hours"), "hrs": ("hour", "hours"), "min": ("minute", "minutes"),
    "mins": ("minute", "minutes"), "sec": ("second", "seconds"), "s": ("second", "seconds"),
    "wk": ("week", "weeks"), "d": ("day", "days"), "day": ("day", "days"), "yr": ("year", "years"),
    "yrs": ("year", "years"), "mos": ("month", "months"), "mo": ("month", "months"), "hz": ("hertz", "hertz"),
    "ms": ("millisecond", "milliseconds"), "kcal": ("kilocalorie", "kilocalories"),
    "mosm": ("milliosmole", "milliosmoles"), "fl": ("femtoliter", "femtoliters"),
    "kpa": ("kilopascal", "kilopascals"), "mcl": ("microliter", "microliters"), "µl": ("microliter", "microliters"),
    "ul": ("microliter", "microliters"), "dose": ("dose", "doses"), "m2": ("square meter", "square meters"),
    "puff": ("puff", "puffs"), "tab": ("tablet", "tablets"), "tabs": ("tablet", "tablets"),
    "mv": ("millivolt", "millivolts"), "hpf": ("high power field", "high power field"),
    "mgy": ("milligray", "milligray"), "gy": ("gray", "gray"), "french": ("french", "french"),
    "mhz": ("megahertz", "megahertz"), "week": ("week", "weeks"), "hour": ("hour", "hours"),
    "minute": ("minute", "minutes"),
}  # fmt: skip
"""Unit as written in small letters: (for one, for several)."""

UNITS_AFTER_NUMBER_ONLY_ATTACHED = frozenset({
    "in", "s", "d", "m", "u", "l", "h", "ms", "tab", "tabs", "day", "week", "hour", "minute", "dose", "puff",
    "french",
})  # fmt: skip
"""Too short or words themselves: taken for a unit only where "per" follows, or glued to the number (and no letter
code).
"""

RESTORED = {
    "im": "i'm", "ive": "i've", "dont": "don't", "doesnt": "doesn't", "didnt": "didn't", "isnt": "isn't",
    "wasnt": "wasn't", "havent": "haven't", "hasnt": "hasn't", "hadnt": "hadn't", "cant": "can't",
    "couldnt": "couldn't", "wouldnt": "wouldn't", "shouldnt": "shouldn't", "wont": "won't", "arent": "aren't",
    "werent": "weren't", "thats": "that's", "whats": "what's", "theres": "there's", "hes": "he's", "shes": "she's",
    "youre": "you're", "youve": "you've", "theyre": "they're", "theyve": "they've", "weve": "we've", "ill": "i'll",
    "youll": "you'll", "theyll": "they'll", "itll": "it'll", "lets": "let's", "whos": "who's", "hows": "how's",
    "wheres": "where's", "id": "i'd", "youd": "you'd", "aint": "ain't", "yall": "y'all", "theyd": "they'd",
    "weren't": "weren't", "thatll": "that'll", "ekg": "ekg", "its": "its",
}  # fmt: skip
"""Apostrophes lost in all-capital transcripts."""
