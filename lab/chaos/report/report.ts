import type { Section } from '../../report/section.ts';
import { readSection, writeSection } from '../../report/section.ts';
import type { AttackResult } from '../attacks/runAttack.ts';
import type { FailpointResult } from '../failpoints/runFailpoints.ts';
import type { MutantResult } from '../mutants/runMutants.ts';
import { describeAttacks } from './describeAttacks.ts';
import { describeCampaign } from './describeCampaign.ts';
import { describeFailpoints } from './describeFailpoints.ts';
import { describeHa } from './describeHa.ts';
import { describeMutants } from './describeMutants.ts';
import { readCampaigns, readHa, readRun } from './storedResults.ts';

const NO_RESULTS = 'No results are stored yet.';
const COMMAND = 'npm run chaos -- report';

/** The generated sections, in the order of the report. */
const NAMES = ['campaign', 'ha', 'failpoints', 'mutants', 'attacks'] as const;
type Name = (typeof NAMES)[number];

function sectionOf(name: Name): Section {
  return { name, page: name === 'attacks' ? 'docs/security.md' : 'docs/exactly-once.md', command: COMMAND };
}

async function describe(name: Name): Promise<string> {
  switch (name) {
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
    case 'ha': {
      const result = await readHa();
      return result ? describeHa(result) : NO_RESULTS;
    }
    case 'mutants': {
      const run = await readRun<MutantResult>('mutants');
      return run ? describeMutants(run) : NO_RESULTS;
    }
  }
}

/** @returns the names of the sections that differ from the stored results */
export async function findOutdatedSections(): Promise<readonly Name[]> {
  const isOutdated = await Promise.all(
    NAMES.map(async (name) => (await describe(name)) !== (await readSection(sectionOf(name)))),
  );
  return NAMES.filter((_, index) => isOutdated[index]);
}

/** Writes the tables of the stored results into docs/exactly-once.md and docs/security.md. */
export async function writeReport(): Promise<void> {
  for (const name of NAMES) await writeSection(sectionOf(name), await describe(name));
}
