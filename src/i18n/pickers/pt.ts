import type { Translation } from '../messages.ts';
import type { messages as en } from './en.ts';

export const messages = {
  searchChains: 'Buscar por nome ou ID da rede',
  searchTokens: 'Buscar por nome, rede ou endereço',
  matches: '{count, plural, one {# resultado} other {# resultados}}',
  noMatches: 'Nenhum resultado para “{search}”.',
  allChains: 'Todas as redes',
  filterByChain: 'Mostrar os tokens de',
  showTestnets: 'Mostrar redes de teste',
  testnet: 'Rede de teste',

  recentRoutes: 'Rotas recentes',
  featuredRoutes: 'Rotas em destaque',
  yourTokens: 'Seus tokens',
  onChain: 'Em {chain}',
  otherChains: 'Em outras redes',
  fromChainTo: 'De {from} para {to}',

  chainWithId: 'Rede {id}',
  nativeToken: 'Token nativo',
  unverified: 'Não verificado: {address}',
  changesToken: 'Muda o token para {token}',
  changesDestination: 'Muda o destino para {chain}',
  noRouteFrom: 'Nenhuma rota começa aqui',
  noRouteTo: 'Nenhuma rota a partir de {chain}',
  fundsShort: 'A ponte está sem fundos ali. Tente mais tarde.',
  unavailable: 'Indisponível: este app não consegue verificar o token',
  testnetsHidden: 'É uma rede de teste. Ative “Mostrar redes de teste” para escolhê-la.',

  balanceUnread: 'Indisponível',
  balancesUnread: '{count, plural, one {Não foi possível ler # saldo.} other {Não foi possível ler # saldos.}}',
  readAgain: 'Ler novamente',
  loadingBalance: 'Carregando o saldo',

  offerTooLarge: 'A lista de rotas passa de {size} MB, então este app parou de ler.',
  offerTooSlow: 'A lista de rotas chegou devagar demais: {size} MB, e depois muito pouco por 15 segundos.',
  offerMalformed: 'Ela enviou uma lista de rotas que este app não consegue ler.',
} as const satisfies Translation<typeof en>;
