import type { Translation } from '../messages.ts';
import type { messages as en } from './en.ts';

export const messages = {
  yourWallet: '您的钱包',
  connectTitle: '连接钱包',
  copyAddress: '复制地址',
  wallet: '钱包',
  network: '网络',
  unsupportedChain: '链 {id}（不支持）',
  unknownChain: '未知（不支持）',
  disconnect: '断开连接',

  browserWallet: '浏览器钱包',
  walletConnectDetail: '此设备或其他设备上的钱包应用',
  coinbase: 'Base 账户',
  coinbaseDetail: 'Coinbase 的通行密钥钱包，在独立窗口中打开',
  safeDetail: '显示此页面的账户',
  demo: '本地演示钱包',
  demoDetail: '此本地环境的测试账户',
  noWallet: '在此浏览器中找不到钱包',
  noWalletText: '请安装钱包扩展程序并重新加载。在手机上，请用钱包内的浏览器打开此页面。',
  browse: '在钱包的浏览器中打开此页面',
  rejected: '您在钱包中拒绝了连接。',
  notConnected: '您的钱包未能连接',
  notConnectedText: '请解锁钱包并重试。',
  walletSaid: '您的钱包返回：{reason}',

  scanCode: '请用钱包应用扫描此二维码。',
  openApp: '打开钱包应用，然后在其中批准连接。',
  connectionCode: '供钱包应用使用的连接码',
  otherApp: '其他钱包应用',
  appsOnPhone: '此手机上的钱包应用',
  copyConnectionLink: '复制连接链接',
  preparing: '正在准备连接…',
  chooseAnother: '选择其他钱包',
} as const satisfies Translation<typeof en>;
