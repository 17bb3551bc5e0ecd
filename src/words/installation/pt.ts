import type { Translation } from '../messages.ts';
import type { messages as en } from './en.ts';

export const messages = {
  asking: 'Consultando a ponte…',
  responded: 'A ponte respondeu às {time}',
  offersNothing: 'A ponte não oferece rotas no momento',
  notResponding: 'A ponte não responde',
  offline: 'Você está sem conexão',
  help: 'Obter ajuda',
  docs: 'Documentação',
  terms: 'Termos',
  privacy: 'Privacidade',
  statusPage: 'Página de status',
  version: 'Versão {version}',
  message: 'Mensagem do operador',
  closeMessage: 'Fechar esta mensagem',
  maintenanceAll: 'A ponte está em manutenção',
  maintenanceRoute: 'Esta rota está em manutenção',
  maintenanceText:
    'Você não pode iniciar esta transferência agora. Você ainda pode acompanhar suas transferências e consultar recibos.',
  maintenanceUntil: 'Término previsto: {time}',
} as const satisfies Translation<typeof en>;
