import type { TestSpecification } from 'vitest/node';
import { BaseSequencer } from 'vitest/node';

const ORDER = ['slow', 'programs', 'pure'];

/**
 * Runs the slow files first, so that none of them runs alone at the end. Files that start no process come last and fill the
 * gaps.
 */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ project }: TestSpecification) => ORDER.indexOf(project.name);
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}
