import type { Translation } from '../messages.ts';
import type { messages as en } from './en.ts';

export const messages = {
  offline: 'Çevrimdışısınız. Bu tarayıcıdaki transferler ve makbuzlar okunabilir.',
  newVersion: 'Yeni sürüm hazır.',
  reload: 'Yenile',
  later: 'Daha sonra',
} as const satisfies Translation<typeof en>;
