import type { Translation } from '../messages.ts';
import type { messages as en } from './en.ts';

export const messages = {
  title: 'Actividad',
  none: 'Aún no hay transferencias.',
  start: 'Iniciar una transferencia',
  recent: 'Transferencias recientes',
  all: 'Todas',
} as const satisfies Translation<typeof en>;
