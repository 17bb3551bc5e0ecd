import type { Translation } from '../messages.ts';
import type { messages as en } from './en.ts';

export const messages = {
  title: 'Biên nhận',
  lookingUp: 'Đang tra cứu biên nhận',
  offline: 'Bạn đang ngoại tuyến',
  offlineText: 'Trang này sẽ tra cứu biên nhận khi bạn trực tuyến trở lại.',
  openTransfer: 'Mở lệnh chuyển',

  receivedFor: 'nhận trên {destination} cho {sent} gửi trên {origin}',
  refundedFor: 'đã hoàn trên {chain} cho khoản nạp {deposited}',
  depositedFor: 'đã nạp trên {chain} để chuyển đến {destination}',
  unknownChain: 'chuỗi {id}',
} as const satisfies Translation<typeof en>;
