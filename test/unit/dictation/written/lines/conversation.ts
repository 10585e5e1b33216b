/** What is said -> how it is written. */
export const CONVERSATION: readonly (readonly [string, string])[] = [
  [
    'good morning what brings you in today | i have had chest pain for three days | do you smoke | yes about one pack a day | any shortness of breath | no',
    'Good morning what brings you in today. I have had chest pain for 3 days. Do you smoke? Yes about 1 pack a day. Any shortness of breath? No.',
  ],
  [
    "have you had any fevers | no i haven't | are you taking any medications | metformin five hundred milligrams twice a day",
    "Have you had any fevers? No I haven't. Are you taking any medications? Metformin 500 mg twice a day.",
  ],
  ['my period was late | it lasted seven days', 'My period was late. It lasted 7 days.'],
  [
    'so how long has this been going on | um about two weeks',
    'So how long has this been going on um about 2 weeks?',
  ],
  ["number one i am tired number two i can't sleep", "Number 1 I am tired number 2 I can't sleep."],
];
