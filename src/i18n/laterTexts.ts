import type { TextFiles } from './textLoader.ts';
import type { Messages } from './texts.ts';

/** The files that no first render needs: their names would make the code before it larger. */
export const laterTexts: Readonly<Record<'app' | 'desk', TextFiles>> = {
  app: import.meta.glob<Messages>('./??.json', { query: '?app', import: 'default' }),
  desk: import.meta.glob<Messages>('./??.json', { query: '?desk', import: 'default' }),
};
