import type { Translation } from '../messages.ts';
import type { messages as en } from './en.ts';

export const messages = {
  title: 'Makbuz',
  lookingUp: 'Makbuz sorgulanıyor',
  offline: 'Çevrimdışısınız',
  offlineText: 'Yeniden çevrimiçi olduğunuzda bu sayfa makbuzu arar.',
  openTransfer: 'Transferi aç',

  receivedFor: '{origin} üzerinde gönderilen {sent} karşılığında {destination} üzerinde alındı',
  refundedFor: '{deposited} yatırma karşılığında {chain} üzerinde iade edildi',
  depositedFor: '{destination} için {chain} üzerinde yatırıldı',
  unknownChain: 'zincir {id}',
} as const satisfies Translation<typeof en>;
