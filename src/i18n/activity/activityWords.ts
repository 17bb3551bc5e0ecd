import { createCatalog } from '../createCatalog.ts';
import type { CompiledMessages } from '../messages.ts';
import type { messages } from './en.ts';

type ActivityMessages = typeof messages;

export const activityWords = createCatalog<ActivityMessages>(
  import.meta.glob<CompiledMessages<ActivityMessages>>('./??.ts', { import: 'messages' }),
);
