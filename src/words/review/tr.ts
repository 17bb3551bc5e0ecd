import type { Translation } from '../messages.ts';
import type { messages as en } from './en.ts';

export const messages = {
  confirmInWallet: 'Cüzdanda onayla',
  leaves: '{chain} zincirinden çıkan',
  arrives: '{chain} zincirine ulaşan',
  recipientOwn: 'Alıcı, sizin hesabınız',
  recipientOther: 'Alıcı, sizin hesabınız değil',
  fromAccount: 'Gönderen hesap',
  compareRecipient: 'Alıcı, bağlı hesap değil. Adresinin her karakterini karşılaştırın.',

  notice_lessArrives:
    'Fiyat teklifinin süresi doldu. Yenisi daha az veriyor veya daha pahalı. Yukarıdaki miktarları kontrol edin.',
  notice_noQuote:
    'Hiçbir şey gönderilmedi. Fiyat teklifinin süresi doldu ve henüz yenisi yok. Bunu kapatıp birazdan deneyin.',
  notice_checksChanged:
    'Hiçbir şey gönderilmedi. Bu incelemeyi açtığınızdan beri bir kontrol değişti. Yukarıdaki kontrollere bakın.',
  notice_notChecked: 'Hiçbir şey gönderilmedi. İki zincirdeki kontroller çalışmadı. Birazdan tekrar deneyin.',
  notice_notStored:
    'Hiçbir şey gönderilmedi. Bu tarayıcı transferi saklayamıyor. Yer açın veya gizli gezintiden çıkın.',
  notice_notLoaded:
    'Hiçbir şey gönderilmedi. Sayfa cüzdan kodunu yükleyemedi. Bağlantınızı kontrol edip tekrar deneyin.',

  transactionsToSign: 'İmzalanacak işlemler',
  walletWillAsk: 'Cüzdanınız sizden şunları isteyecek',
  resetAllowance: 'Köprü sözleşmesinin ({contract}) {token} harcama iznini sıfırlamak',
  resetAllowanceIfAny: 'Varsa, köprü sözleşmesinin ({contract}) {token} harcama iznini sıfırlamak',
  approve: 'Köprü sözleşmesine ({contract}) tam olarak {sum} için izin vermek. Token: {address}',
  approveIfNeeded:
    'Harcama izni yetersizse köprü sözleşmesine ({contract}) tam olarak {sum} için izin vermek. Token: {address}',
  deposit: 'Köprü sözleşmesine ({contract}) {sum} yatırmak',

  couldNotCheck: 'Kontrol edilemedi',
  checksDidNotRun: 'Hiçbir şey gönderilmedi. İki zincirdeki kontroller çalışmadı.',
  runningChecks: 'İki zincirde kontroller yapılıyor',
  needAttention: 'Dikkat gerektiren kontroller',
  passedChecks: 'Geçen kontroller',
  allPassed: '{count, plural, one {Kontrol geçti} other {# kontrolün tümü geçti}}',
  othersPassed: '{count, plural, one {Diğer # kontrol geçti} other {Diğer # kontrol geçti}}',
  iHaveChecked: 'Bunu kontrol ettim',
  state_fine: 'Geçti:',
  state_warning: 'Uyarı:',
  state_unknown: 'Kontrol edilmedi:',
  checkStops: 'Yukarıdaki bir kontrol bu transferi durduruyor.',
  confirmChecks:
    '{count, plural, one {Yukarıdaki # kontrol onayınızı bekliyor.} other {Yukarıdaki # kontrol onayınızı bekliyor.}}',

  bytesFine: 'İşlem; alıcınız, token, miktar ve zincirlerle bayt bayt eşleşiyor',
  simulationFine: '{chain} üzerindeki simülasyon başarılı',
  simulationFailed: 'Simülasyon başarısız: {reason}',
  simulationUnknown: 'Simülasyon yapılamadı: {chain} yanıt vermiyor',
  gasFine: '{chain} üzerinde gas için yeterli {symbol} var',
  gasLow: '{chain} üzerindeki {symbol} gas için yetersiz olabilir',
  gasUnknown: 'Gas kontrol edilmedi: {chain} yanıt vermiyor',
  recipientFine: 'Alıcı, {chain} üzerinde sıradan bir hesap',
  recipientDelegated: 'Alıcı, {chain} üzerinde devredilmiş kod çalıştırıyor (EIP-7702)',
  recipientContract: 'Alıcı, {chain} üzerinde bir sözleşme. Token’ları başka yere gönderemeyebilir.',
  recipientUnknown: 'Alıcı kontrol edilmedi: {chain} yanıt vermiyor',
  ownAccountFine: 'Hesabınız {chain} üzerinde de aynı şekilde çalışır',
  ownAccountMissing:
    'Hesabınız {origin} üzerinde bir sözleşme, ancak {destination} üzerinde yok. Token’lara erişiminizi kaybedebilirsiniz.',
  ownAccountUnknown: 'Hesabınız kontrol edilmedi: bir zincir yanıt vermiyor',
  lookAlikeFine: 'Alıcı, burada kullandığınız başka bir adrese benzemiyor',
  lookAlike: 'Alıcının başı ve sonu, burada kullandığınız {address} ile aynı. Bu farklı bir adres.',
  recipientFromLink: 'Alıcıyı bir bağlantı doldurdu. Ödemek istediğiniz adres olduğunu kontrol edin.',
  unpinnedToken:
    'Bu uygulama {token} token’ını doğrulayamıyor. Hizmet, {origin} üzerindeki {originAddress} adresinin {destination} üzerindeki {destinationAddress} ile eşdeğer olduğunu öne sürüyor.',
  feesFine: 'Ücretler, gönderdiğinizin {share} kadarı',
  feesHigh: 'Ücretler, gönderdiğinizin {share} kadarı. Daha büyük bir miktarda bu oran düşer.',
  sameTransferFine: 'Bu tarayıcıda buna benzer başka açık transferiniz yok',
  sameTransferOpen:
    'Aynı transfer cüzdanınızda hâlâ açık veya bloğa girmeyi bekliyor olabilir. İkisini de imzalarsanız iki kez gönderirsiniz.',
  sameTransferSent: 'Aynı transferi zaten gönderdiniz. Bu ikincisi olur.',
  openSameTransfer: 'Diğer transferi aç',
  acceptSecond: 'Yine de gönder. İki kez gönderebilirim.',

  mismatchTitle: 'İşlem isteğinizden farklı',
  mismatchText: 'Hiçbir şey gönderilmedi ve cüzdanınız açılmadı. Köprünün değiştirdikleri:',
  expected: 'Beklenen',
  received: 'Gelen',
  end: '(son)',
  copyReport: 'Raporu kopyala',
  differs_otherUnits: 'Bu miktar, token’dan farklı birimlerle sayılıyor.',
  differs_otherReceiveUnits: 'Alacağınız miktar, token’dan farklı birimlerle sayılıyor.',
  differs_originChain: 'Transferiniz başka bir zincirde başlar.',
  differs_destinationChain: 'Transferiniz başka bir zincire gider.',
  differs_token: 'Başka bir token gönderirsiniz.',
  differs_typedAmount: 'Bu, yazdığınız miktar değil.',
  differs_sentAmount: 'Yazdığınızdan ve gördüğünüzden farklı bir miktar gönderirsiniz.',
  differs_receivedAmount: 'Alacağınız miktar, gönderilen eksi ücretler değil.',
  differs_nothingReceived: 'Hiçbir şey almazsınız.',
  differs_approvalReset: 'Bu, izninizin sıfırlanması değil.',
  differs_sender: 'Yatırma işlemini başka bir hesap gönderir.',
  differs_contract: 'Token’larınız köprü olmayan bir sözleşmeye gider.',
  differs_nativeAmount: 'Cüzdanınız yerel token’dan farklı bir miktar gönderir.',
  differs_call: 'Çağrıda başka bir alıcı, maker, token, miktar veya zincir var.',
} as const satisfies Translation<typeof en>;
