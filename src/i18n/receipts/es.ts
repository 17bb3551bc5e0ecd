import type { Translation } from '../messages.ts';
import type { messages as en } from './en.ts';

export const messages = {
  title: 'Recibo',
  lookingUp: 'Buscando el recibo',
  offline: 'Sin conexión',
  offlineText: 'Esta página busca el recibo cuando vuelvas a tener conexión.',
  openTransfer: 'Abrir la transferencia',

  receivedFor: 'recibido en {destination} por {sent} enviados en {origin}',
  refundedFor: 'reembolsado en {chain} por un depósito de {deposited}',
  depositedFor: 'depositado en {chain} para {destination}',
  unknownChain: 'red {id}',
} as const satisfies Translation<typeof en>;
