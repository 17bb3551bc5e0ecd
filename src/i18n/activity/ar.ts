import type { Translation } from '../messages.ts';
import type { messages as en } from './en.ts';

export const messages = {
  title: 'السجل',
  none: 'لا توجد تحويلات بعد.',
  start: 'بدء تحويل',
  recent: 'أحدث التحويلات',
  all: 'كل التحويلات',
} as const satisfies Translation<typeof en>;
