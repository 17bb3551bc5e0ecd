import { createCatalog } from '../createCatalog.ts';
import type { Words } from '../createWords.ts';
import type { CompiledMessages } from '../messages.ts';
import type { messages } from './en.ts';

type HistoryMessages = typeof messages;

export type HistoryWords = Words<HistoryMessages>;

export const historyWords = createCatalog<HistoryMessages>(
  import.meta.glob<CompiledMessages<HistoryMessages>>('./??.ts', { import: 'messages' }),
);
