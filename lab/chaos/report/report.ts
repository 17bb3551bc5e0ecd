import type { AttackResult } from '../attacks/runAttack.ts';
import type { FailpointResult } from '../failpoints/runFailpoints.ts';
import type { MutantResult } from '../mutants/runMutants.ts';
import { describeAttacks } from './describeAttacks.ts';
import { describeCampaign } from './describeCampaign.ts';
import { describeFailpoints } from './describeFailpoints.ts';
import { describeMutants } from './describeMutants.ts';
import type { Section } from './page.ts';
import { readSection, SECTIONS, writeSection } from './page.ts';
import { readCampaigns, readRun } from './storedResults.ts';

const NO_RESULTS = 'No results are stored yet.';

async function describe(section: Section): Promise<string> {
  switch (section) {
    case 'attacks': {
      const run = await readRun<AttackResult>('attacks');
      return run ? describeAttacks(run) : NO_RESULTS;
    }
    case 'campaign':
      return describeCampaign(await readCampaigns());
    case 'failpoints': {
      const run = await readRun<FailpointResult>('failpoints');
      return run ? describeFailpoints(run) : NO_RESULTS;
    }
    case 'mutants': {
      const run = await readRun<MutantResult>('mutants');
      return run ? describeMutants(run) : NO_RESULTS;
    }
  }
}

/** @returns the sections that differ from the stored results */
export async function findOutdatedSections(): Promise<readonly Section[]> {
  const texts = await Promise.all(SECTIONS.map(async (name) => [await describe(name), await readSection(name)]));
  return SECTIONS.filter((_, index) => texts[index]?.[0] !== texts[index]?.[1]);
}

/** Writes the tables of the stored results into docs/exactly-once.md and docs/security.md. */
export async function writeReport(): Promise<void> {
  for (const section of SECTIONS) await writeSection(section, await describe(section));
}
