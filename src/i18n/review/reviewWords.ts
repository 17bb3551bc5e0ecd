import { createCatalog } from '../createCatalog.ts';
import type { Words } from '../createWords.ts';
import type { CompiledMessages } from '../messages.ts';
import type { messages } from './en.ts';

type ReviewMessages = typeof messages;

export type ReviewWords = Words<ReviewMessages>;

export const reviewWords = createCatalog<ReviewMessages>(
  import.meta.glob<CompiledMessages<ReviewMessages>>('./??.ts', { import: 'messages' }),
);
