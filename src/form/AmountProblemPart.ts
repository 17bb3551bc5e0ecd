import { lazyPart } from '../ui/lazyPart.tsx';

/** What is wrong with an amount. It loads with the first problem. */
export const AmountProblemLine = lazyPart(
  async () => (await import('./AmountProblemLine.tsx')).AmountProblemLine,
  'line',
);
