import type { Translation } from '../messages.ts';
import type { messages as en } from './en.ts';

export const messages = {
  offline: 'أنت غير متصل. يمكنك قراءة التحويلات والإيصالات المحفوظة في هذا المتصفح.',
  newVersion: 'إصدار جديد جاهز.',
  reload: 'إعادة التحميل',
  later: 'لاحقًا',
} as const satisfies Translation<typeof en>;
