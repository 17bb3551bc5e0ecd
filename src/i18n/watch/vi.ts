import type { Translation } from '../messages.ts';
import type { messages as en } from './en.ts';

export const messages = {
  tab_step: '{step}/{total} · {sum} đến {chain}',
  tab_state: '{state} · {sum} đến {chain}',

  messages: 'Tin về các lệnh chuyển của bạn',
  sumTo: '{sum} đến {chain}',
  open: 'Mở lệnh chuyển',
  dismiss: 'Bỏ qua tin',

  tellMe: 'Báo cho tôi khi đến nơi',
  willTell: 'Trình duyệt hiện thông báo khi lệnh chuyển đến nơi hoặc cần bạn. Hãy để trang này mở.',
  stopTelling: 'Tắt thông báo',
  blocked: 'Trình duyệt chặn thông báo của trang này. Hãy cho phép trong phần cài đặt.',

  linkText: 'Liên kết này hiển thị lệnh chuyển trên mọi thiết bị, không cần ví.',
  copyLink: 'Sao chép liên kết',
  linkCopied: 'Đã sao chép liên kết',
  share: 'Chia sẻ liên kết',
  showCode: 'Hiện mã QR',
  codeLabel: 'Mã QR của liên kết đến lệnh chuyển này',
} as const satisfies Translation<typeof en>;
