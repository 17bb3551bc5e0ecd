import { createCatalog } from '../createCatalog.ts';
import type { Words } from '../createWords.ts';
import type { CompiledMessages } from '../messages.ts';
import type { messages } from './en.ts';

type MainMessages = typeof messages;

export type MainWords = Words<MainMessages>;

export const mainWords = createCatalog<MainMessages>(
  import.meta.glob<CompiledMessages<MainMessages>>('./??.ts', { import: 'messages' }),
);
