/** Words that may come between a name and its value. */
export const LINK = new Set(
  (
    'wa is are were be been being has have had of at to with and level levels reading readings value result count remain ' +
    'remained remains came come back in on a an the this that his her their its it which initial initially repeat repeated ' +
    'recent recently last latest total today now then currently current yesterday tonight overnight again also still only ' +
    'just first subsequently subsequent around about approximately approx roughly nearly almost up down currently running ' +
    'stable steady elevated low high normal raised reduced increased decreased abnormal borderline slightly mildly markedly ' +
    'very significantly moderately quite greater less than over under above below found noted seen measured measuring ' +
    'recorded reported documented checked taken read estimated calculated obtained showed shown show given known ' +
    'sitting holding hovering standing lying supine seated measure average averaging averaged averages mean ' +
    'appears appeared peaked peaking peak nadir maximum max minimum min best worst here ago later earlier prior ' +
    'from between ranging ranged range rang trend trended trending hit reached reaching reach ' +
    // Where and when it was taken.
    'arrival admission presentation triage discharge examination exam emergency department ed clinic office hospital ' +
    'ward home morning afternoon evening night day noon rest exertion ambulation breathing while room air ambient ra ' +
    'oxygen o2 nasal cannula nc facemask mask left right arm leg oral orally rectal rectally axillary tympanic ' +
    'nonfasting fasting random serum venous arterial capillary postoperative postoperatively preoperative time during ' +
    'after before per postprocedure lunch breakfast dinner meal end reviewed rated rate equal concentration supratherapeutic subtherapeutic therapeutic deranged last year or my our as when she he they was us we patient monday tuesday wednesday thursday friday saturday sunday'
  ).split(' '),
);
export const RISE = new Set(
  'rose doubled doubling tripled quadrupled spiked spiking spike soared rise risen rising increase increased increasing climbed climb climbing jumped up elevated uptrended uptrending raised'.split(
    ' ',
  ),
);
export const FALL = new Set(
  'fell halved halving slumped plummeted cleared clearing fall fallen falling drop dropped dropping decrease decreased decreasing declined decline declining down reduced downtrended downtrending lowered'.split(
    ' ',
  ),
);
/** Words of change that say no direction by themselves. */
const CHANGE = new Set(
  'improved improving worsened worsening changed went gone going go normalized recovered corrected settled settling come coming came picked bounced stabilised stabilized'.split(
    ' ',
  ),
);
/** Words of change that are no adjective before a value: after them `to` leads to the value. */
export const isChange = (word: string) => RISE.has(word) || FALL.has(word) || CHANGE.has(word);
