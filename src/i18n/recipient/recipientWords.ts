import { createCatalog } from '../createCatalog.ts';
import type { CompiledMessages } from '../messages.ts';
import type { messages } from './en.ts';

type RecipientMessages = typeof messages;

export const recipientWords = createCatalog<RecipientMessages>(
  import.meta.glob<CompiledMessages<RecipientMessages>>('./??.ts', { import: 'messages' }),
);
