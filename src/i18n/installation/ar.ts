import type { Translation } from '../messages.ts';
import type { messages as en } from './en.ts';

export const messages = {
  asking: 'جارٍ سؤال الجسر…',
  responded: 'استجاب الجسر في {time}',
  offersNothing: 'لا يقدم الجسر أي مسارات حاليًا',
  notResponding: 'الجسر لا يستجيب',
  offline: 'أنت غير متصل بالإنترنت',
  help: 'الحصول على المساعدة',
  docs: 'التوثيق',
  terms: 'الشروط',
  privacy: 'الخصوصية',
  statusPage: 'صفحة الحالة',
  version: 'الإصدار {version}',
  message: 'رسالة من المشغّل',
  closeMessage: 'إغلاق هذه الرسالة',
  maintenanceAll: 'الجسر قيد الصيانة',
  maintenanceRoute: 'هذا المسار قيد الصيانة',
  maintenanceText: 'لا يمكنك بدء هذا التحويل الآن. لا يزال بإمكانك متابعة تحويلاتك والبحث عن الإيصالات.',
  maintenanceUntil: 'الانتهاء المخطط له: {time}',
  framedBy: 'هذا الجسر مضمّن في {site}. أكّد فقط إذا كنت تثق بهذا الموقع.',
  blockedTitle: 'لا يمكن تشغيل الجسر داخل هذا الموقع',
  blockedBy: 'لم يسمح مشغّل الجسر لـ {site} بتضمينه. افتح الجسر في علامة تبويب جديدة.',
  blockedByUnknown: 'لم يسمح مشغّل الجسر لهذا الموقع بتضمينه. افتح الجسر في علامة تبويب جديدة.',
  openBridge: 'فتح الجسر',
  insecureTitle: 'لا يوجد اتصال آمن لهذه الصفحة',
  insecureText:
    'يحتاج التطبيق إلى HTTPS: به وحده يمنع متصفحك علامتي تبويب من الإرسال مرتين. لم تتأثر تحويلاتك. افتح العنوان الذي يبدأ بـ https://.',
  openSecure: 'فتح عنوان https',
  tooOldTitle: 'هذا المتصفح قديم جدًا',
  tooOldText: 'يحتاج التطبيق إلى متصفح أحدث. لم تتأثر تحويلاتك. حدّث هذا المتصفح، أو افتح الصفحة في متصفح آخر.',
} as const satisfies Translation<typeof en>;
