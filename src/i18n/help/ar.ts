import type { Translation } from '../messages.ts';
import type { messages as en } from './en.ts';

export const messages = {
  title: 'الحصول على مساعدة',
  line: 'يجد الدعم تحويلك بتجزئة الإيداع. ولا يحتاج منك إلى أي شيء آخر.',
  lineWithoutHash: 'افتح تحويلًا أو إيصالًا أولًا، واختر هناك «الحصول على مساعدة»، فتصل تجزئة الإيداع إلى الدعم.',
  depositHash: 'تجزئة الإيداع',
  case: 'حالتك',
  openCase: 'فتح الحالة',
  copyCase: 'نسخ رابط حالتك',
  ask: 'اسأل دعم {name}',
  opens: 'يفتح {target}.',
  opensWithHash: 'يفتح {target} وتجزئة الإيداع مكتوبة فيه.',
  noSupport: 'لا يذكر هذا التطبيق جهة دعم. اسأل المشغّل وأرسل إليه التقرير أدناه.',
  never: 'لا يطلب الدعم أبدًا',
  neverPhrase: 'عبارة الاسترداد أو مفتاحًا خاصًا',
  neverRemote: 'الوصول عن بُعد إلى جهازك أو شاشتك',
  neverPayment: 'دفعة أو معاملة «للتحقق من» محفظتك أو «فتحها»',
  neverText: 'من يطلب شيئًا من هذا يريد سرقتك. أنهِ المحادثة.',
  report: 'تقرير للدعم',
  reportText: 'اقرأه قبل إرساله. ليس فيه عنوان ولا رصيد. تجزئة الإيداع تُظهر التحويل نفسه للجميع.',
  collecting: 'جارٍ سؤال الجسر والشبكات',
  copy: 'نسخ التقرير',
  copied: 'تم النسخ',
  notCopied: 'لم ينسخه متصفحك. حدّد النص أعلاه.',
  save: 'حفظ كملف',
} as const satisfies Translation<typeof en>;
