import type { Translation } from '../messages.ts';
import type { messages as en } from './en.ts';

export const messages = {
  title: 'Yardım al',
  line: 'Destek, transferinizi yatırma hash’i ile bulur. Sizden başka bir şeye ihtiyacı yoktur.',
  lineWithoutHash:
    'Önce bir transferi veya makbuzu açın ve orada “Yardım al”ı seçin. Böylece destek yatırma hash’ini alır.',
  depositHash: 'Yatırma hash’i',
  case: 'Vakanız',
  openCase: 'Vakayı aç',
  copyCase: 'Vakanızın bağlantısını kopyala',
  ask: '{name} desteğine sorun',
  opens: '{target} açılır.',
  opensWithHash: '{target}, yatırma hash’i doldurulmuş olarak açılır.',
  noSupport: 'Bu uygulama bir destek belirtmiyor. İşletmeciye sorun ve aşağıdaki raporu gönderin.',
  never: 'Destek asla istemez',
  neverPhrase: 'Kurtarma ifadenizi veya bir özel anahtarı',
  neverRemote: 'Cihazınıza veya ekranınıza uzaktan erişimi',
  neverPayment: 'Ödeme ya da cüzdanınızı “doğrulayan” veya “açan” bir işlemi',
  neverText: 'Bunlardan birini isteyen kişi sizi soymak istiyor. Görüşmeyi kapatın.',
  report: 'Destek için rapor',
  reportText:
    'Göndermeden önce okuyun. İçinde adres ve bakiye yoktur. Yatırma hash’i transferin kendisini herkese gösterir.',
  collecting: 'Köprüye ve zincirlere soruluyor',
  copy: 'Raporu kopyala',
  copied: 'Kopyalandı',
  notCopied: 'Tarayıcınız kopyalamadı. Yukarıdaki metni seçin.',
  save: 'Dosya olarak kaydet',
} as const satisfies Translation<typeof en>;
