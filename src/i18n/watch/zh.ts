import type { Translation } from '../messages.ts';
import type { messages as en } from './en.ts';

export const messages = {
  tab_step: '第 {step} 步，共 {total} 步 · {sum} 到 {chain}',
  tab_state: '{state} · {sum} 到 {chain}',

  messages: '关于您的转账的消息',
  sumTo: '{sum} 到 {chain}',
  open: '打开转账',
  dismiss: '关闭消息',

  tellMe: '到账时通知我',
  willTell: '转账到账或需要您操作时，浏览器会显示通知。请保持此页面打开。',
  stopTelling: '关闭通知',
  blocked: '您的浏览器阻止了此网站的通知。请在设置中允许。',

  linkText: '此链接可在任何设备上显示该转账，无需钱包。',
  copyLink: '复制链接',
  linkCopied: '链接已复制',
  share: '分享链接',
  showCode: '显示二维码',
  codeLabel: '此转账链接的二维码',
} as const satisfies Translation<typeof en>;
