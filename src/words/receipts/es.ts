import type { Translation } from '../messages.ts';
import type { messages as en } from './en.ts';

export const messages = {
  title: 'Recibo',
  line: 'Busca una transferencia por el hash de su depósito.',
  depositHash: 'Hash de la transacción de depósito',
  lookUp: 'Buscar',
  hashMissing: 'Pega el hash de tu transacción de depósito.',
  hashIsAddress: 'Es una dirección de cuenta. Un hash de transacción tiene 64 caracteres hexadecimales después de 0x.',
  hashLength:
    '{count, plural, one {Un hash de transacción tiene 66 caracteres. Este texto tiene #.} other {Un hash de transacción tiene 66 caracteres. Este texto tiene #.}}',
  linkWithoutHash: 'Este enlace no tiene un hash de transacción válido',
  lookingUp: 'Buscando el recibo',
  offline: 'Sin conexión',
  offlineText: 'Esta página busca el recibo cuando vuelvas a tener conexión.',
  openTransfer: 'Abrir la transferencia',

  nativeToken: 'Token nativo',
  receivedFor: 'recibido en {destination} por {sent} enviados en {origin}',
  refundedFor: 'reembolsado en {chain} por un depósito de {deposited}',
  depositedFor: 'depositado en {chain} para {destination}',
  unknownChain: 'red {id}',
  sender: 'Remitente',
  recipient: 'Destinatario',
  tokenOn: 'Token en {chain}',
} as const satisfies Translation<typeof en>;
