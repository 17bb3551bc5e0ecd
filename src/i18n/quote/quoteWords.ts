import { createCatalog } from '../createCatalog.ts';
import type { Words } from '../createWords.ts';
import type { CompiledMessages } from '../messages.ts';
import type { messages } from './en.ts';

type QuoteMessages = typeof messages;

export type QuoteWords = Words<QuoteMessages>;

export const quoteWords = createCatalog<QuoteMessages>(
  import.meta.glob<CompiledMessages<QuoteMessages>>('./??.ts', { import: 'messages' }),
);
