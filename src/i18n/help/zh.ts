import type { Translation } from '../messages.ts';
import type { messages as en } from './en.ts';

export const messages = {
  title: '获取帮助',
  line: '客服凭存款哈希即可找到您的转账，不需要您提供其他信息。',
  lineWithoutHash: '请先打开一笔转账或一张凭证，并在那里选择“获取帮助”，这样客服就有存款哈希。',
  depositHash: '存款哈希',
  case: '您的案例',
  openCase: '打开案例',
  copyCase: '复制案例链接',
  ask: '联系 {name} 客服',
  opens: '将打开 {target}。',
  opensWithHash: '将打开 {target}，并已填入存款哈希。',
  noSupport: '此应用没有提供客服。请联系运营方，并发送下面的报告。',
  never: '客服绝不会索要',
  neverPhrase: '您的助记词或私钥',
  neverRemote: '对您设备或屏幕的远程访问',
  neverPayment: '付款，或用于“验证”或“解锁”钱包的交易',
  neverText: '索要其中任何一项的人是想盗取您的资产。请结束对话。',
  report: '给客服的报告',
  reportText: '发送前请先阅读。其中没有地址，也没有余额。任何人都能凭存款哈希看到这笔转账本身。',
  collecting: '正在询问跨链桥和各链',
  copy: '复制报告',
  copied: '已复制',
  notCopied: '浏览器未能复制。请选中上面的文字。',
  save: '保存为文件',
} as const satisfies Translation<typeof en>;
