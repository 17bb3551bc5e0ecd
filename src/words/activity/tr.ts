import type { Translation } from '../messages.ts';
import type { messages as en } from './en.ts';

export const messages = {
  title: 'Geçmiş',
  none: 'Henüz transfer yok.',
  start: 'Transfer başlat',
  recent: 'Son transferler',
  all: 'Tümü',
  status_approving: 'İzin gerekiyor',
  status_readyToSign: 'İmzanız gerekiyor',
  status_signing: 'Cüzdanınızda',
  status_sent: 'Yatırma bekliyor',
  status_deposited: 'Devam ediyor',
  status_reported: 'Ödeme doğrulanıyor',
  status_delivered: 'Teslim edildi',
  status_refunded: 'İade edildi',
  status_disputed: 'Ödeme farklı',
  status_failed: 'Teslim edilmedi',
  status_abandoned: 'Sona erdi',
} as const satisfies Translation<typeof en>;
