import type { Translation } from '../messages.ts';
import type { messages as en } from './en.ts';

export const messages = {
  asking: 'Đang hỏi cầu nối…',
  responded: 'Cầu nối đã phản hồi lúc {time}',
  offersNothing: 'Hiện cầu nối không cung cấp tuyến nào',
  notResponding: 'Cầu nối không phản hồi',
  offline: 'Bạn đang ngoại tuyến',
  help: 'Nhận trợ giúp',
  docs: 'Tài liệu',
  terms: 'Điều khoản',
  privacy: 'Quyền riêng tư',
  statusPage: 'Trang trạng thái',
  version: 'Phiên bản {version}',
} as const satisfies Translation<typeof en>;
