/** British and American form of stems; they may be anywhere in a word. */
const STEMS =
  'anaemi anemi, ischaem ischem, glycaem glycem, volaem volem, uraemi uremi, leukaem leukem, ' +
  'septicaem septicem, bacteraem bacterem, kalaem kalem, natraem natrem, calcaem calcem, ' +
  'magnesaem magnesem, phosphataem phosphatem, lipidaem lipidem, lipaem lipem, cholesterolaem cholesterolem, ' +
  'hypoxaem hypoxem, acidaem acidem, alkalaem alkalem, toxaem toxem, viraem virem, azotaem azotem, ' +
  'polycythaem polycythem, thalassaem thalassem, albuminaem albuminem, triglyceridaem triglyceridem, ' +
  'ammonaem ammonem, proteinaem proteinem, globulinaem globulinem, bilirubinaem bilirubinem, ' +
  'fungaem fungem, uricaem uricem, galactosaem galactosem, insulinaem insulinem, hyperaemi hyperemi, ' +
  'parasitaem parasitem, pyaemi pyemi, prolactinaem prolactinem, chloraem chlorem, osmolalaem osmolalem, ' +
  'haemoglob hemoglob, haemorrh hemorrh, haemoly hemoly, haemodial hemodial, haemodyn hemodyn, ' +
  'haemopt hemopt, haemophilia hemophilia, haemostas hemostas, haemostat hemostat, ' +
  'haemothora hemothora, haemopneumo hemopneumo, haemoperi hemoperi, haemosider hemosider, ' +
  'haemochrom hemochrom, haemofilt hemofilt, haemoconc hemoconc, haemodilut hemodilut, ' +
  'haemovigil hemovigil, haemobil hemobil, haematur hematur, haematom hematom, haematoc hematoc, ' +
  'haematol hematol, haematem hematem, haematop hematop, haematin hematin, haematosp hematosp, ' +
  'haemangi hemangi, haemarthr hemarthr, ' +
  'dyspnoe dyspne, apnoe apne, orthopnoe orthopne, tachypnoe tachypne, hypopnoe hypopne, ' +
  'bradypnoe bradypne, diarrhoe diarrhe, amenorrhoe amenorrhe, dysmenorrhoe dysmenorrhe, ' +
  'gonorrhoe gonorrhe, seborrhoe seborrhe, rhinorrhoe rhinorrhe, steatorrhoe steatorrhe, ' +
  'galactorrhoe galactorrhe, otorrhoe otorrhe, logorrhoe logorrhe, leucorrhoe leukorrhe, ' +
  'sialorrhoe sialorrhe, pyorrhoe pyorrhe, ' +
  'paediatr pediatr, paedophil pedophil, orthopaed orthoped, gynaecolog gynecolog, ' +
  'gynaecomast gynecomast, anaesthe anesthe, paraesthe paresthe, dysaesthe dysesthe, ' +
  'hyperaesthe hyperesthe, hypoaesthe hypoesthe, kinaesthe kinesthe, caecum cecum, caecal cecal, ' +
  'caecost cecost, faeces feces, faecal fecal, faecul fecul, coeliac celiac, caesarean cesarean, ' +
  'caesarian cesarian, aetiolog etiolog, palaeo paleo, encyclopaed encycloped, ' +
  'pharmacopoeia pharmacopeia, oestrogen estrogen, oestrus estrus, ' +
  'oesophag esophag, papilloedem papilledem, lymphoedem lymphedem, myxoedem myxedem, ' +
  'dactyloedem dactyledem, leucopenia leukopenia, ' +
  'leucopl leukopl, ' +
  'tumour tumor, behaviour behavior, odour odor, favour favor, flavour flavor, harbour harbor, ' +
  'neighbour neighbor, endeavour endeavor, vigour vigor, rumour rumor, saviour savior, armour armor, ' +
  'fibreoptic fiberoptic, fibrescop fiberscop, analyse analyze, paralyse paralyze, dialyse dialyze, ' +
  'catalyse catalyze, hydrolyse hydrolyze, labelled labeled, labelling labeling, travelled traveled, ' +
  'travelling traveling, counselled counseled, counselling counseling, counsellor counselor, ' +
  'modelling modeling, modelled modeled, signalling signaling, signalled signaled, ' +
  'channelled channeled, tunnelled tunneled, tunnelling tunneling, fuelled fueled, ' +
  'cancelled canceled, cancelling canceling, levelled leveled, levelling leveling, ' +
  'marshalled marshaled, quarrelled quarreled, shovelled shoveled, panelled paneled, ' +
  'equalled equaled, initialled initialed, totalled totaled, dialled dialed, dialling dialing, ' +
  'pencilled penciled, funnelled funneled, funnelling funneling, ' +
  'instilment instillment, enrolment enrollment, fulfilment fulfillment, skilful skillful, ' +
  'wilful willful, defence defense, offence offense, pretence pretense, mould mold, smoulder smolder, ' +
  'aluminium aluminum, sceptic skeptic, pyjama pajama, artefact artifact, tranquillis tranquiliz, ' +
  'tranquillit tranquilit, ageing aging, catalogue catalog, grey gray, plough plow, ' +
  'woollen woolen, moustache mustache, liquorice licorice, homoeosta homeosta, ' +
  'homoeopath homeopath, coelom celom, foetor fetor, foetid fetid, ' +
  'haemicran hemicran_, oedema edema, caesium cesium, haemagglut hemagglut';

/** Whole words, with their plural or past where the ending changes. */
const WORDS =
  'manoeuvre maneuver, manoeuvres maneuvers, manoeuvred maneuvered, ' +
  'litre liter, litres liters, millilitre milliliter, millilitres milliliters, decilitre deciliter, ' +
  'decilitres deciliters, microlitre microliter, microlitres microliters, metre meter, metres meters, ' +
  'centimetre centimeter, centimetres centimeters, millimetre millimeter, millimetres millimeters, ' +
  'kilometre kilometer, kilometres kilometers, centre center, centres centers, centred centered, ' +
  'theatre theater, theatres theaters, fibre fiber, fibres fibers, goitre goiter, goitres goiters, ' +
  'titre titer, titres titers, calibre caliber, calibres calibers, lustre luster, meagre meager, ' +
  'sombre somber, labour labor, labours labors, laboured labored, labouring laboring, ' +
  'labourer laborer, labourers laborers, colour color, colours colors, coloured colored, ' +
  'colouring coloring, discoloured discolored, discolouration discoloration, honour honor, ' +
  'honours honors, humour humor, vapour vapor, vapours vapors, rigour rigor_, gramme gram, ' +
  'grammes grams, kilogramme kilogram, kilogrammes kilograms, fulfil fulfill, enrol enroll, ' +
  'instil instill, instils instills, distil distill, foetus fetus_, foetal fetal_, foetuses fetuses_, ' +
  'programme program_, programmes programs_, judgement judgment, draught draft_, sulphate sulfate_, ' +
  'sulphur sulfur_, sulphonamide sulfonamide_, dialogue dialog_, analogue analog, analogues analogs, ' +
  'gastro-oesophageal gastroesophageal, tracheo-oesophageal tracheoesophageal, ' +
  'aesthetic esthetic, aesthetics esthetics, tyre tire_, tyres tires_, cosy cozy, kerb curb_, ' +
  'cheque check_, storey story_, mum mom_, practised practiced, practising practicing, ' +
  'licence license_, haem heme, oestradiol estradiol_';

/** Verbs in -ise and -ize with all their derivatives. */
const VERBS =
  'hospital local general stabil destabil mobil immobil catheter visual normal minim maxim optim recogn ' +
  'organ reorgan steril cauter character neutral immun lateral crystall apolog categor emphas ' +
  'individual material memor mineral demineral polar depolar repolar random rational real sensit ' +
  'desensit social special standard summar symbol synchron util vapor victim central final formal ' +
  'fertil hypnot ideal ion marginal medical modern oxid pasteur pressur prior regular revascular ' +
  'vascular devascular scrutin traumat epithelial keratin homogen anonym solubil vocal verbal internal ' +
  'external jeopard equal critic custom metabol catabol anastomos metastas colon ' +
  'lyophil pulver antagon patron penal legal liberal harmon institutional operational ' +
  'conceptual contextual capital computer digital energ familiar fantas mesmer monopol ' +
  'nebul atom aerosol heparin exterior marsupial ' +
  'triangular arterial author econom sympath empath theor tracheostom ' +
  'cannibal dramat feminin masculin virili optimal radical stigmat item union';

const pairs = (table: string): (readonly [string, string])[] =>
  table.split(', ').map((pair) => {
    const [british = '', american = ''] = pair.split(' ');
    return [british, american];
  });

/** A form that ends in `_` is recognised, but never written. */
const oneWay = (form: string): boolean => form.endsWith('_');
const bare = (form: string): string => form.replace('_', '');

const stems = pairs(STEMS);
const words = pairs(WORDS);

export const AMERICAN_STEMS: ReadonlyMap<string, string> = new Map(
  stems.map(([british, american]) => [british, bare(american)]),
);
export const BRITISH_STEMS: ReadonlyMap<string, string> = new Map(
  stems
    .filter(([, american]) => !oneWay(american))
    .map(([british, american]) => [american, british]),
);
export const AMERICAN_WORDS: ReadonlyMap<string, string> = new Map(
  words.map(([british, american]) => [british, bare(american)]),
);
export const BRITISH_WORDS: ReadonlyMap<string, string> = new Map(
  words
    .filter(([, american]) => !oneWay(american))
    .map(([british, american]) => [american, british]),
);
export const ISE_STEMS: ReadonlySet<string> = new Set(VERBS.split(' '));
