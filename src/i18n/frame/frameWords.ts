import { createCatalog } from '../createCatalog.ts';
import type { CompiledMessages } from '../messages.ts';
import type { messages } from './en.ts';

type FrameMessages = typeof messages;

export const frameWords = createCatalog<FrameMessages>(
  import.meta.glob<CompiledMessages<FrameMessages>>('./??.ts', { import: 'messages' }),
);
