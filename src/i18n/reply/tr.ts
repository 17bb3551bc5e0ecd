import type { Translation } from '../messages.ts';
import type { messages as en } from './en.ts';

export const messages = {
  unconfirmed: 'Kaynaklarımızın tümü bunu henüz doğrulamadı.',
  delivered: 'Transferiniz ulaştı: {received}, {destination} üzerinde {recipient} adresine gitti.',
  otherAmount: 'Kayıtlarımızda başka bir tutar var. İnceliyoruz.',
  verifyingPayout: 'Köprü, transferinizin ödemesini {destination} üzerinde gönderdi. Ödeme onay bekliyor.',
  payoutDiffers: '{destination}, transferinizin ödemesini olması gerektiği gibi göstermiyor. İnceliyoruz.',
  inProgress: 'Transferiniz sürüyor. {origin} üzerinde yatırdığınız {sent} köprüde.',
  confirmationsLeft: '{count, plural, one {# onay daha bekleniyor.} other {# onay daha bekleniyor.}}',
  late: 'Transferiniz her zamankinden uzun sürüyor. {origin} üzerinde yatırdığınız {sent} köprüde ve ödeme bunu izleyecek.',
  delayed:
    'Transferinizin ödemesi gecikiyor. {origin} üzerinde yatırdığınız {sent} köprüde ve köprü denemeyi sürdürüyor. Bir şey yapmanız gerekmiyor.',
  waitingForFunds:
    'Transferinizin ödemesi, köprünün {destination} üzerindeki fonlarını bekliyor. {origin} üzerinde yatırdığınız {sent} köprüde. Bir şey yapmanız gerekmiyor.',
  paused:
    'Bu tür ödemeler duraklatıldı. {origin} üzerinde yatırdığınız {sent} köprüde ve ödemeler sürünce yapılacak. Bir şey yapmanız gerekmiyor.',
  held: 'Transferiniz sürmeden önce bir kişinin incelemesi gerekiyor. {origin} üzerinde yatırdığınız {sent} köprüde.',
  refunding: 'Köprü transferinizi teslim edemedi. Yatırdığınız tutarı {origin} üzerindeki gönderen hesaba iade ediyor.',
  refundHeld:
    'Köprü transferinizi teslim edemedi. Yatırdığınız tutar {origin} üzerinde köprüde; iadeye bir kişi karar verecek.',
  verifyingRefund: 'Köprü transferinizi teslim edemedi ve {origin} üzerinde iade gönderdi. İade onay bekliyor.',
  refunded: 'Köprü transferinizi teslim edemedi. {origin} üzerinde {sender} adresine {refunded} iade etti.',
  refundDiffers: '{origin}, transferinizin iadesini olması gerektiği gibi göstermiyor. İnceliyoruz.',
  notDelivered: 'Köprü transferinizi teslim edemedi. {origin} üzerinde iadesini arıyoruz.',
  dustKept:
    '{origin} üzerinde yatırdığınız {sent} en düşük tutarın altında. İade, yatırılan tutardan pahalı olacağı için köprü iade göndermedi.',
  closed: 'Köprü transferinizi teslim edemedi ve işletmeci şimdilik iade etmeden kapattı. İnceliyoruz.',
  unknownRoute:
    '{destination} için yatırdığınız {sent}, {origin} üzerinde görünüyor. Bu rotadaki ödemeleri henüz göremiyoruz ve işletmeciye soruyoruz. Lütfen yeniden göndermeyin.',
  unknownStep:
    'Köprü, transferiniz için henüz okuyamadığımız bir adım bildiriyor. İşletmeciye soruyoruz. Lütfen yeniden göndermeyin.',
  noAnswer:
    'Yatırdığınız {sent}, {origin} üzerinde görünüyor. Köprü şu anda yanıt vermiyor, bu yüzden ödemeyi henüz göremiyoruz. Yakında yeniden bakacağız.',
  paymentUnseen:
    'Yatırdığınız {sent}, {origin} üzerinde görünüyor. Köprünün bunu ödeyip ödemediğini ya da iade edip etmediğini henüz göremiyoruz. Yakında yeniden bakacağız.',
  pending:
    'İşleminiz {chain} üzerinde bloğa girmeyi bekliyor. O zamana kadar tokenler hesabınızdadır. Bekleyebilir ya da cüzdanınızda hızlandırabilirsiniz.',
  reverted:
    'İşleminiz {chain} üzerinde başarısız oldu ve köprüye hiç ulaşmadı. Yalnızca ağ ücreti harcandı. Tokenler hesabınızda; yeniden deneyebilirsiniz.',
  outOfGas:
    'İşleminizin gazı {chain} üzerinde bitti ve işlem köprüye hiç ulaşmadı. Tokenler hesabınızda. Daha yüksek bir gaz sınırıyla yeniden deneyin.',
  noDeposit:
    '{chain} üzerindeki işleminiz başarılı oldu, ama köprüye bir şey yatırmıyor. Lütfen yatırma işleminin hash’ini gönderin.',
  sentToVault:
    '{chain} üzerindeki işleminiz, yatırma olmadan köprüye token gönderdi; bu yüzden köprü alıcıyı bilmiyor. İnceliyoruz.',
  wrongContract:
    '{chain} üzerindeki işleminiz başka bir sözleşmeyi çağırdı: {contract}. Köprümüze ulaşmadı, bu yüzden tokenleri geri gönderemeyiz. Lütfen o sözleşmenin işletmecisine sorun.',
  sentToAccount:
    '{chain} üzerindeki işleminiz tokenleri doğrudan {account} hesabına gönderdi. Köprümüzden geçmedi, bu yüzden geri gönderemeyiz.',
  wrongChain:
    '{chain} üzerindeki işleminiz, {meantFor} üzerindeki sözleşmemizin adresini kullandı. Köprüye ulaşmadı. Tokenlerin nerede olduğunu inceliyoruz.',
  replaced: 'Hesabınızdan {chain} üzerinde gönderilen başka bir işlem bunun yerine geçti. Lütfen diğerini izleyin:',
  cancelled: 'Cüzdanınız bu işlemi {chain} üzerinde iptal etti. Tokenler hesabınızda. İptal eden işlem:',
  dropped:
    '{chain} işleminizi artık göstermiyor. İşlem yine de bir bloğa girebilir. Tokenler hesabınızda. Yeniden gönderirseniz aynı nonce değerini kullanın.',
  reorgedAway:
    '{chain}, işleminizin bulunduğu bloğu değiştirdi. İşlem birkaç dakika içinde yeniden bloğa girebilir. Yenisini göndermeden önce bekleyin.',
  notFound: 'Bu işlemi {chains} üzerinde bulamadık. Lütfen hash’i ve cüzdanınızdaki ağı kontrol edin.',
  rpcSilent: '{chains} yanıt vermedi, bu yüzden işleminizi henüz göremiyoruz. Yakında yeniden bakacağız.',
  sourcesDisagree: 'Kaynaklarımız işleminiz konusunda henüz uyuşmuyor. İnceliyoruz. Lütfen yeniden göndermeyin.',
  reportedOnly:
    'Köprü transferinizi bildiriyor, ama onu zincirlerde henüz doğrulayamıyoruz. Yakında yeniden bakacağız.',
  paymentOnly: 'Bu, köprünün {chain} üzerindeki bir ödemesinin hash’i. Lütfen yatırma işleminizin hash’ini gönderin.',
  failedPayment:
    'Bu, köprünün {chain} üzerindeki başarısız bir ödeme denemesinin hash’i. Lütfen yatırma işleminizin hash’ini gönderin.',
  safeWaiting: 'Bu, Safe’inizin sahiplerinin imzaladığı hash. Safe bunu henüz yürütmedi; tokenler Safe’te.',
  severalDeposits: '{count, plural, one {İşleminizde # yatırma var.} other {İşleminizde # yatırma var.}}',

  unknownChain: 'zincir {id}',
  someTokens: 'token',
  payoutTransaction: 'Ödeme işlemi:',
  refundTransaction: 'İade işlemi:',
  depositTransaction: 'Yatırma işlemi:',
  follow: 'İstediğiniz zaman bakın:',
  never: 'Kurtarma ifadenizi, cihazınıza erişimi veya ödeme yapmanızı asla istemeyiz.',
} as const satisfies Translation<typeof en>;
