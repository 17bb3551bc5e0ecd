import { createCatalog } from '../createCatalog.ts';
import type { CompiledMessages } from '../messages.ts';
import type { messages } from './en.ts';

type ReceiptsMessages = typeof messages;

export const receiptsWords = createCatalog<ReceiptsMessages>(
  import.meta.glob<CompiledMessages<ReceiptsMessages>>('./??.ts', { import: 'messages' }),
);
