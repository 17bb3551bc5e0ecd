import type { Translation } from '../messages.ts';
import type { messages as en } from './en.ts';

export const messages = {
  title: '记录',
  none: '还没有转账。',
  start: '发起转账',
  recent: '最近的转账',
  all: '全部转账',
  status_approving: '需要授权',
  status_readyToSign: '需要您的签名',
  status_signing: '在您的钱包中',
  status_sent: '存款待确认',
  status_deposited: '进行中',
  status_reported: '正在验证付款',
  status_delivered: '已到账',
  status_refunded: '已退款',
  status_disputed: '付款不符',
  status_failed: '未到账',
  status_abandoned: '已结束',
} as const satisfies Translation<typeof en>;
