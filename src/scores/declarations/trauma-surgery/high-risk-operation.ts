/** From which predicted mortality, in %, the Royal College of Surgeons calls an operation high-risk. */
export const HIGH_RISK_OPERATION = {
  id: 'high',
  from: 5,
  interpretation: 'High-risk operation: predicted mortality of 5 % or more.',
  action: {
    text: 'Consultant surgeon and anaesthetist present; plan critical care afterwards.',
    source: 'Royal College of Surgeons of England, The High-Risk General Surgical Patient 2018',
  },
} as const;
