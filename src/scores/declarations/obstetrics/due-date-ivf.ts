import { day, ownQuantity } from '../../input.js';
import { defineScore } from '../../score.js';
import { ACOG_DUE_DATE, addDays, CONCEPTION_TO_BIRTH_DAYS, PREGNANCY_DAYS } from './calendar.js';

/** Due date after assisted reproduction: transfer + 266 days − age of the embryo (ACOG 2017). */
export const dueDateIvf = defineScore({
  id: 'due_date_ivf',
  name: 'Due date after in-vitro fertilisation',
  aliases: ['ivf_due_date', 'embryo_transfer_due_date'],
  group: 'obstetrics',
  purpose: 'Dates a pregnancy by the day of the embryo transfer and the age of the embryo.',
  population: 'Pregnant women after the transfer of a fresh or frozen embryo',
  unit: '{date}',
  decimals: 0,
  inputs: {
    transfer_date: day('Day of the embryo transfer'),
    embryo_age_days: ownQuantity('Age of the embryo at transfer', 'd', [0, 7], 1, {
      help: '3 or 5 as a rule; 0 counts from the egg retrieval or fertilisation itself.',
    }),
  },
  categories: [
    {
      id: 'estimated',
      interpretation: 'The estimated day of 40 completed weeks, dated by assisted reproduction.',
      action: {
        text: 'Keep this date: it is not changed by a later scan.',
        source: 'ACOG Committee Opinion 700 (2017)',
      },
    },
  ],
  references: [ACOG_DUE_DATE],
  compute({ transfer_date, embryo_age_days }) {
    const value = addDays(transfer_date, CONCEPTION_TO_BIRTH_DAYS - Math.floor(embryo_age_days));
    return {
      value,
      category: 'estimated',
      derived: [
        { name: 'last_menstrual_period_equivalent', value: addDays(value, -PREGNANCY_DAYS) },
      ],
    };
  },
});
