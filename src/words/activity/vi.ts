import type { Translation } from '../messages.ts';
import type { messages as en } from './en.ts';

export const messages = {
  title: 'Lịch sử',
  none: 'Chưa có lệnh chuyển nào.',
  start: 'Tạo lệnh chuyển',
  recent: 'Giao dịch gần đây',
  all: 'Tất cả',
  status_approving: 'Cần phê duyệt',
  status_readyToSign: 'Cần chữ ký của bạn',
  status_signing: 'Trong ví của bạn',
  status_sent: 'Khoản nạp đang chờ',
  status_deposited: 'Đang xử lý',
  status_reported: 'Đang xác minh khoản chi trả',
  status_delivered: 'Đã giao',
  status_refunded: 'Đã hoàn tiền',
  status_disputed: 'Khoản chi trả không khớp',
  status_failed: 'Không giao được',
  status_abandoned: 'Đã kết thúc',
} as const satisfies Translation<typeof en>;
