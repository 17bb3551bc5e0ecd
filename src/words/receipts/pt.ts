import type { Translation } from '../messages.ts';
import type { messages as en } from './en.ts';

export const messages = {
  title: 'Recibo',
  line: 'Consulte uma transferência pelo hash do depósito.',
  depositHash: 'Hash da transação de depósito',
  lookUp: 'Consultar',
  hashMissing: 'Cole o hash da sua transação de depósito.',
  hashIsAddress: 'Este é um endereço de conta. Um hash de transação tem 64 caracteres hexadecimais após 0x.',
  hashLength:
    '{count, plural, one {Um hash de transação tem 66 caracteres. Este texto tem #.} other {Um hash de transação tem 66 caracteres. Este texto tem #.}}',
  linkWithoutHash: 'Este link não tem um hash de transação válido',
  lookingUp: 'Consultando o recibo',
  offline: 'Sem conexão',
  offlineText: 'Esta página busca o recibo quando você voltar a ter conexão.',
  openTransfer: 'Abrir a transferência',

  nativeToken: 'Token nativo',
  receivedFor: 'recebido em {destination} por {sent} enviados em {origin}',
  refundedFor: 'reembolsado em {chain} por um depósito de {deposited}',
  depositedFor: 'depositado em {chain} para {destination}',
  unknownChain: 'rede {id}',
  sender: 'Remetente',
  recipient: 'Destinatário',
  tokenOn: 'Token em {chain}',
} as const satisfies Translation<typeof en>;
