import type { Translation } from '../messages.ts';
import type { messages as en } from './en.ts';

export const messages = {
  title: 'Geçmiş',
  none: 'Henüz transfer yok.',
  start: 'Transfer başlat',
  recent: 'Son transferler',
  all: 'Tümü',
} as const satisfies Translation<typeof en>;
