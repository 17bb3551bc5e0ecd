import { createCatalog } from '../createCatalog.ts';
import type { Words } from '../createWords.ts';
import type { CompiledMessages } from '../messages.ts';
import type { messages } from './en.ts';

type PickersMessages = typeof messages;

export type PickersWords = Words<PickersMessages>;

export const pickersWords = createCatalog<PickersMessages>(
  import.meta.glob<CompiledMessages<PickersMessages>>('./??.ts', { import: 'messages' }),
);
