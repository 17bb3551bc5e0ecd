import type { Translation } from '../messages.ts';
import type { messages as en } from './en.ts';

export const messages = {
  searchChains: 'Buscar por nombre o ID de red',
  searchTokens: 'Buscar por nombre, red o dirección',
  matches: '{count, plural, one {# resultado} other {# resultados}}',
  noMatches: 'Sin resultados para «{search}».',
  allChains: 'Todas las redes',
  filterByChain: 'Mostrar los tokens de',
  showTestnets: 'Mostrar redes de prueba',
  testnet: 'Red de prueba',

  recentRoutes: 'Rutas recientes',
  featuredRoutes: 'Rutas destacadas',
  yourTokens: 'Tus tokens',
  onChain: 'En {chain}',
  otherChains: 'En otras redes',
  fromChainTo: 'De {from} a {to}',

  chainWithId: 'Red {id}',
  nativeToken: 'Token nativo',
  unverified: 'Sin verificar: {address}',
  changesToken: 'Cambia el token a {token}',
  changesDestination: 'Cambia el destino a {chain}',
  noRouteFrom: 'Ninguna ruta empieza aquí',
  noRouteTo: 'No hay ruta desde {chain}',
  fundsShort: 'El puente no tiene fondos ahí. Inténtalo más tarde.',
  unavailable: 'No disponible: esta app no puede verificar el token',
  testnetsHidden: 'Es una red de prueba. Activa «Mostrar redes de prueba» para elegirla.',

  balanceUnread: 'No disponible',
  balancesUnread: '{count, plural, one {No se pudo leer # saldo.} other {No se pudieron leer # saldos.}}',
  readAgain: 'Leer de nuevo',
  loadingBalance: 'Cargando el saldo',

  offerTooLarge: 'Su lista de rutas supera los {size} MB, así que esta app dejó de leerla.',
  offerTooSlow: 'Su lista de rutas llegó demasiado despacio: {size} MB, y después muy poco durante 15 segundos.',
  offerMalformed: 'Envió una lista de rutas que esta app no puede leer.',
} as const satisfies Translation<typeof en>;
