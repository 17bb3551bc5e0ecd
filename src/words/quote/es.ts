import type { Translation } from '../messages.ts';
import type { messages as en } from './en.ts';

export const messages = {
  youPay: 'Pagas',
  bridgeFee: 'Comisión del puente',
  networkFee: 'Comisión de red en {chain}',
  gasOn: 'Gas en {chain}',
  atMost: 'como máximo {sum}',
  usualTime: 'Tiempo habitual',
  aboutTime: 'unos {time}',
  limits: 'Límites',
  fromTo: 'de {min} a {max}',
  howToPay: 'Cómo pagar la comisión de red',
  payOnTop: 'Pagar la comisión de red aparte',
  deductNetworkFee: 'Descontar la comisión de red de la cantidad',
  recipientGets: 'El destinatario recibe {sum}',
  exactFees: 'El destinatario recibe exactamente la cantidad que escribiste. Tú pagas todas las comisiones.',
  feesHigh: 'Las comisiones son el {share} de lo que pagas',
  aboutValue: 'aprox. {value}',
  enterUnit: 'Escribir en {unit}',
  amountIn: 'Cantidad a enviar en {currency}',
  noPrice: 'No hay un precio actual de {token}',
  pricesOf: 'Los valores usan los precios del puente del {day}. Ningún precio decide lo que firmas.',
  fiatNotDecimal: 'Usa dígitos y un solo separador decimal, como {example}.',
  fiatTooSmall: 'Introduce un valor mayor.',
} as const satisfies Translation<typeof en>;
