import type { TestSpecification } from 'vitest/node';
import { BaseSequencer } from 'vitest/node';

const ORDER = ['slow', 'programs', 'pure'];
// Its tests inject faults one after the other.
const LONGEST = '/lab/chaos/';

/**
 * Runs the slow files first, so that none of them runs alone at the end. Files that start no process come last and fill the
 * gaps.
 */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId, project }: TestSpecification) =>
      moduleId.includes(LONGEST) && project.name !== 'pure' ? -1 : ORDER.indexOf(project.name);
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}
