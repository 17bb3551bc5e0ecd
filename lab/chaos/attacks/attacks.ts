import type { Attack } from './attack.ts';
import { apiFloods } from './plays/apiFlood.ts';
import { burst } from './plays/burst.ts';
import { clockAhead } from './plays/clockAhead.ts';
import { databaseThieves } from './plays/databaseThief.ts';
import { dust } from './plays/dust.ts';
import { gasBurner } from './plays/gasBurner.ts';
import { logBomb } from './plays/logBomb.ts';
import { lyingProviders } from './plays/lyingProvider.ts';
import { manyDeposits } from './plays/manyDeposits.ts';
import { newDatabase } from './plays/newDatabase.ts';
import { ownerThief } from './plays/ownerThief.ts';
import { privateFork } from './plays/privateFork.ts';
import { scarceFunds } from './plays/scarceFunds.ts';
import { unpayableDeposits } from './plays/unpayableDeposits.ts';
import { windowFiller } from './plays/windowFiller.ts';
import { workerThief } from './plays/workerThief.ts';
import { worthlessTokens } from './plays/worthlessTokens.ts';

/** Every attack that `npm run chaos -- attacks` plays, in the order of the report. */
export const ATTACKS: readonly Attack[] = [
  logBomb,
  ...databaseThieves,
  workerThief,
  ownerThief,
  privateFork,
  ...lyingProviders,
  gasBurner,
  burst,
  manyDeposits,
  scarceFunds,
  unpayableDeposits,
  windowFiller,
  newDatabase,
  clockAhead,
  ...apiFloods,
  worthlessTokens,
  dust,
];
