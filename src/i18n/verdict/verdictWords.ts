import { createCatalog } from '../createCatalog.ts';
import type { Words } from '../createWords.ts';
import type { CompiledMessages } from '../messages.ts';
import type { messages } from './en.ts';

type VerdictMessages = typeof messages;

export type VerdictWords = Words<VerdictMessages>;

export const verdictWords = createCatalog<VerdictMessages>(
  import.meta.glob<CompiledMessages<VerdictMessages>>('./??.ts', { import: 'messages' }),
);
