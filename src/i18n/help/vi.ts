import type { Translation } from '../messages.ts';
import type { messages as en } from './en.ts';

export const messages = {
  title: 'Nhận trợ giúp',
  line: 'Bộ phận hỗ trợ tìm lệnh chuyển của bạn bằng mã băm khoản nạp. Họ không cần gì khác từ bạn.',
  lineWithoutHash:
    'Trước tiên hãy mở một lệnh chuyển hoặc biên nhận rồi chọn “Nhận trợ giúp” tại đó. Khi ấy bộ phận hỗ trợ có mã băm khoản nạp.',
  depositHash: 'Mã băm khoản nạp',
  case: 'Ca của bạn',
  openCase: 'Mở ca',
  copyCase: 'Sao chép liên kết ca của bạn',
  ask: 'Hỏi bộ phận hỗ trợ của {name}',
  opens: 'Mở {target}.',
  opensWithHash: 'Mở {target} với mã băm khoản nạp đã điền sẵn.',
  noSupport: 'Ứng dụng này không nêu bộ phận hỗ trợ. Hãy hỏi đơn vị vận hành và gửi báo cáo bên dưới.',
  never: 'Bộ phận hỗ trợ không bao giờ yêu cầu',
  neverPhrase: 'Cụm từ khôi phục hoặc khóa riêng của bạn',
  neverRemote: 'Quyền truy cập từ xa vào thiết bị hoặc màn hình của bạn',
  neverPayment: 'Một khoản thanh toán, hoặc một giao dịch để “xác minh” hay “mở khóa” ví',
  neverText: 'Người yêu cầu những điều này muốn lấy cắp của bạn. Hãy kết thúc cuộc trò chuyện.',
  report: 'Báo cáo cho bộ phận hỗ trợ',
  reportText:
    'Hãy đọc trước khi gửi. Báo cáo không có địa chỉ và số dư. Mã băm khoản nạp cho mọi người thấy chính lệnh chuyển đó.',
  collecting: 'Đang hỏi cầu nối và các chuỗi',
  copy: 'Sao chép báo cáo',
  copied: 'Đã sao chép',
  notCopied: 'Trình duyệt không sao chép được. Hãy chọn văn bản ở trên.',
  save: 'Lưu thành tệp',
} as const satisfies Translation<typeof en>;
