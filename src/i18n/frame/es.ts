import type { Translation } from '../messages.ts';
import type { messages as en } from './en.ts';

export const messages = {
  offline: 'Sin conexión. Puedes ver las transferencias y los recibos de este navegador.',
  newVersion: 'Hay una versión nueva.',
  reload: 'Recargar',
  later: 'Más tarde',
} as const satisfies Translation<typeof en>;
