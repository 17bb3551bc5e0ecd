import type { Translation } from '../messages.ts';
import type { messages as en } from './en.ts';

export const messages = {
  youPay: 'تدفع',
  bridgeFee: 'رسوم الجسر',
  networkFee: 'رسوم الشبكة على {chain}',
  gasOn: 'gas على {chain}',
  atMost: '{sum} على الأكثر',
  usualTime: 'المدة المعتادة',
  aboutTime: 'نحو {time}',
  limits: 'الحدود',
  fromTo: 'من {min} إلى {max}',
  howToPay: 'كيف تُدفع رسوم الشبكة',
  payOnTop: 'دفع رسوم الشبكة فوق المبلغ',
  deductNetworkFee: 'خصم رسوم الشبكة من المبلغ',
  recipientGets: 'يستلم المستلم {sum}',
  exactFees: 'يستلم المستلم المبلغ الذي كتبته تمامًا. تدفع أنت كل الرسوم.',
  feesHigh: 'الرسوم {share} مما تدفعه',
  aboutValue: 'نحو {value}',
  enterUnit: 'الإدخال بعملة {unit}',
  amountIn: 'المبلغ المراد إرساله بعملة {currency}',
  noPrice: 'لا يوجد سعر حالي لعملة {token}',
  pricesOf: 'تستخدم القيم أسعار الجسر بتاريخ {day}. لا يحدد أي سعر ما توقّعه.',
  fiatNotDecimal: 'استخدم أرقامًا وعلامة عشرية واحدة، مثل {example}.',
  fiatTooSmall: 'أدخل قيمة أكبر.',
} as const satisfies Translation<typeof en>;
