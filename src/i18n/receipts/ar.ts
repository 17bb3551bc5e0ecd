import type { Translation } from '../messages.ts';
import type { messages as en } from './en.ts';

export const messages = {
  title: 'الإيصال',
  lookingUp: 'جارٍ البحث عن الإيصال',
  offline: 'أنت غير متصل',
  offlineText: 'تبحث هذه الصفحة عن الإيصال عند عودة الاتصال.',
  openTransfer: 'فتح التحويل',

  receivedFor: 'تم الاستلام على {destination} مقابل {sent} مرسلة على {origin}',
  refundedFor: 'تم الاسترداد على {chain} عن إيداع قدره {deposited}',
  depositedFor: 'أُودع على {chain} إلى {destination}',
  unknownChain: 'الشبكة {id}',
} as const satisfies Translation<typeof en>;
