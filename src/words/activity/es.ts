import type { Translation } from '../messages.ts';
import type { messages as en } from './en.ts';

export const messages = {
  title: 'Actividad',
  none: 'Aún no hay transferencias.',
  start: 'Iniciar una transferencia',
  recent: 'Transferencias recientes',
  all: 'Todas',
  status_approving: 'Falta la aprobación',
  status_readyToSign: 'Falta tu firma',
  status_signing: 'En tu billetera',
  status_sent: 'Depósito pendiente',
  status_deposited: 'En curso',
  status_reported: 'Verificando el pago',
  status_delivered: 'Entregada',
  status_refunded: 'Reembolsada',
  status_disputed: 'El pago difiere',
  status_failed: 'No entregada',
  status_abandoned: 'Terminada',
} as const satisfies Translation<typeof en>;
