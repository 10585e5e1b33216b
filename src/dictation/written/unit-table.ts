/** What a unit is for: trailing zeros go from doses alone; `count` words stay words. */
export type UnitUse = 'dose' | 'measure' | 'percent' | 'volume' | 'time' | 'count';

/** Said after a number -> symbol. µg, cc, U and IU are misread (ISMP) and never written. */
const SYMBOLS: readonly (readonly [UnitUse, string, string])[] = [
  ['dose', 'mg', 'milligram milligrams milligramme milligrammes mg mgs mig migs'],
  ['dose', 'mcg', 'microgram micrograms microgramme microgrammes mcg mcgs ug mikes mics'],
  ['dose', 'ng', 'nanogram nanograms'],
  ['dose', 'pg', 'picogram picograms'],
  ['dose', 'g', 'gram grams gramme grammes gm gms'],
  ['dose', 'mEq', 'milliequivalent milliequivalents meq meqs'],
  ['dose', 'mmol', 'millimole millimoles millimol millimols mmol'],
  ['dose', 'micromol', 'micromole micromoles micromol micromols umol'],
  ['dose', 'nmol', 'nanomole nanomoles nanomol nanomols nmol'],
  ['dose', 'pmol', 'picomole picomoles picomol picomols pmol'],
  ['dose', 'mosm', 'milliosmole milliosmoles milliosmol'],
  ['dose', 'units', 'iu ius'],
  ['dose', 'milliunits', 'milliunit milliunits'],
  ['measure', 'copies', 'copies'],
  ['measure', 'cells', 'cells'],
  [
    'volume',
    'mL',
    'milliliter milliliters millilitre millilitres ml mls mil mils mill mills cc ccs',
  ],
  ['volume', 'L', 'liter liters litre litres'],
  ['volume', 'dL', 'deciliter deciliters decilitre decilitres dl'],
  ['volume', 'mcL', 'microliter microliters microlitre microlitres'],
  ['volume', 'fL', 'femtoliter femtoliters femtolitre femtolitres'],
  ['volume', 'oz', 'ounce ounces'],
  ['measure', 'kg', 'kilogram kilograms kilogramme kilogrammes kilo kilos kg kgs'],
  ['measure', 'lb', 'pound pounds lb lbs'],
  ['measure', 'cm', 'centimeter centimeters centimetre centimetres cm cms'],
  ['measure', 'mm', 'millimeter millimeters millimetre millimetres mm mms'],
  ['measure', 'm', 'meter meters metre metres'],
  ['measure', 'km', 'kilometer kilometers kilometre kilometres km'],
  ['measure', 'micron', 'micron'],
  ['measure', 'microns', 'microns'],
  ['measure', 'ms', 'millisecond milliseconds msec'],
  ['measure', 'Hz', 'hertz'],
  ['measure', 'kHz', 'kilohertz'],
  ['measure', 'MHz', 'megahertz'],
  ['measure', 'dB', 'decibel decibels'],
  ['measure', 'J', 'joule joules'],
  ['measure', 'W', 'watt watts'],
  ['measure', 'mA', 'milliamp milliamps milliampere milliamperes'],
  ['measure', 'mV', 'millivolt millivolts'],
  ['measure', 'kV', 'kilovolt kilovolts'],
  ['measure', 'Gy', 'gray grays gy'],
  ['measure', 'cGy', 'centigray centigrays cgy'],
  ['measure', 'mGy', 'milligray milligrays'],
  ['measure', 'mSv', 'millisievert millisieverts'],
  ['measure', 'MBq', 'megabecquerel megabecquerels mbq'],
  ['measure', 'mCi', 'millicurie millicuries mci'],
  ['measure', 'kPa', 'kilopascal kilopascals kpa'],
  ['measure', 'kcal', 'kilocalorie kilocalories kcal'],
  ['measure', 'D', 'diopter diopters dioptre dioptres'],
  ['measure', 'mmHg', 'mmhg'],
  ['measure', 'bpm', 'bpm'],
  ['measure', 'ppd', 'ppd'],
  ['measure', 'METs', 'mets'],
];

/** Units of several words. */
const PHRASES: readonly (readonly [UnitUse, string, readonly string[]])[] = [
  ['measure', 'mmHg', ['millimeters of mercury', 'millimetres of mercury', 'mm of mercury']],
  ['measure', 'mmHg', ['millimeter of mercury', 'millimetre of mercury', 'mm hg', 'm m h g']],
  ['measure', 'cmH2O', ['centimeters of water', 'centimetres of water', 'cm of water']],
  ['measure', 'mmH2O', ['millimeters of water', 'millimetres of water']],
  ['measure', 'bpm', ['beats per minute', 'beats a minute']],
  ['measure', 'breaths/min', ['breaths per minute', 'breaths a minute']],
  ['measure', '°C', ['degrees celsius', 'degree celsius', 'celsius', 'degrees centigrade']],
  ['measure', '°C', ['centigrade', 'degrees c']],
  ['measure', '°F', ['degrees fahrenheit', 'degree fahrenheit', 'fahrenheit', 'degrees f']],
  ['percent', '%', ['percent', 'per cent', 'percent sign']],
  ['dose', 'mg', ['m g', 'milli grams']],
  ['dose', 'mcg', ['m c g', 'micro grams']],
  ['measure', 'kg', ['k g']],
  ['measure', 'cm', ['c m']],
  ['measure', 'mm', ['m m']],
  ['volume', 'mL', ['m l', 'milli liters', 'milli litres', 'c c', 'cubic centimeters']],
  ['volume', 'mL', ['cubic centimetres', 'cubic centimeter', 'cubic centimetre']],
  ['volume', 'mm3', ['cubic millimeters', 'cubic millimetres']],
  ['measure', 'cm2', ['square centimeters', 'square centimetres', 'centimeters squared']],
  ['measure', 'cm2', ['centimetres squared']],
  ['measure', 'm2', ['square meters', 'square metres', 'meters squared', 'metres squared']],
  ['dose', 'international units', ['international units', 'international unit']],
  ['measure', 'log10', ['log ten']],
];

/** Said after "per" -> what is written below the line. */
const BELOW: readonly (readonly [string, string])[] = [
  ['day', 'day'],
  ['hour', 'hr'],
  ['minute', 'min'],
  ['min', 'min'],
  ['second', 's'],
  ['week', 'week'],
  ['dose', 'dose'],
  ['kilogram', 'kg'],
  ['kilogramme', 'kg'],
  ['kilo', 'kg'],
  ['kg', 'kg'],
  ['kilogram of body weight', 'kg'],
  ['liter', 'L'],
  ['litre', 'L'],
  ['deciliter', 'dL'],
  ['decilitre', 'dL'],
  ['dl', 'dL'],
  ['milliliter', 'mL'],
  ['millilitre', 'mL'],
  ['ml', 'mL'],
  ['mil', 'mL'],
  ['microliter', 'mcL'],
  ['microlitre', 'mcL'],
  ['cubic millimeter', 'mm3'],
  ['cubic millimetre', 'mm3'],
  ['gram', 'g'],
  ['milligram', 'mg'],
  ['millimole', 'mmol'],
  ['mole', 'mol'],
  ['square meter', 'm2'],
  ['square metre', 'm2'],
  ['meter squared', 'm2'],
  ['metre squared', 'm2'],
  ['meters squared', 'm2'],
  ['metres squared', 'm2'],
  ['m squared', 'm2'],
  ['high power field', 'hpf'],
  ['high powered field', 'hpf'],
  ['low power field', 'lpf'],
  ['one point seven three square meters', '1.73 m2'],
  ['one point seven three square metres', '1.73 m2'],
  ['one point seven three meters squared', '1.73 m2'],
  ['one point seven three metres squared', '1.73 m2'],
  ['one point seven three meter squared', '1.73 m2'],
  ['one point seven three m squared', '1.73 m2'],
  ['one point seven three', '1.73 m2'],
];

/** Written as spoken, with the number before them in digits. */
const COUNTED =
  'unit units second seconds minute minutes min mins hour hours hr hrs day days night nights week ' +
  'weeks month months year years decade decades fortnight tablet tablets tab tabs capsule capsules ' +
  'caps pill pills puff puffs inhalation inhalations drop drops spray sprays dose doses vial vials ' +
  'ampoule ampoules amp amps patch patches sachet sachets lozenge lozenges suppository ' +
  'suppositories teaspoon teaspoons tablespoon tablespoons teaspoonful teaspoonfuls inch inches ' +
  'foot feet yard yards mile miles block blocks stone stones degree degrees cycle cycles ' +
  'fingerbreadth fingerbreadths pack packs cigarette cigarettes drink drinks beer beers glass ' +
  'glasses bottles pint pints cans cups gallon gallons calorie calories french gauge fraction ' +
  'fractions minim refills refill sutures staples stitches clips anchors screws points flights ' +
  'pillow pillows wks mos yrs';

export interface UnitEntry {
  readonly use: UnitUse;
  readonly text: string;
}

export const UNIT_PHRASES: ReadonlyMap<string, UnitEntry> = new Map([
  ...SYMBOLS.flatMap(([use, text, phrases]) =>
    phrases.split(' ').map((word) => [word, { use, text }] as const),
  ),
  ...PHRASES.flatMap(([use, text, spoken]) =>
    spoken.map((words) => [words, { use, text }] as const),
  ),
]);

export const BELOW_PHRASES: ReadonlyMap<string, string> = new Map(BELOW);

export const TIME_WORDS: ReadonlySet<string> = new Set(
  (
    'second seconds minute minutes min mins hour hours hr hrs day days night nights week weeks ' +
    'month months year years decade decades fortnight'
  ).split(' '),
);

export const COUNTED_WORDS: ReadonlySet<string> = new Set(COUNTED.split(' '));
