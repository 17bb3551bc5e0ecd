import type { Translation } from '../messages.ts';
import type { messages as en } from './en.ts';

export const messages = {
  searchChains: '按名称或链 ID 搜索',
  searchTokens: '按名称、链或地址搜索',
  matches: '{count, plural, other {# 个匹配项}}',
  noMatches: '没有与“{search}”匹配的结果。',
  allChains: '所有链',
  filterByChain: '显示以下链的代币',
  showTestnets: '显示测试网',
  testnet: '测试网',

  recentRoutes: '最近的路线',
  featuredRoutes: '推荐路线',
  yourTokens: '您的代币',
  onChain: '{chain} 上',
  otherChains: '其他链上',
  fromChainTo: '{from} 到 {to}',

  chainWithId: '链 {id}',
  nativeToken: '原生代币',
  unverified: '未验证：{address}',
  changesToken: '代币将改为 {token}',
  changesDestination: '目标链将改为 {chain}',
  noRouteFrom: '没有从这里出发的路线',
  noRouteTo: '没有从 {chain} 出发的路线',
  fundsShort: '跨链桥在那里的资金不足。请稍后再试。',
  unavailable: '不可用：本应用无法验证该代币',
  testnetsHidden: '这是测试网。打开“显示测试网”即可选择。',

  balanceUnread: '无法获取',
  balancesUnread: '{count, plural, other {# 个余额无法读取。}}',
  readAgain: '重新读取',
  loadingBalance: '正在加载余额',

  offerTooLarge: '其路线列表超过 {size} MB，本应用已停止读取。',
  offerTooSlow: '其路线列表到达太慢：收到 {size} MB，之后 15 秒内几乎没有数据。',
  offerMalformed: '它发送了本应用无法读取的路线列表。',
} as const satisfies Translation<typeof en>;
