import type { Translation } from '../messages.ts';
import type { messages as en } from './en.ts';

export const messages = {
  youPay: 'Você paga',
  bridgeFee: 'Taxa da ponte',
  networkFee: 'Taxa de rede em {chain}',
  gasOn: 'Gas em {chain}',
  atMost: 'no máximo {sum}',
  usualTime: 'Tempo habitual',
  aboutTime: 'cerca de {time}',
  limits: 'Limites',
  fromTo: 'de {min} a {max}',
  howToPay: 'Como pagar a taxa de rede',
  payOnTop: 'Pagar a taxa de rede à parte',
  deductNetworkFee: 'Descontar a taxa de rede do valor',
  recipientGets: 'O destinatário recebe {sum}',
  exactFees: 'O destinatário recebe exatamente o valor que você digitou. Você paga todas as taxas.',
  feesHigh: 'As taxas são {share} do que você paga',
  aboutValue: 'cerca de {value}',
  enterUnit: 'Digitar em {unit}',
  amountIn: 'Valor a enviar em {currency}',
  noPrice: 'Não há preço atual de {token}',
  pricesOf: 'Os valores usam os preços da ponte de {day}. Nenhum preço decide o que você assina.',
  fiatNotDecimal: 'Use dígitos e uma só marca decimal, como {example}.',
  fiatTooSmall: 'Insira um valor maior.',
} as const satisfies Translation<typeof en>;
