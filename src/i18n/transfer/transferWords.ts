import { createCatalog } from '../createCatalog.ts';
import type { Words } from '../createWords.ts';
import type { CompiledMessages } from '../messages.ts';
import type { messages } from './en.ts';

type TransferMessages = typeof messages;

export type TransferWords = Words<TransferMessages>;

export const transferWords = createCatalog<TransferMessages>(
  import.meta.glob<CompiledMessages<TransferMessages>>('./??.ts', { import: 'messages' }),
);
