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
} as const satisfies Translation<typeof en>;
