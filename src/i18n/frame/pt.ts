import type { Translation } from '../messages.ts';
import type { messages as en } from './en.ts';

export const messages = {
  offline: 'Sem conexão. Você pode ver as transferências e os recibos deste navegador.',
  newVersion: 'Há uma nova versão.',
  reload: 'Recarregar',
  later: 'Mais tarde',
} as const satisfies Translation<typeof en>;
