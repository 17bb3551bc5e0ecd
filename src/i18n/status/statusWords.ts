import { createCatalog } from '../createCatalog.ts';
import type { Words } from '../createWords.ts';
import type { CompiledMessages } from '../messages.ts';
import type { messages } from './en.ts';

type StatusMessages = typeof messages;

export type StatusWords = Words<StatusMessages>;

export const statusWords = createCatalog<StatusMessages>(
  import.meta.glob<CompiledMessages<StatusMessages>>('./??.ts', { import: 'messages' }),
);
