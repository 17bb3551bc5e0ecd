import type { Translation } from '../messages.ts';
import type { messages as en } from './en.ts';

export const messages = {
  title: 'Biên nhận',
  line: 'Tra cứu lệnh chuyển bằng mã băm khoản nạp.',
  depositHash: 'Mã băm giao dịch nạp',
  lookUp: 'Tra cứu',
  hashMissing: 'Hãy dán mã băm giao dịch nạp của bạn.',
  hashIsAddress: 'Đây là địa chỉ tài khoản. Mã băm giao dịch có 64 ký tự thập lục phân sau 0x.',
  hashLength: '{count, plural, other {Mã băm giao dịch có 66 ký tự. Văn bản này có #.}}',
  linkWithoutHash: 'Liên kết này không có mã băm giao dịch hợp lệ',
  lookingUp: 'Đang tra cứu biên nhận',
  offline: 'Bạn đang ngoại tuyến',
  offlineText: 'Trang này sẽ tra cứu biên nhận khi bạn trực tuyến trở lại.',
  openTransfer: 'Mở lệnh chuyển',

  nativeToken: 'Token gốc',
  receivedFor: 'nhận trên {destination} cho {sent} gửi trên {origin}',
  refundedFor: 'đã hoàn trên {chain} cho khoản nạp {deposited}',
  depositedFor: 'đã nạp trên {chain} để chuyển đến {destination}',
  unknownChain: 'chuỗi {id}',
  sender: 'Người gửi',
  recipient: 'Người nhận',
  tokenOn: 'Token trên {chain}',
} as const satisfies Translation<typeof en>;
