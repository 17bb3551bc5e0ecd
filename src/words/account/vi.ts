import type { Translation } from '../messages.ts';
import type { messages as en } from './en.ts';

export const messages = {
  yourWallet: 'Ví của bạn',
  connectTitle: 'Kết nối ví',
  copyAddress: 'Sao chép địa chỉ',
  wallet: 'Ví',
  network: 'Mạng',
  unsupportedChain: 'Chuỗi {id} (không được hỗ trợ)',
  unknownChain: 'Không rõ (không được hỗ trợ)',
  disconnect: 'Ngắt kết nối',

  browserWallet: 'Ví trình duyệt',
  walletConnectDetail: 'Ứng dụng ví trên thiết bị này hoặc thiết bị khác',
  coinbase: 'Tài khoản Base',
  coinbaseDetail: 'Ví dùng khóa truy cập của Coinbase, trong cửa sổ riêng',
  safeDetail: 'Tài khoản đang hiển thị trang này',
  demo: 'Ví demo cục bộ',
  demoDetail: 'Tài khoản thử của môi trường cục bộ này',
  noWallet: 'Không tìm thấy ví trong trình duyệt này',
  noWalletText: 'Hãy cài tiện ích ví rồi tải lại. Trên điện thoại, hãy mở trang này trong trình duyệt của ví.',
  browse: 'Mở trang này trong trình duyệt của ví',
  rejected: 'Bạn đã từ chối kết nối trong ví.',
  notConnected: 'Ví của bạn không kết nối được',
  notConnectedText: 'Hãy mở khóa ví và thử lại.',
  walletSaid: 'Ví của bạn trả lời: {reason}',

  scanCode: 'Hãy quét mã này bằng ứng dụng ví.',
  openApp: 'Hãy mở ứng dụng ví rồi chấp thuận kết nối tại đó.',
  connectionCode: 'Mã kết nối cho ứng dụng ví',
  otherApp: 'Ứng dụng ví khác',
  appsOnPhone: 'Ứng dụng ví trên điện thoại này',
  copyConnectionLink: 'Sao chép liên kết kết nối',
  preparing: 'Đang chuẩn bị kết nối…',
  chooseAnother: 'Chọn ví khác',
} as const satisfies Translation<typeof en>;
