import { readCommand } from './commands.js';
import { readDate, readDecade, readMonthYear, readSlashDate } from './dates.js';
import { readDigitString, readSuture } from './digit-strings.js';
import type { Draft, Rule, WordRun } from './draft.js';
import { readFraction, readOrdinal } from './fractions.js';
import { readEvery } from './frequencies.js';
import {
  readCluster,
  readGleason,
  readGravida,
  readLettered,
  readOxygen,
  readTnm,
  readVerbalTube,
} from './labels.js';
import { readBullet, readItem } from './lists.js';
import { readAcuity, readDilution, readOutOf, readOver, readPalpated } from './proportions.js';
import {
  readGestation,
  readGradePlus,
  readQuantity,
  readSigned,
  readStrengths,
} from './quantities.js';
import { readCapitals, readPhrase, readSpelt, readTitle, readWord } from './single-words.js';
import { readAge, readDimensions, readPower, readRange, readSpan, readTimes } from './spans.js';
import { readAugmented, readRoman, readSubtype } from './stages.js';
import { readLateTime, readMilitary, readTime } from './times.js';

/** The first rule that applies is used: longer and more specific ones come first. */
const RULES: readonly Rule[] = [
  readItem,
  readBullet,
  readCommand,
  readCapitals,
  readTnm,
  readVerbalTube,
  readGravida,
  readEvery,
  readAugmented,
  readOxygen,
  readPhrase,
  readCluster,
  readSpelt,
  readLettered,
  readTitle,
  readLateTime,
  readDate,
  readDecade,
  readMonthYear,
  readSlashDate,
  readMilitary,
  readTime,
  readStrengths,
  readGestation,
  readRoman,
  readSubtype,
  readGleason,
  readSuture,
  readPower,
  readPalpated,
  readOver,
  readAcuity,
  readOutOf,
  readDilution,
  readDimensions,
  readAge,
  readRange,
  readSpan,
  readTimes,
  readFraction,
  readOrdinal,
  readDigitString,
  readSigned,
  readGradePlus,
  readQuantity,
];

/** The written words of a line; every spoken one is in exactly one of them. */
export function readLine(line: WordRun): Draft[] {
  const drafts: Draft[] = [];
  let i = 0;
  while (i < line.words.length) {
    let read = readWord(line, i);
    for (const rule of RULES) {
      const found = rule(line, i);
      if (!found) continue;
      read = found;
      break;
    }
    drafts.push(...read.drafts);
    i = read.next;
  }
  return drafts;
}
