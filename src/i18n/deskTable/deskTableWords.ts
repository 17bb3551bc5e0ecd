import { createCatalog } from '../createCatalog.ts';
import type { Words } from '../createWords.ts';
import type { CompiledMessages } from '../messages.ts';
import type { messages } from './en.ts';

type DeskTableMessages = typeof messages;

export type DeskTableWords = Words<DeskTableMessages>;

export const deskTableWords = createCatalog<DeskTableMessages>(
  import.meta.glob<CompiledMessages<DeskTableMessages>>('./??.ts', { import: 'messages' }),
);
