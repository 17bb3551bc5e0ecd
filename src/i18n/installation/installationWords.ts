import { createCatalog } from '../createCatalog.ts';
import type { CompiledMessages } from '../messages.ts';
import type { messages } from './en.ts';

type InstallationMessages = typeof messages;

export const installationWords = createCatalog<InstallationMessages>(
  import.meta.glob<CompiledMessages<InstallationMessages>>('./??.ts', { import: 'messages' }),
);
