import type { Translation } from '../messages.ts';
import type { messages as en } from './en.ts';

export const messages = {
  title: 'Atividade',
  none: 'Ainda não há transferências.',
  start: 'Iniciar uma transferência',
  recent: 'Transferências recentes',
  all: 'Todas',
  status_approving: 'Falta a aprovação',
  status_readyToSign: 'Falta sua assinatura',
  status_signing: 'Na sua carteira',
  status_sent: 'Depósito pendente',
  status_deposited: 'Em andamento',
  status_reported: 'Verificando o pagamento',
  status_delivered: 'Entregue',
  status_refunded: 'Reembolsada',
  status_disputed: 'O pagamento difere',
  status_failed: 'Não entregue',
  status_abandoned: 'Encerrada',
} as const satisfies Translation<typeof en>;
