/** People and places in the names of diseases, signs, scores and devices. */
const EPONYMS =
  'addison addisonian alport alzheimer apgar argyll asherman ashworth asperger babinski baker bankart barlow ' +
  'barnes barrett bartholin bartter basedow becker behcet bell bence berger bethesda binswanger bishop ' +
  'blalock blumberg boerhaave boston bouchard bowen braden bright broca brudzinski brugada buerger burkitt ' +
  'calot cambridge castleman caucasian celsius chagas charcot chiari chvostek colles conn coombs cooper ' +
  'courvoisier cowden crigler crohn cullen cushing cushingoid dandy darier doppler duchenne dupuytren ' +
  'duroziez dukes ebola ebstein edwards eisenmenger english erb escherichia european ewing fabry fahrenheit ' +
  'fallot fanconi felty finkelstein foley fontan fournier friedreich galeazzi gardner gaucher gilbert ' +
  'gilles glasgow gleason goodpasture gottron gowers hartmann hashimoto hawkins heberden ' +
  'heimlich hemovac hesselbach hirschsprung hodgkin hoffman hoffmann holter homan homans horner huntington ' +
  'hutchinson jarisch jehovah jones kaposi karnofsky kartagener kawasaki kernig killip ' +
  'klebsiella kleihauer klinefelter kocher koplik korsakoff kussmaul kveim lachman lambert langerhans ' +
  'lasegue leishmania lesch lewy lhermitte lichtman likert lisfranc leiden listeria loeffler luer lyme lynch ' +
  'maisonneuve mallampati marburg marfan mayo mcmurray meckel meige meniere merkel mobitz moh mohs moro ' +
  'monteggia morton munchausen murphy neer nissen ogilvie osler paget pancoast parkinson parkinsonian ' +
  'pavlik perthes peyronie pfannenstiel phalen pott prinzmetal quincke ramsay ranson raynaud reiter reye ' +
  'ringer rinne romberg rotterdam rovsing salmonella sanger scheuermann schirmer schwann seldinger ' +
  'sengstaken sertoli shigella sjogren snellen spurling starling stokes sydenham takayasu ' +
  'takotsubo thomsen tinel tourette trendelenburg trousseau valsalva veress virchow waldenstrom ' +
  'waterhouse weber wegener wernicke whipple wilms wilson yankauer zenker ziehl vietnamese filipino korean japanese russian polish portuguese arabic somali ethiopian nigerian indian ' +
  'pakistani bangladeshi jewish ashkenazi greek turkish iranian iraqi syrian ukrainian haitian jamaican ' +
  'cuban dutch swedish caribbean european asian african american hispanic ' +
  'british latino latina english spanish german italian chinese india china mexico america ' +
  'london england scotland ireland wales australia canada christmas easter thanksgiving mondays tuesdays wednesdays thursdays fridays saturdays sundays monday tuesday ' +
  'wednesday thursday friday saturday sunday medicare medicaid kleenex velcro god';

const PROPER_NAMES: ReadonlySet<string> = new Set(EPONYMS.split(' '));

/** Ordinary words that are names only in the possessive: "Bell's palsy", "Baker's cyst". */
const ONLY_WITH_S: ReadonlySet<string> = new Set(
  (
    'bell baker down graves hunter barlow berger bishop becker binswanger conn cooper ' +
    'gardner boston jones moh starling weber murphy hawkins wells carpenter'
  ).split(' '),
);

const ACCENTS: Readonly<Record<string, string>> = {
  meniere: 'Ménière',
  sjogren: 'Sjögren',
  behcet: 'Behçet',
  waldenstrom: 'Waldenström',
  lasegue: 'Lasègue',
};

export const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** The name in capitals, or nothing where the word is an ordinary one. */
export function properName(word: string): string | undefined {
  const stem = word.endsWith("'s") ? word.slice(0, -2) : word;
  const bare = stem === word;
  if (bare && ONLY_WITH_S.has(stem)) return undefined;
  if (!PROPER_NAMES.has(stem) && !ONLY_WITH_S.has(stem)) return undefined;
  return (ACCENTS[stem] ?? capital(stem)) + word.slice(stem.length);
}
