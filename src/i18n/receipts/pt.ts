import type { Translation } from '../messages.ts';
import type { messages as en } from './en.ts';

export const messages = {
  title: 'Recibo',
  lookingUp: 'Consultando o recibo',
  offline: 'Sem conexão',
  offlineText: 'Esta página busca o recibo quando você voltar a ter conexão.',
  openTransfer: 'Abrir a transferência',

  receivedFor: 'recebido em {destination} por {sent} enviados em {origin}',
  refundedFor: 'reembolsado em {chain} por um depósito de {deposited}',
  depositedFor: 'depositado em {chain} para {destination}',
  unknownChain: 'rede {id}',
} as const satisfies Translation<typeof en>;
