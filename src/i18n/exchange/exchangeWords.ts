import { createCatalog } from '../createCatalog.ts';
import type { Words } from '../createWords.ts';
import type { CompiledMessages } from '../messages.ts';
import type { messages } from './en.ts';

type ExchangeMessages = typeof messages;

export type ExchangeWords = Words<ExchangeMessages>;

export const exchangeWords = createCatalog<ExchangeMessages>(
  import.meta.glob<CompiledMessages<ExchangeMessages>>('./??.ts', { import: 'messages' }),
);
