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
  framedBy: 'Esta ponte está incorporada em {site}. Confirme somente se você confia nesse site.',
  blockedTitle: 'A ponte não pode funcionar dentro deste site',
  blockedBy: 'O operador da ponte não permitiu que {site} a incorpore. Abra a ponte em uma nova aba.',
  blockedByUnknown: 'O operador da ponte não permitiu que este site a incorpore. Abra a ponte em uma nova aba.',
  openBridge: 'Abrir a ponte',
  insecureTitle: 'Esta página não tem uma conexão segura',
  insecureText:
    'O aplicativo precisa de HTTPS: só assim o navegador impede que duas abas enviem duas vezes. Suas transferências não são afetadas. Abra o endereço que começa com https://.',
  openSecure: 'Abrir o endereço https',
  tooOldTitle: 'Este navegador é muito antigo',
  tooOldText:
    'O aplicativo precisa de um navegador mais recente. Suas transferências não são afetadas. Atualize este navegador ou abra a página em outro.',
} as const satisfies Translation<typeof en>;
