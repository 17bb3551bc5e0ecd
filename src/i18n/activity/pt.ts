import type { Translation } from '../messages.ts';
import type { messages as en } from './en.ts';

export const messages = {
  title: 'Atividade',
  none: 'Ainda não há transferências.',
  start: 'Iniciar uma transferência',
  recent: 'Transferências recentes',
  all: 'Todas',
} as const satisfies Translation<typeof en>;
