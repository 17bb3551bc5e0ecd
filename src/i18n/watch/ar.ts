import type { Translation } from '../messages.ts';
import type { messages as en } from './en.ts';

export const messages = {
  tab_step: '{step} من {total} · {sum} إلى {chain}',
  tab_state: '{state} · {sum} إلى {chain}',

  messages: 'رسائل عن تحويلاتك',
  sumTo: '{sum} إلى {chain}',
  open: 'فتح التحويل',
  dismiss: 'إغلاق الرسالة',

  tellMe: 'أخبرني عند وصوله',
  willTell: 'يعرض متصفحك إشعارًا عند وصول تحويل أو عندما يحتاج إليك. أبقِ هذه الصفحة مفتوحة.',
  stopTelling: 'إيقاف الإشعارات',
  blocked: 'يحظر متصفحك إشعارات هذا الموقع. اسمح بها في إعداداته.',

  linkText: 'يعرض هذا الرابط التحويل على أي جهاز دون محفظة.',
  copyLink: 'نسخ الرابط',
  linkCopied: 'تم نسخ الرابط',
  share: 'مشاركة الرابط',
  showCode: 'عرض رمز QR',
  codeLabel: 'رمز QR لرابط هذا التحويل',
} as const satisfies Translation<typeof en>;
