import type { Translation } from '../messages.ts';
import type { messages as en } from './en.ts';

export const messages = {
  youPay: 'Ödeyeceğiniz',
  bridgeFee: 'Köprü ücreti',
  networkFee: '{chain} ağ ücreti',
  gasOn: '{chain} gas ücreti',
  atMost: 'en fazla {sum}',
  usualTime: 'Olağan süre',
  aboutTime: 'yaklaşık {time}',
  limits: 'Sınırlar',
  fromTo: '{min} – {max}',
  howToPay: 'Ağ ücreti nasıl ödensin',
  payOnTop: 'Ağ ücretini ayrıca öde',
  deductNetworkFee: 'Ağ ücretini miktardan düş',
  recipientGets: 'Alıcıya {sum} ulaşır',
  exactFees: 'Alıcıya tam olarak yazdığınız miktar ulaşır. Tüm ücretleri siz ödersiniz.',
  feesHigh: 'Ücretler, ödediğinizin {share} kadarı',
  aboutValue: 'yaklaşık {value}',
  enterUnit: '{unit} olarak gir',
  amountIn: '{currency} olarak gönderilecek miktar',
  noPrice: '{token} için güncel fiyat yok',
  pricesOf: 'Değerler, köprünün {day} tarihli fiyatlarıyla hesaplanır. İmzaladığınız işlemi fiyatlar belirlemez.',
  fiatNotDecimal: 'Rakamlar ve tek bir ondalık işareti kullanın, örneğin {example}.',
  fiatTooSmall: 'Daha büyük bir değer girin.',
} as const satisfies Translation<typeof en>;
