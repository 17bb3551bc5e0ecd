import type { Translation } from '../messages.ts';
import type { messages as en } from './en.ts';

export const messages = {
  title: '记录',
  none: '还没有转账。',
  start: '发起转账',
  recent: '最近的转账',
  all: '全部转账',
} as const satisfies Translation<typeof en>;
