import type { Translation } from '../messages.ts';
import type { messages as en } from './en.ts';

export const messages = {
  title: 'السجل',
  none: 'لا توجد تحويلات بعد.',
  start: 'بدء تحويل',
  recent: 'أحدث التحويلات',
  all: 'كل التحويلات',
  status_approving: 'بحاجة إلى موافقة',
  status_readyToSign: 'بحاجة إلى توقيعك',
  status_signing: 'في محفظتك',
  status_sent: 'الإيداع معلّق',
  status_deposited: 'قيد التنفيذ',
  status_reported: 'جارٍ التحقق من الدفعة',
  status_delivered: 'تم التسليم',
  status_refunded: 'تم الاسترداد',
  status_disputed: 'الدفعة مختلفة',
  status_failed: 'لم يُسلَّم',
  status_abandoned: 'انتهى',
} as const satisfies Translation<typeof en>;
