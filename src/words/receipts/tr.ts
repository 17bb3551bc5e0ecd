import type { Translation } from '../messages.ts';
import type { messages as en } from './en.ts';

export const messages = {
  title: 'Makbuz',
  line: 'Bir transferi yatırma hash’iyle sorgulayın.',
  depositHash: 'Yatırma işleminin hash’i',
  lookUp: 'Sorgula',
  hashMissing: 'Yatırma işleminizin hash’ini yapıştırın.',
  hashIsAddress: 'Bu bir hesap adresi. İşlem hash’i 0x’ten sonra 64 onaltılık karakter içerir.',
  hashLength:
    '{count, plural, one {İşlem hash’i 66 karakterdir. Bu metin # karakter.} other {İşlem hash’i 66 karakterdir. Bu metin # karakter.}}',
  linkWithoutHash: 'Bu bağlantıda geçerli bir işlem hash’i yok',
  lookingUp: 'Makbuz sorgulanıyor',
  offline: 'Çevrimdışısınız',
  offlineText: 'Yeniden çevrimiçi olduğunuzda bu sayfa makbuzu arar.',
  openTransfer: 'Transferi aç',

  nativeToken: 'Yerel token',
  receivedFor: '{origin} üzerinde gönderilen {sent} karşılığında {destination} üzerinde alındı',
  refundedFor: '{deposited} yatırma karşılığında {chain} üzerinde iade edildi',
  depositedFor: '{destination} için {chain} üzerinde yatırıldı',
  unknownChain: 'zincir {id}',
  sender: 'Gönderen',
  recipient: 'Alıcı',
  tokenOn: '{chain} üzerindeki token',
} as const satisfies Translation<typeof en>;
