import type { Translation } from '../messages.ts';
import type { messages as en } from './en.ts';

export const messages = {
  title: 'Obter ajuda',
  line: 'O suporte encontra sua transferência pelo hash do depósito. Não precisa de mais nada de você.',
  lineWithoutHash:
    'Abra primeiro uma transferência ou um recibo e escolha lá “Obter ajuda”. Assim o suporte tem o hash do depósito.',
  depositHash: 'Hash do depósito',
  case: 'Seu caso',
  openCase: 'Abrir caso',
  copyCase: 'Copiar o link do seu caso',
  ask: 'Falar com o suporte de {name}',
  opens: 'Abre {target}.',
  opensWithHash: 'Abre {target} com o hash do depósito já preenchido.',
  noSupport: 'Este aplicativo não indica um suporte. Fale com o operador e envie o relatório abaixo.',
  never: 'O suporte nunca pede',
  neverPhrase: 'Sua frase de recuperação nem uma chave privada',
  neverRemote: 'Acesso remoto ao seu dispositivo nem à sua tela',
  neverPayment: 'Um pagamento nem uma transação para “verificar” ou “desbloquear” sua carteira',
  neverText: 'Quem pede algo assim quer roubar você. Encerre a conversa.',
  report: 'Relatório para o suporte',
  reportText:
    'Leia antes de enviar. Ele não tem endereços nem saldos. O hash do depósito mostra a transferência a qualquer pessoa.',
  collecting: 'Perguntando à ponte e às redes',
  copy: 'Copiar relatório',
  copied: 'Copiado',
  notCopied: 'Seu navegador não copiou. Selecione o texto acima.',
  save: 'Salvar como arquivo',
} as const satisfies Translation<typeof en>;
