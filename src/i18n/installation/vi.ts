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
  message: 'Thông báo của đơn vị vận hành',
  closeMessage: 'Đóng thông báo này',
  maintenanceAll: 'Cầu nối đang bảo trì',
  maintenanceRoute: 'Tuyến này đang bảo trì',
  maintenanceText:
    'Bạn chưa thể tạo lệnh chuyển này lúc này. Bạn vẫn có thể theo dõi các lệnh chuyển và tra cứu biên nhận.',
  maintenanceUntil: 'Dự kiến kết thúc: {time}',
  framedBy: 'Cầu nối này được nhúng trong {site}. Chỉ xác nhận nếu bạn tin tưởng trang đó.',
  blockedTitle: 'Cầu nối không thể chạy bên trong trang này',
  blockedBy: 'Đơn vị vận hành cầu nối chưa cho phép {site} nhúng cầu nối. Hãy mở cầu nối trong thẻ mới.',
  blockedByUnknown: 'Đơn vị vận hành cầu nối chưa cho phép trang này nhúng cầu nối. Hãy mở cầu nối trong thẻ mới.',
  openBridge: 'Mở cầu nối',
  insecureTitle: 'Trang này không có kết nối an toàn',
  insecureText:
    'Ứng dụng cần HTTPS: chỉ khi đó trình duyệt mới ngăn được hai thẻ gửi hai lần. Các giao dịch chuyển của bạn không bị ảnh hưởng. Hãy mở địa chỉ bắt đầu bằng https://.',
  openSecure: 'Mở địa chỉ https',
  tooOldTitle: 'Trình duyệt này quá cũ',
  tooOldText:
    'Ứng dụng cần trình duyệt mới hơn. Các giao dịch chuyển của bạn không bị ảnh hưởng. Hãy cập nhật trình duyệt này hoặc mở trang trong trình duyệt khác.',
} as const satisfies Translation<typeof en>;
