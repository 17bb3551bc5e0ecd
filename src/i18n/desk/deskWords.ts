import { createCatalog } from '../createCatalog.ts';
import type { Words } from '../createWords.ts';
import type { CompiledMessages } from '../messages.ts';
import type { messages } from './en.ts';

type DeskMessages = typeof messages;

export type DeskWords = Words<DeskMessages>;

export const deskWords = createCatalog<DeskMessages>(
  import.meta.glob<CompiledMessages<DeskMessages>>('./??.ts', { import: 'messages' }),
);
