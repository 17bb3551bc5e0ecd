import { CRASHES } from './crashes.ts';
import { DATABASE_LOSSES } from './databaseLosses.ts';
import type { Drill, StepDrill } from './drill.ts';
import { FAILOVERS } from './failovers.ts';
import { FAILPOINTS } from './failpoints.ts';
import { FLOODS } from './floods.ts';
import { FUNDS } from './funds.ts';
import { LIARS } from './liars.ts';
import { OPERATIONS } from './operations.ts';
import { REORGS } from './reorgs.ts';
import { THIEVES } from './thieves.ts';

/** The drills that must each find at least one known mistake in the service. */
export const MUTANT_DRILLS = [...CRASHES, ...REORGS, ...DATABASE_LOSSES] as const;

export type MutantDrillName = (typeof MUTANT_DRILLS)[number]['name'];

/** All drills, in the order of the report. */
export const DRILLS: readonly Drill[] = [
  ...FLOODS,
  ...THIEVES,
  ...LIARS,
  ...FUNDS,
  ...OPERATIONS,
  ...FAILOVERS,
  ...MUTANT_DRILLS,
  ...FAILPOINTS,
];

export function findStepDrill(name: string): StepDrill {
  const drill = DRILLS.find((candidate) => candidate.name === name);
  if (drill?.kind !== 'steps') throw new Error(`there is no step drill ${name}`);
  return drill;
}
