import type { Translation } from '../messages.ts';
import type { messages as en } from './en.ts';

export const messages = {
  notFound: 'Transfer bu tarayıcıda bulunamadı',
  notFoundText:
    'Bir transferi yalnızca onu başlatan tarayıcı saklar. Makbuzunu görmek için yatırma hash’ini sorgulayın.',

  onChain: '{chain} üzerinde',
  backTo: '{address} hesabına iade',
  toAddress: '{address} hesabına',
  toYourAccount: 'hesabınıza: {address}',

  openReceipt: 'Makbuzu aç',
  startNew: 'Yeni transfer başlat',
  startOver: 'Baştan başla',
  sendAnother: 'Bir tane daha gönder',
  openOther: 'Diğer transferi aç',
  sendSecond: 'İkincisini gönder',
  continueInWallet: 'Cüzdanda devam et',
  connectWallet: 'Cüzdanı bağla',
  searchingDeposit:
    'Uygulama yatırma işleminizi zincirde arıyor. Cüzdanınız gönderildiğini gösteriyorsa işlem hash’ini yapıştırın.',
  rejectedIt: 'Reddettim',
  rejectedItText:
    'Reddettiniz mi ya da cüzdanınızı kapattınız mı? Uygulama önce {chain} zincirini kontrol eder, sonra devam edebilirsiniz.',
  transactionHash: 'İşlem hash’i',
  useHash: 'Hash’i kullan',
  hashInvalid: 'İşlem hash’i 0x ve 64 onaltılık karakterden oluşur.',
  doubtReverted: 'Cüzdanınızın gönderdiği işlem {chain} zincirinde başarısız oldu',
  doubtNoDeposit: 'Cüzdanınızın gönderdiği işlem bu yatırma değil',
  doubtOtherChain: 'Cüzdanınızın gönderdiği işlem {chain} zincirinde',
  doubtText: 'Yatırma işleminiz başka bir işlemde olabilir: henüz yeniden göndermeyin.',
  approvalRemains: 'Kalan bir izin var',
  approvalRemainsText:
    '{chain} üzerindeki köprü sözleşmesine hâlâ {sum} için izin veriyorsunuz. Sözleşme bunu yalnızca bir yatırma işlemi imzaladığınızda kullanabilir.',
  revokeApproval: 'İzni geri al',
  payoutDiffers: 'Ödeme, fiyat teklifinizden farklı',

  rejected: 'İsteği cüzdanınızda reddettiniz',
  rejectedText: 'Hiçbir şey gönderilmedi. Hazır olduğunuzda devam edin.',
  notConnected: 'Bağlı cüzdan yok',
  notConnectedText: 'Hiçbir şey gönderilmedi. Devam etmek için cüzdanınızı bağlayın.',
  otherAccount: 'Başka bir hesap bağlı',
  otherAccountText: 'Hiçbir şey gönderilmedi. Cüzdanınızda {account} hesabını seçin.',
  otherChain: 'Cüzdanınız {chain} zincirine geçmedi',
  otherChainText: 'Hiçbir şey gönderilmedi. Cüzdanınızda ağı değiştirip devam edin.',
  insufficientGas: 'Hesabınız {chain} üzerinde gas ödeyemiyor',
  insufficientGasText: 'Hiçbir şey gönderilmedi. Hesabınıza bakiye ekleyip devam edin.',
  allowanceTooLow: 'Verdiğiniz izin yetersiz',
  allowanceTooLowText:
    'Token’larınız hareket etmedi. {approved} için izin verdiniz; transfer için {needed} gerekiyor. Devam edin ve tutarın tamamına izin verin.',
  approvalReverted: 'İzin işlemi başarısız oldu',
  approvalRevertedText: 'Token’larınız hareket etmedi. Token sözleşmesi işlemi geri çevirdi.',
  wouldRevert: 'Bu işlem başarısız olur',
  wouldRevertText: 'Hiçbir şey gönderilmedi. Simülasyon başarısız: {reason}',
  quoteExpired: 'Fiyat teklifinin süresi doldu',
  quoteExpiredText: 'Hiçbir şey gönderilmedi. Yeni bir fiyat teklifiyle baştan başlayın.',
  otherTab: 'Cüzdanınız başka bir sekmede meşgul',
  otherTabText: 'Orada bu hesaptan bir transfer imzalıyorsunuz. Onu bitirip burada devam edin.',
  duplicate: 'Aynı transferi zaten başlattınız',
  duplicateSigned: 'Yeni bir şey gönderilmedi. Önce diğerine bakın veya ikincisini gönderin.',
  duplicateOpen: 'Yeni bir şey gönderilmedi. Cüzdanınız diğer transfer için hâlâ açık olabilir: önce ona bakın.',
  notStored: 'Bu tarayıcı transferi saklayamıyor',
  notStoredText:
    'Hiçbir şey gönderilmedi. Tarayıcının depolama alanı dolu veya engelli. Yer açın veya gizli gezintiden çıkın.',
  notThisDeposit: 'O işlem bu yatırma değil',
  notThisDepositText:
    '{chain} üzerinde bilinmiyor veya başka bir şey yapıyor. {contract} adresine giden işlemin hash’ini yapıştırın.',
  batchFailed: 'Cüzdanınız işlemleri yapamadı',
  batchFailedText: 'Token’larınız hareket etmedi: işlemlerin tümü birlikte başarısız oldu.',
  noApprovalHash: 'Cüzdanınız işlem hash’i vermedi',
  noApprovalHashText: 'Token’larınız hareket etmedi. Birazdan tekrar deneyin.',
  unanswered: '{chain} yanıt vermiyor',
  unansweredText: 'Yeni bir şey imzalanmadı. Birazdan tekrar deneyin. Hata: {reason}',
  notChecked: 'Uygulama {chain} zincirini kontrol edemedi',
  notCheckedText: 'Yatırma işleminiz hâlâ beklemede olabilir. Birazdan tekrar deneyin. Hata: {reason}',
  maybePending: 'Hesabınızın {chain} üzerinde bekleyen bir işlemi var',
  maybePendingText:
    'Bu yatırma işlemi olabilir. Bloğa girmesini bekleyin veya cüzdanınızda iptal edin. Sonra tekrar deneyin.',
  uncertain: 'Cüzdanınız net bir yanıt vermedi',
  uncertainText: 'Yatırma işleminiz beklemede olabilir: yeniden göndermeyin. Uygulama zincirde arıyor.',
  walletSaid: 'Cüzdanınızın yanıtı: {reason}',

  proposalTitle: 'Hesabının sahipleri imzalamalı',
  proposalText:
    'Tokenlerin hareket etmedi. Diğer sahiplerden imza iste. Uygulama yatırmayı günler sonra bile zincirde bulur.',
  proposalHash: 'Sahiplerin imzaladığı hash',
  proposalQuote: 'Teklif {time} saatine kadar geçerli. Sonraki bir yatırma o anın ücretlerini öder.',
  checkInWallet: 'Cüzdanda kontrol et',
  lessThanQuoted: 'Tekliften az',
  lessThanQuotedText: 'Yatırman teklif bittikten sonra işlendi; köprü o anın ücretlerini aldı.',
} as const satisfies Translation<typeof en>;
