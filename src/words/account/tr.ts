import type { Translation } from '../messages.ts';
import type { messages as en } from './en.ts';

export const messages = {
  yourWallet: 'Cüzdanınız',
  connectTitle: 'Cüzdan bağla',
  copyAddress: 'Adresi kopyala',
  wallet: 'Cüzdan',
  network: 'Ağ',
  unsupportedChain: 'Zincir {id} (desteklenmiyor)',
  unknownChain: 'Bilinmiyor (desteklenmiyor)',
  disconnect: 'Bağlantıyı kes',

  browserWallet: 'Tarayıcı cüzdanı',
  walletConnectDetail: 'Bu veya başka bir cihazdaki cüzdan uygulaması',
  coinbase: 'Base hesabı',
  coinbaseDetail: 'Coinbase’in geçiş anahtarlı cüzdanı, kendi penceresinde',
  safeDetail: 'Bu sayfayı gösteren hesap',
  demo: 'Yerel demo cüzdanı',
  demoDetail: 'Bu yerel ortamın test hesapları',
  noWallet: 'Bu tarayıcıda cüzdan bulunamadı',
  noWalletText: 'Bir cüzdan eklentisi kurup sayfayı yenileyin. Telefonda bu sayfayı cüzdanınızın tarayıcısında açın.',
  browse: 'Bu sayfayı cüzdanınızın tarayıcısında açın',
  rejected: 'Bağlantıyı cüzdanınızda reddettiniz.',
  notConnected: 'Cüzdanınız bağlanmadı',
  notConnectedText: 'Cüzdanınızın kilidini açıp tekrar deneyin.',
  walletSaid: 'Cüzdanınızın yanıtı: {reason}',

  scanCode: 'Bu kodu cüzdan uygulamanızla tarayın.',
  openApp: 'Cüzdan uygulamanızı açın ve bağlantıyı orada onaylayın.',
  connectionCode: 'Cüzdan uygulamanız için bağlantı kodu',
  otherApp: 'Başka bir cüzdan uygulaması',
  appsOnPhone: 'Bu telefondaki cüzdan uygulamaları',
  copyConnectionLink: 'Bağlantı adresini kopyala',
  preparing: 'Bağlantı hazırlanıyor…',
  chooseAnother: 'Başka bir cüzdan seç',
} as const satisfies Translation<typeof en>;
