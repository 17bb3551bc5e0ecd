import type { Translation } from '../messages.ts';
import type { messages as en } from './en.ts';

export const messages = {
  title: '凭证',
  line: '用存款哈希查询转账。',
  depositHash: '存款交易哈希',
  lookUp: '查询',
  hashMissing: '请粘贴您的存款交易哈希。',
  hashIsAddress: '这是账户地址。交易哈希在 0x 之后有 64 个十六进制字符。',
  hashLength: '{count, plural, other {交易哈希有 66 个字符。此文本有 # 个。}}',
  linkWithoutHash: '此链接不含有效的交易哈希',
  lookingUp: '正在查询凭证',
  offline: '您已离线',
  offlineText: '重新联网后，此页面会查询凭证。',
  openTransfer: '打开转账',

  nativeToken: '原生代币',
  receivedFor: '在 {destination} 上收到，对应在 {origin} 上发送的 {sent}',
  refundedFor: '已在 {chain} 上退款，对应存款 {deposited}',
  depositedFor: '已在 {chain} 上存入，发往 {destination}',
  unknownChain: '链 {id}',
  sender: '发送方',
  recipient: '接收方',
  tokenOn: '{chain} 上的代币',
} as const satisfies Translation<typeof en>;
