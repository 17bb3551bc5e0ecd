import type { Translation } from '../messages.ts';
import type { messages as en } from './en.ts';

export const messages = {
  offline: 'Bạn đang ngoại tuyến. Vẫn xem được lệnh chuyển và biên nhận trong trình duyệt này.',
  newVersion: 'Đã có phiên bản mới.',
  reload: 'Tải lại',
  later: 'Để sau',
} as const satisfies Translation<typeof en>;
