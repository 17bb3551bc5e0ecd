import type { Translation } from '../messages.ts';
import type { messages as en } from './en.ts';

export const messages = {
  tab_step: '{step}/{total} · {sum}, {chain} hedefine',
  tab_state: '{state} · {sum}, {chain} hedefine',

  messages: 'Transferlerinizle ilgili mesajlar',
  sumTo: '{sum}, {chain} hedefine',
  open: 'Transferi aç',
  dismiss: 'Mesajı kapat',

  tellMe: 'Ulaşınca bana haber ver',
  willTell:
    'Bir transfer ulaştığında veya size ihtiyaç duyduğunda tarayıcınız bildirim gösterir. Bu sayfayı açık tutun.',
  stopTelling: 'Bildirimleri kapat',
  blocked: 'Tarayıcınız bu sitenin bildirimlerini engelliyor. Ayarlarından izin verin.',

  linkText: 'Bu bağlantı transferi her cihazda, cüzdan olmadan gösterir.',
  copyLink: 'Bağlantıyı kopyala',
  linkCopied: 'Bağlantı kopyalandı',
  share: 'Bağlantıyı paylaş',
  showCode: 'QR kodunu göster',
  codeLabel: 'Bu transferin bağlantısının QR kodu',
} as const satisfies Translation<typeof en>;
