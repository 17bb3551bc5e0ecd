import type { Translation } from '../messages.ts';
import type { messages as en } from './en.ts';

export const messages = {
  searchChains: 'Ad veya zincir kimliğiyle ara',
  searchTokens: 'Ad, zincir veya adresle ara',
  matches: '{count, plural, one {# eşleşme} other {# eşleşme}}',
  noMatches: '“{search}” için eşleşme yok.',
  allChains: 'Tüm zincirler',
  filterByChain: 'Token’ları gösterilen zincir',
  showTestnets: 'Test ağlarını göster',
  testnet: 'Test ağı',

  recentRoutes: 'Son rotalar',
  featuredRoutes: 'Öne çıkan rotalar',
  yourTokens: 'Token’larınız',
  onChain: '{chain} üzerinde',
  otherChains: 'Diğer zincirlerde',
  fromChainTo: '{from} → {to}',

  chainWithId: 'Zincir {id}',
  nativeToken: 'Yerel token',
  unverified: 'Doğrulanmamış: {address}',
  changesToken: 'Token’ı değiştirir: {token}',
  changesDestination: 'Hedef zinciri değiştirir: {chain}',
  noRouteFrom: 'Buradan başlayan rota yok',
  noRouteTo: '{chain} zincirinden rota yok',
  fundsShort: 'Köprünün orada fonu yok. Daha sonra tekrar deneyin.',
  unavailable: 'Kullanılamaz: bu uygulama token’ı doğrulayamıyor',
  testnetsHidden: 'Bir test ağı. Seçmek için “Test ağlarını göster”i açın.',

  balanceUnread: 'Alınamadı',
  balancesUnread: '{count, plural, one {# bakiye okunamadı.} other {# bakiye okunamadı.}}',
  readAgain: 'Yeniden oku',
  loadingBalance: 'Bakiye yükleniyor',

  offerTooLarge: 'Rota listesi {size} MB’tan büyük, bu yüzden uygulama okumayı bıraktı.',
  offerTooSlow: 'Rota listesi çok yavaş geldi: {size} MB, sonra 15 saniye boyunca çok az.',
  offerMalformed: 'Köprü, bu uygulamanın okuyamadığı bir rota listesi gönderdi.',
} as const satisfies Translation<typeof en>;
