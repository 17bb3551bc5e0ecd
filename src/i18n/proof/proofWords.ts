import { createCatalog } from '../createCatalog.ts';
import type { Words } from '../createWords.ts';
import type { CompiledMessages } from '../messages.ts';
import type { messages } from './en.ts';

type ProofMessages = typeof messages;

export type ProofWords = Words<ProofMessages>;

export const proofWords = createCatalog<ProofMessages>(
  import.meta.glob<CompiledMessages<ProofMessages>>('./??.ts', { import: 'messages' }),
);
