import type { Translation } from '../messages.ts';
import type { messages as en } from './en.ts';

export const messages = {
  title: '凭证',
  lookingUp: '正在查询凭证',
  offline: '您已离线',
  offlineText: '重新联网后，此页面会查询凭证。',
  openTransfer: '打开转账',

  receivedFor: '在 {destination} 上收到，对应在 {origin} 上发送的 {sent}',
  refundedFor: '已在 {chain} 上退款，对应存款 {deposited}',
  depositedFor: '已在 {chain} 上存入，发往 {destination}',
  unknownChain: '链 {id}',
} as const satisfies Translation<typeof en>;
