import type { Translation } from '../messages.ts';
import type { messages as en } from './en.ts';

export const messages = {
  yourWallet: 'محفظتك',
  connectTitle: 'توصيل محفظة',
  copyAddress: 'نسخ العنوان',
  wallet: 'المحفظة',
  network: 'الشبكة',
  unsupportedChain: 'الشبكة {id} (غير مدعومة)',
  unknownChain: 'غير معروفة (غير مدعومة)',
  disconnect: 'قطع الاتصال',

  browserWallet: 'محفظة المتصفح',
  walletConnectDetail: 'تطبيق محفظة على هذا الجهاز أو جهاز آخر',
  coinbase: 'حساب Base',
  coinbaseDetail: 'محفظة بمفتاح مرور من Coinbase، في نافذة مستقلة',
  safeDetail: 'الحساب الذي يعرض هذه الصفحة',
  demo: 'محفظة تجريبية محلية',
  demoDetail: 'حسابات اختبار لهذه البيئة المحلية',
  noWallet: 'لم يُعثر على محفظة في هذا المتصفح',
  noWalletText: 'ثبّت إضافة محفظة وأعد التحميل. على الهاتف، افتح هذه الصفحة في متصفح محفظتك.',
  browse: 'افتح هذه الصفحة في متصفح محفظتك',
  rejected: 'رفضت الاتصال في محفظتك.',
  notConnected: 'لم تتصل محفظتك',
  notConnectedText: 'افتح قفل محفظتك وأعد المحاولة.',
  walletSaid: 'رد محفظتك: {reason}',

  scanCode: 'امسح هذا الرمز ضوئيًا بتطبيق محفظتك.',
  openApp: 'افتح تطبيق محفظتك ووافق على الاتصال هناك.',
  connectionCode: 'رمز الاتصال لتطبيق محفظتك',
  otherApp: 'تطبيق محفظة آخر',
  appsOnPhone: 'تطبيقات المحافظ على هذا الهاتف',
  copyConnectionLink: 'نسخ رابط الاتصال',
  preparing: 'جارٍ تجهيز الاتصال…',
  chooseAnother: 'اختيار محفظة أخرى',
} as const satisfies Translation<typeof en>;
