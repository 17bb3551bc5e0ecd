import type { Translation } from '../messages.ts';
import type { messages as en } from './en.ts';

export const messages = {
  title: 'Lịch sử',
  none: 'Chưa có lệnh chuyển nào.',
  start: 'Tạo lệnh chuyển',
  recent: 'Giao dịch gần đây',
  all: 'Tất cả',
} as const satisfies Translation<typeof en>;
