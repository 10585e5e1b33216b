/**
 * Administrative reasons for a visit without a complaint: a prescription, a dressing, a note. After
 * the group of administrative and treatment reasons of the Reason for Visit Classification (NCHS,
 * modules T, R, A).
 */
const ERRAND = new RegExp(
  `\\b(?:${[
    '(?:re-?)?fills?|(?:re)?prescriptions?|(?:script|rx) (?:request|renewal|needed)|med(?:ication|s)? (?:request|review|renewal|change)',
    '(?:suture|stitch(?:es)?|staple|stent|drain|packing|cast|catheter|ring|implant|pin)s? (?:removal|out|change|check|removed|replacement)',
    '(?:remove|removal of|change of) (?:the |my |his |her )?(?:sutures?|stitch(?:es)?|staples?|cast|dressing|catheter|packing)',
    '(?:dressing|bandage|wound|cast|splint|plaster) (?:change|check|review|care|recheck)',
    '(?:bp|blood pressure|weight|inr|glucose|sugar|std|sti|hiv|pregnancy|covid|hearing|vision|eye|health|well[- ]child|well[- ]baby|routine|post-?op(?:erative)?|annual|general|medical) (?:re-?)?(?:check|test|screen|screening|exam|examination|review|visit|check-?up)s?',
    'blood (?:work|tests?|draw)|bloods|lab (?:work|results?|draw)|labs|test results?|results|drug (?:screen|test)|urine (?:screen|test)',
    '(?:sick|work|school|doctor.?s?|fitness|return to work|off work) (?:note|excuse|release|certificate|letter)|fit note|med(?:ical)? (?:cert(?:ificate)?|clearance)|clearance|paperwork|forms? (?:filled|completed|completion)?',
    '(?:school|sports?|work|employment|pre-?employment|camp|driver.?s?) physical|physical (?:exam(?:ination)?|for)|check-?up',
    'vaccin\\w*|immuni[sz]ation|(?:tetanus|flu|booster|rabies|hep b) (?:shot|jab|booster|vaccine|injection)|booster|depo|b-?12 (?:shot|injection)',
    'follow[- ]?up|f/u|re-?check|second opinion|referral|refer(?:red)? for|transfer(?:red)?(?: for| from| to)?|admission|appointment|advice|counsel(?:l)?ing|placement|social (?:issue|problem|admission)|housing|left without|repeat (?:x-?ray|bloods|ct|scan)',
    '(?:scheduled|planned|elective) \\w+|(?:x-?ray|scan|ct|mri|ultrasound|ecg|ekg) (?:only|request|follow-?up)|iv (?:antibiotics|abx|line|access)|infusion|injection|detox(?: request)?|psych(?:iatric)? (?:eval\\w*|clearance|assessment)|mental health (?:assessment|evaluation|review)',
  ].join('|')})(?!\\w)`,
  'i',
);

/**
 * Whether a line states an administrative reason, such as `medication refill`, instead of a
 * symptom.
 */
export const isAdministrativeReason = (text: string): boolean => ERRAND.test(text);
