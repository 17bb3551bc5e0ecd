import { createCatalog } from '../createCatalog.ts';
import type { CompiledMessages } from '../messages.ts';
import type { messages } from './en.ts';

type QuoteMessages = typeof messages;

export const quoteWords = createCatalog<QuoteMessages>(
  import.meta.glob<CompiledMessages<QuoteMessages>>('./??.ts', { import: 'messages' }),
);
