import type { Translation } from '../messages.ts';
import type { messages as en } from './en.ts';

export const messages = {
  offline: '您已离线。此浏览器中的转账和凭证仍可查看。',
  newVersion: '新版本已就绪。',
  reload: '重新加载',
  later: '稍后',
} as const satisfies Translation<typeof en>;
