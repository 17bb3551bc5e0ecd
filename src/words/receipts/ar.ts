import type { Translation } from '../messages.ts';
import type { messages as en } from './en.ts';

export const messages = {
  title: 'الإيصال',
  line: 'ابحث عن تحويل بتجزئة إيداعه.',
  depositHash: 'تجزئة معاملة الإيداع',
  lookUp: 'بحث',
  hashMissing: 'الصق تجزئة معاملة إيداعك.',
  hashIsAddress: 'هذا عنوان حساب. تتكون تجزئة المعاملة من 64 رقمًا ست عشريًا بعد 0x.',
  hashLength:
    '{count, plural, zero {تتكون تجزئة المعاملة من 66 حرفًا. هذا النص فارغ.} one {تتكون تجزئة المعاملة من 66 حرفًا. في هذا النص حرف واحد.} two {تتكون تجزئة المعاملة من 66 حرفًا. في هذا النص حرفان.} few {تتكون تجزئة المعاملة من 66 حرفًا. في هذا النص # أحرف.} many {تتكون تجزئة المعاملة من 66 حرفًا. في هذا النص # حرفًا.} other {تتكون تجزئة المعاملة من 66 حرفًا. في هذا النص # حرف.}}',
  linkWithoutHash: 'لا يحتوي هذا الرابط على تجزئة معاملة صالحة',
  lookingUp: 'جارٍ البحث عن الإيصال',
  offline: 'أنت غير متصل',
  offlineText: 'تبحث هذه الصفحة عن الإيصال عند عودة الاتصال.',
  openTransfer: 'فتح التحويل',

  nativeToken: 'الرمز الأصلي',
  receivedFor: 'تم الاستلام على {destination} مقابل {sent} مرسلة على {origin}',
  refundedFor: 'تم الاسترداد على {chain} عن إيداع قدره {deposited}',
  depositedFor: 'أُودع على {chain} إلى {destination}',
  unknownChain: 'الشبكة {id}',
  sender: 'المرسل',
  recipient: 'المستلم',
  tokenOn: 'الرمز على {chain}',
} as const satisfies Translation<typeof en>;
