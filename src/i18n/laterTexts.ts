import type { TextFiles } from './textLoader.ts';
import type { Messages } from './texts.ts';

/**
 * The files that the first render does not need. Listed in a file of their own, because their names would make the
 * first render's code larger.
 */
export const laterTexts: Readonly<Record<'app' | 'desk', TextFiles>> = {
  app: import.meta.glob<Messages>('./??.json', { query: '?app', import: 'default' }),
  desk: import.meta.glob<Messages>('./??.json', { query: '?desk', import: 'default' }),
};
