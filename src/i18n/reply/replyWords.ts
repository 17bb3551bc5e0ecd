import { createCatalog } from '../createCatalog.ts';
import type { Words } from '../createWords.ts';
import type { CompiledMessages } from '../messages.ts';
import type { messages } from './en.ts';

type ReplyMessages = typeof messages;

export type ReplyWords = Words<ReplyMessages>;

export const replyWords = createCatalog<ReplyMessages>(
  import.meta.glob<CompiledMessages<ReplyMessages>>('./??.ts', { import: 'messages' }),
);
