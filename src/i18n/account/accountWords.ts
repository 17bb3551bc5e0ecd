import { createCatalog } from '../createCatalog.ts';
import type { Words } from '../createWords.ts';
import type { CompiledMessages } from '../messages.ts';
import type { messages } from './en.ts';

type AccountMessages = typeof messages;

export type AccountWords = Words<AccountMessages>;

export const accountWords = createCatalog<AccountMessages>(
  import.meta.glob<CompiledMessages<AccountMessages>>('./??.ts', { import: 'messages' }),
);
