import { createCatalog } from '../createCatalog.ts';
import type { CompiledMessages } from '../messages.ts';
import type { messages } from './en.ts';

type HelpMessages = typeof messages;

export const helpWords = createCatalog<HelpMessages>(
  import.meta.glob<CompiledMessages<HelpMessages>>('./??.ts', { import: 'messages' }),
);
