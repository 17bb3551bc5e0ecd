import type { Translation } from '../messages.ts';
import type { messages as en } from './en.ts';

export const messages = {
  unconfirmed: 'Chưa phải tất cả các nguồn của chúng tôi đều đã xác nhận điều này.',
  delivered: 'Lệnh chuyển của bạn đã đến: {received} đã được chuyển đến {recipient} trên {destination}.',
  otherAmount: 'Hồ sơ của chúng tôi ghi số tiền khác. Chúng tôi đang kiểm tra.',
  verifyingPayout:
    'Cầu nối đã gửi khoản chi trả cho lệnh chuyển của bạn trên {destination}. Khoản này đang chờ xác nhận.',
  payoutDiffers: '{destination} không hiển thị khoản chi trả của bạn đúng như cần có. Chúng tôi đang kiểm tra.',
  inProgress: 'Lệnh chuyển của bạn đang được xử lý. Cầu nối đã có khoản nạp {sent} của bạn trên {origin}.',
  confirmationsLeft: '{count, plural, other {Còn chờ # xác nhận nữa.}}',
  late: 'Lệnh chuyển của bạn lâu hơn bình thường. Cầu nối đã có khoản nạp {sent} của bạn trên {origin}, và khoản chi trả sẽ theo sau.',
  delayed:
    'Khoản chi trả cho lệnh chuyển của bạn bị chậm. Cầu nối đã có khoản nạp {sent} của bạn trên {origin} và tiếp tục thử. Bạn không cần làm gì.',
  waitingForFunds:
    'Khoản chi trả cho lệnh chuyển của bạn đang chờ vốn của cầu nối trên {destination}. Cầu nối đã có khoản nạp {sent} của bạn trên {origin}. Bạn không cần làm gì.',
  paused:
    'Các khoản chi trả như của bạn đang tạm dừng. Cầu nối đã có khoản nạp {sent} của bạn trên {origin} và sẽ chi trả khi hoạt động lại. Bạn không cần làm gì.',
  held: 'Cần có người xem xét lệnh chuyển của bạn trước khi tiếp tục. Cầu nối đã có khoản nạp {sent} của bạn trên {origin}.',
  refunding: 'Cầu nối không thể giao lệnh chuyển của bạn. Cầu nối hoàn khoản nạp về tài khoản gửi trên {origin}.',
  refundHeld:
    'Cầu nối không thể giao lệnh chuyển của bạn. Khoản nạp của bạn trên {origin} ở cầu nối, và sẽ có người quyết định việc hoàn tiền.',
  verifyingRefund:
    'Cầu nối không thể giao lệnh chuyển của bạn và đã gửi khoản hoàn tiền trên {origin}. Khoản này đang chờ xác nhận.',
  refunded: 'Cầu nối không thể giao lệnh chuyển của bạn. Cầu nối đã hoàn {refunded} về {sender} trên {origin}.',
  refundDiffers: '{origin} không hiển thị khoản hoàn tiền của bạn đúng như cần có. Chúng tôi đang kiểm tra.',
  notDelivered: 'Cầu nối không thể giao lệnh chuyển của bạn. Chúng tôi đang tìm khoản hoàn tiền trên {origin}.',
  dustKept:
    'Khoản nạp {sent} của bạn trên {origin} thấp hơn mức tối thiểu. Hoàn tiền sẽ tốn hơn khoản nạp, nên cầu nối chưa hoàn.',
  closed:
    'Cầu nối không thể giao lệnh chuyển của bạn, và đơn vị vận hành đã đóng lệnh, đến nay chưa hoàn tiền. Chúng tôi đang kiểm tra.',
  unknownRoute:
    '{origin} có khoản nạp {sent} của bạn cho {destination}. Chúng tôi chưa thấy các khoản chi trả của tuyến này và đang hỏi đơn vị vận hành. Vui lòng không gửi lại.',
  unknownStep:
    'Cầu nối báo một bước của lệnh chuyển mà chúng tôi chưa đọc được. Chúng tôi đang hỏi đơn vị vận hành. Vui lòng không gửi lại.',
  noAnswer:
    '{origin} có khoản nạp {sent} của bạn. Cầu nối hiện không phản hồi, nên chúng tôi chưa thấy khoản chi trả. Chúng tôi sẽ sớm xem lại.',
  paymentUnseen:
    '{origin} có khoản nạp {sent} của bạn. Chúng tôi chưa thấy cầu nối đã chi trả hay hoàn lại khoản đó chưa. Chúng tôi sẽ sớm xem lại.',
  pending:
    'Giao dịch của bạn đang chờ được đưa vào khối trên {chain}. Cho đến lúc đó token vẫn ở trong tài khoản của bạn. Bạn có thể chờ, hoặc tăng tốc trong ví.',
  reverted:
    'Giao dịch của bạn thất bại trên {chain} và không hề đến cầu nối. Giao dịch chỉ tốn phí mạng. Token ở trong tài khoản của bạn, và bạn có thể thử lại.',
  outOfGas:
    'Giao dịch của bạn hết gas trên {chain} và không hề đến cầu nối. Token ở trong tài khoản của bạn. Hãy thử lại với giới hạn gas cao hơn.',
  noDeposit:
    'Giao dịch của bạn trên {chain} thành công nhưng không nạp vào cầu nối. Vui lòng gửi cho chúng tôi mã băm của khoản nạp.',
  sentToVault:
    'Giao dịch của bạn trên {chain} gửi token đến cầu nối mà không có khoản nạp, nên cầu nối không biết người nhận. Chúng tôi đang kiểm tra.',
  wrongContract:
    'Giao dịch của bạn trên {chain} gọi một hợp đồng khác, {contract}. Giao dịch không đến cầu nối của chúng tôi, nên chúng tôi không thể trả lại token. Vui lòng hỏi đơn vị vận hành hợp đồng đó.',
  sentToAccount:
    'Giao dịch của bạn trên {chain} gửi token thẳng đến tài khoản {account}. Giao dịch không đi qua cầu nối của chúng tôi, nên chúng tôi không thể trả lại.',
  wrongChain:
    'Giao dịch của bạn trên {chain} dùng địa chỉ hợp đồng của chúng tôi trên {meantFor}. Giao dịch không đến cầu nối. Chúng tôi đang kiểm tra token ở đâu.',
  replaced:
    'Một giao dịch khác từ tài khoản của bạn trên {chain} đã thay thế giao dịch này. Vui lòng theo dõi giao dịch kia:',
  cancelled: 'Ví của bạn đã hủy giao dịch này trên {chain}. Token ở trong tài khoản của bạn. Giao dịch đã hủy nó:',
  dropped:
    '{chain} không còn hiển thị giao dịch của bạn. Giao dịch vẫn có thể vào khối. Token ở trong tài khoản của bạn. Nếu gửi lại, hãy dùng cùng nonce.',
  reorgedAway:
    '{chain} đã thay khối chứa giao dịch của bạn. Giao dịch có thể vào khối lại trong vài phút. Vui lòng chờ trước khi gửi giao dịch khác.',
  notFound: 'Chúng tôi không tìm thấy giao dịch này trên {chains}. Vui lòng kiểm tra mã băm và mạng trong ví của bạn.',
  rpcSilent: '{chains} không phản hồi, nên chúng tôi chưa thấy giao dịch của bạn. Chúng tôi sẽ sớm xem lại.',
  sourcesDisagree:
    'Các nguồn của chúng tôi chưa khớp nhau về giao dịch của bạn. Chúng tôi đang kiểm tra. Vui lòng không gửi lại.',
  reportedOnly:
    'Cầu nối báo có lệnh chuyển của bạn, nhưng chúng tôi chưa xác nhận được trên các chuỗi. Chúng tôi sẽ sớm xem lại.',
  paymentOnly: 'Đây là mã băm một khoản chi trả của cầu nối trên {chain}. Vui lòng gửi mã băm khoản nạp của bạn.',
  failedPayment:
    'Đây là mã băm một lần chi trả không thành công của cầu nối trên {chain}. Vui lòng gửi mã băm khoản nạp của bạn.',
  safeWaiting: 'Đây là mã băm mà các chủ sở hữu Safe của bạn ký. Safe chưa thực hiện, và token vẫn ở trong Safe.',
  severalDeposits: '{count, plural, other {Giao dịch của bạn có # khoản nạp.}}',

  unknownChain: 'chuỗi {id}',
  someTokens: 'token',
  payoutTransaction: 'Giao dịch chi trả:',
  refundTransaction: 'Giao dịch hoàn tiền:',
  depositTransaction: 'Giao dịch nạp:',
  follow: 'Xem bất cứ lúc nào:',
  never: 'Chúng tôi không bao giờ yêu cầu cụm từ khôi phục, quyền truy cập thiết bị hay một khoản thanh toán.',
} as const satisfies Translation<typeof en>;
