import type { Obstacle } from '../../../../domain/chainChoices.ts';
import type { PickersWords } from '../../../../words/pickers/pickersWords.ts';

const KEYS = {
  noRoute: 'noRouteFrom',
  fundsShort: 'fundsShort',
  unverifiable: 'unavailable',
  testnetsHidden: 'testnetsHidden',
} as const satisfies Record<Obstacle, string>;

export function obstacleText(obstacle: Obstacle, { t }: Pick<PickersWords, 't'>): string {
  return t(KEYS[obstacle]);
}
