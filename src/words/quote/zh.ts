import type { Translation } from '../messages.ts';
import type { messages as en } from './en.ts';

export const messages = {
  youPay: '您支付',
  bridgeFee: '跨链桥费用',
  networkFee: '{chain} 网络费用',
  gasOn: '{chain} 上的 gas',
  atMost: '最多 {sum}',
  usualTime: '通常用时',
  aboutTime: '约 {time}',
  limits: '限额',
  fromTo: '{min} 至 {max}',
  howToPay: '如何支付网络费用',
  payOnTop: '另外支付网络费用',
  deductNetworkFee: '从数量中扣除网络费用',
  recipientGets: '接收方收到 {sum}',
  exactFees: '接收方收到的正是您输入的数量。所有费用由您支付。',
  feesHigh: '费用占您支付数量的 {share}',
  aboutValue: '约 {value}',
  enterUnit: '输入 {unit}',
  amountIn: '发送数量（{currency}）',
  noPrice: '没有 {token} 的当前价格',
  pricesOf: '估值采用跨链桥 {day} 的价格。价格不影响您签名的内容。',
  fiatNotDecimal: '请使用数字和一个小数点，例如 {example}。',
  fiatTooSmall: '请输入更大的数值。',
} as const satisfies Translation<typeof en>;
