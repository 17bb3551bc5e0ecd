import type { Translation } from '../messages.ts';
import type { messages as en } from './en.ts';

export const messages = {
  add: 'Adicionar',
  addTitle: 'Adicionar uma transferência',
  exportTitle: 'Exportar transferências',
  exportText:
    '{count, plural, one {O arquivo contém a transferência da sua lista.} many {O arquivo contém as # transferências da sua lista.} other {O arquivo contém as # transferências da sua lista.}}',
  exportCsv: 'Salvar como CSV',
  exportJson: 'Salvar como JSON',
  exportNote: 'O arquivo contém endereços e valores. Não o divulgue.',
  exportFailed: 'Seu navegador não conseguiu gravar o arquivo. Tente de novo.',
  hash: 'Hash do depósito, ou o link dele em um explorador de blocos',
  hashInvalid: 'Cole 0x e 64 caracteres hexadecimais, ou um link que os contenha.',
  addedFrom: 'Adicionada da rede {chain}',
  knownFrom: 'Este navegador já a tem, da rede {chain}',
  openTransfer: 'Abrir transferência',
  silent: '{chains} não responde, por isso a busca está incompleta. Tente de novo.',
  nowhere: 'Não encontrada em {chains}. Cole o hash do próprio depósito.',
  pending: 'O depósito ainda está pendente em {chain}. Adicione-o quando estiver em um bloco.',
  reverted: 'A transação falhou em {chain}, portanto não há depósito.',
  notADeposit: 'Esta transação em {chain} não é um depósito. Cole o hash do depósito.',
  notLoaded: 'Esta parte do aplicativo não carregou. Tente de novo.',
  refused_noAnswer: 'A rede de origem não respondeu. Tente de novo.',
  refused_noDeposit: 'A rede de origem não mostra nenhum depósito com este hash.',
  refused_notStored: 'O armazenamento deste navegador está cheio ou bloqueado.',
  refused_unknownToken: 'Este aplicativo não conhece o token.',
  refused_unknownDestination: 'Este aplicativo não conhece a rede de destino do token.',
  refused_invalidRecipient: 'O destinatário do depósito não é um endereço.',
  refused_otherVault: 'O depósito foi para um cofre que este aplicativo não conhece.',
  importContacts: 'Importar contatos',
  file_tooLarge: 'O arquivo tem mais de 5 MB.',
  file_notReadable: 'Este não é um arquivo JSON exportado pelo aplicativo.',
  file_newerVersion: 'Uma versão mais nova do aplicativo gravou este arquivo. Recarregue a página.',
  file_noContacts: 'O arquivo não tem contatos.',
  exportContacts:
    '{count, plural, one {O arquivo JSON também contém o contato da sua agenda de endereços.} many {O arquivo JSON também contém os # contatos da sua agenda de endereços.} other {O arquivo JSON também contém os # contatos da sua agenda de endereços.}}',
  fileContacts:
    '{count, plural, one {O arquivo contém # contato} many {O arquivo contém # contatos} other {O arquivo contém # contatos}}',
  fileContactsText: 'Adicione apenas contatos de um arquivo que você exportou. Os seus ficam como estão.',
  addContacts: 'Adicionar à agenda de endereços',
  contactsAdded:
    '{count, plural, one {# contato adicionado} many {# contatos adicionados} other {# contatos adicionados}}',
  contactsRefused:
    '{count, plural, one {# contato não foi adicionado: o nome ou o endereço já está na sua agenda de endereços, ou é inválido.} many {# contatos não foram adicionados: os nomes ou endereços já estão na sua agenda de endereços, ou são inválidos.} other {# contatos não foram adicionados: os nomes ou endereços já estão na sua agenda de endereços, ou são inválidos.}}',
} as const satisfies Translation<typeof en>;
