import { createCatalog } from '../createCatalog.ts';
import type { CompiledMessages } from '../messages.ts';
import type { messages } from './en.ts';

type WatchMessages = typeof messages;

export const watchWords = createCatalog<WatchMessages>(
  import.meta.glob<CompiledMessages<WatchMessages>>('./??.ts', { import: 'messages' }),
);
