import type { Translation } from '../messages.ts';
import type { messages as en } from './en.ts';

export const messages = {
  searchChains: 'Tìm theo tên hoặc ID chuỗi',
  searchTokens: 'Tìm theo tên, chuỗi hoặc địa chỉ',
  matches: '{count, plural, other {# kết quả}}',
  noMatches: 'Không có kết quả cho “{search}”.',
  allChains: 'Tất cả chuỗi',
  filterByChain: 'Hiện token của',
  showTestnets: 'Hiện mạng thử nghiệm',
  testnet: 'Mạng thử nghiệm',

  recentRoutes: 'Tuyến gần đây',
  featuredRoutes: 'Tuyến nổi bật',
  yourTokens: 'Token của bạn',
  onChain: 'Trên {chain}',
  otherChains: 'Trên chuỗi khác',
  fromChainTo: '{from} đến {to}',

  chainWithId: 'Chuỗi {id}',
  nativeToken: 'Token gốc',
  unverified: 'Chưa xác minh: {address}',
  changesToken: 'Đổi token thành {token}',
  changesDestination: 'Đổi chuỗi đích thành {chain}',
  noRouteFrom: 'Không có tuyến nào bắt đầu ở đây',
  noRouteTo: 'Không có tuyến từ {chain}',
  fundsShort: 'Cầu nối đã hết quỹ ở đó. Hãy thử lại sau.',
  unavailable: 'Không khả dụng: ứng dụng không xác minh được token',
  testnetsHidden: 'Đây là mạng thử nghiệm. Bật “Hiện mạng thử nghiệm” để chọn.',

  balanceUnread: 'Không có số dư',
  balancesUnread: '{count, plural, other {Không đọc được # số dư.}}',
  readAgain: 'Đọc lại',
  loadingBalance: 'Đang tải số dư',

  offerTooLarge: 'Danh sách tuyến lớn hơn {size} MB nên ứng dụng đã ngừng đọc.',
  offerTooSlow: 'Danh sách tuyến đến quá chậm: {size} MB, rồi quá ít trong 15 giây.',
  offerMalformed: 'Cầu nối đã gửi một danh sách tuyến mà ứng dụng không đọc được.',
} as const satisfies Translation<typeof en>;
