import type { Translation } from '../messages.ts';
import type { messages as en } from './en.ts';

export const messages = {
  asking: 'Köprüye soruluyor…',
  responded: 'Köprü saat {time} itibarıyla yanıt verdi',
  offersNothing: 'Köprü şu anda rota sunmuyor',
  notResponding: 'Köprü yanıt vermiyor',
  offline: 'Çevrimdışısınız',
  help: 'Yardım al',
  docs: 'Belgeler',
  terms: 'Koşullar',
  privacy: 'Gizlilik',
  statusPage: 'Durum sayfası',
  version: 'Sürüm {version}',
  message: 'İşletmecinin mesajı',
  closeMessage: 'Bu mesajı kapat',
  maintenanceAll: 'Köprü bakımda',
  maintenanceRoute: 'Bu rota bakımda',
  maintenanceText: 'Bu transferi şu anda başlatamazsınız. Transferlerinizi izleyebilir ve makbuzlara bakabilirsiniz.',
  maintenanceUntil: 'Planlanan bitiş: {time}',
  framedBy: 'Bu köprü {site} sitesine gömülü. Yalnızca bu siteye güveniyorsanız onaylayın.',
  blockedTitle: 'Köprü bu sitenin içinde çalışamaz',
  blockedBy: 'Köprünün işletmecisi {site} sitesinin köprüyü gömmesine izin vermedi. Köprüyü yeni bir sekmede açın.',
  blockedByUnknown: 'Köprünün işletmecisi bu sitenin köprüyü gömmesine izin vermedi. Köprüyü yeni bir sekmede açın.',
  openBridge: 'Köprüyü aç',
  insecureTitle: 'Bu sayfanın bağlantısı güvenli değil',
  insecureText:
    'Uygulama HTTPS gerektirir: tarayıcınız iki sekmenin iki kez göndermesini ancak böyle önler. Transferleriniz etkilenmez. https:// ile başlayan adresi açın.',
  openSecure: 'https adresini aç',
  tooOldTitle: 'Bu tarayıcı çok eski',
  tooOldText:
    'Uygulama daha yeni bir tarayıcı gerektirir. Transferleriniz etkilenmez. Bu tarayıcıyı güncelleyin veya sayfayı başka bir tarayıcıda açın.',
} as const satisfies Translation<typeof en>;
