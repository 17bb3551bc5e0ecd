import type { Translation } from '../messages.ts';
import type { messages as en } from './en.ts';

export const messages = {
  searchChains: 'ابحث بالاسم أو معرّف الشبكة',
  searchTokens: 'ابحث بالاسم أو الشبكة أو العنوان',
  matches:
    '{count, plural, zero {لا نتائج} one {نتيجة واحدة} two {نتيجتان} few {# نتائج} many {# نتيجة} other {# نتيجة}}',
  noMatches: 'لا توجد نتائج لـ «{search}».',
  allChains: 'كل الشبكات',
  filterByChain: 'عرض رموز',
  showTestnets: 'عرض شبكات الاختبار',
  testnet: 'شبكة اختبار',

  recentRoutes: 'المسارات الأخيرة',
  featuredRoutes: 'مسارات مختارة',
  yourTokens: 'رموزك',
  onChain: 'على {chain}',
  otherChains: 'على شبكات أخرى',
  fromChainTo: 'من {from} إلى {to}',

  chainWithId: 'الشبكة {id}',
  nativeToken: 'الرمز الأصلي',
  unverified: 'غير موثّق: {address}',
  changesToken: 'يغيّر الرمز إلى {token}',
  changesDestination: 'يغيّر شبكة الوجهة إلى {chain}',
  noRouteFrom: 'لا يبدأ أي مسار من هنا',
  noRouteTo: 'لا مسار من {chain}',
  fundsShort: 'نفدت أموال الجسر هناك. حاول لاحقًا.',
  unavailable: 'غير متاح: لا يستطيع هذا التطبيق التحقق من الرمز',
  testnetsHidden: 'شبكة اختبار. فعّل «عرض شبكات الاختبار» لاختيارها.',

  balanceUnread: 'غير متاح',
  balancesUnread:
    '{count, plural, zero {قُرئت كل الأرصدة.} one {تعذّرت قراءة رصيد واحد.} two {تعذّرت قراءة رصيدين.} few {تعذّرت قراءة # أرصدة.} many {تعذّرت قراءة # رصيدًا.} other {تعذّرت قراءة # رصيد.}}',
  readAgain: 'القراءة مجددًا',
  loadingBalance: 'جارٍ تحميل الرصيد',

  offerTooLarge: 'قائمة مساراته أكبر من {size} ميغابايت، فتوقف التطبيق عن قراءتها.',
  offerTooSlow: 'وصلت قائمة مساراته ببطء شديد: {size} ميغابايت، ثم القليل جدًا خلال 15 ثانية.',
  offerMalformed: 'أرسل قائمة مسارات لا يستطيع هذا التطبيق قراءتها.',
} as const satisfies Translation<typeof en>;
