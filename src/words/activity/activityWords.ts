import { createCatalog } from '../createCatalog.ts';
import type { Words } from '../createWords.ts';
import type { CompiledMessages } from '../messages.ts';
import type { messages } from './en.ts';

type ActivityMessages = typeof messages;

export type ActivityWords = Words<ActivityMessages>;

export const activityWords = createCatalog<ActivityMessages>(
  import.meta.glob<CompiledMessages<ActivityMessages>>('./??.ts', { import: 'messages' }),
);
