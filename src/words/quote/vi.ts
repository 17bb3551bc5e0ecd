import type { Translation } from '../messages.ts';
import type { messages as en } from './en.ts';

export const messages = {
  youPay: 'Bạn trả',
  bridgeFee: 'Phí cầu nối',
  networkFee: 'Phí mạng trên {chain}',
  gasOn: 'Gas trên {chain}',
  atMost: 'tối đa {sum}',
  usualTime: 'Thời gian thường lệ',
  aboutTime: 'khoảng {time}',
  limits: 'Giới hạn',
  fromTo: '{min} đến {max}',
  howToPay: 'Cách trả phí mạng',
  payOnTop: 'Trả thêm phí mạng',
  deductNetworkFee: 'Trừ phí mạng vào số lượng',
  recipientGets: 'Người nhận được {sum}',
  exactFees: 'Người nhận được đúng số lượng bạn đã nhập. Bạn trả mọi khoản phí.',
  feesHigh: 'Phí chiếm {share} số bạn trả',
  aboutValue: 'khoảng {value}',
  enterUnit: 'Nhập {unit}',
  amountIn: 'Số lượng gửi tính bằng {currency}',
  noPrice: 'Không có giá hiện tại của {token}',
  pricesOf: 'Giá trị dùng giá của cầu nối ngày {day}. Giá không quyết định nội dung bạn ký.',
  fiatNotDecimal: 'Hãy dùng chữ số và một dấu thập phân, ví dụ {example}.',
  fiatTooSmall: 'Hãy nhập giá trị lớn hơn.',
} as const satisfies Translation<typeof en>;
