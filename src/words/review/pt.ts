import type { Translation } from '../messages.ts';
import type { messages as en } from './en.ts';

export const messages = {
  confirmInWallet: 'Confirmar na carteira',
  leaves: 'Sai de {chain}',
  arrives: 'Chega em {chain}',
  recipientOwn: 'Destinatário, sua conta',
  recipientOther: 'Destinatário, não é sua conta',
  fromAccount: 'Da conta',
  compareRecipient: 'O destinatário não é a conta conectada. Compare cada caractere do endereço.',

  notice_lessArrives: 'A cotação expirou. A nova dá menos ou custa mais. Confira os valores acima.',
  notice_noQuote: 'Nada foi enviado. A cotação expirou e ainda não há uma nova. Feche e tente em instantes.',
  notice_checksChanged:
    'Nada foi enviado. Uma verificação mudou desde que você abriu esta revisão. Veja as verificações acima.',
  notice_notChecked: 'Nada foi enviado. As verificações nas duas redes não foram executadas. Tente em instantes.',
  notice_notStored:
    'Nada foi enviado. Este navegador não consegue salvar a transferência. Libere espaço ou saia da navegação privada.',
  notice_notLoaded:
    'Nada foi enviado. A página não conseguiu carregar o código da carteira. Verifique sua conexão e tente novamente.',

  transactionsToSign: 'Transações para assinar',
  walletWillAsk: 'Sua carteira vai pedir para você',
  resetAllowance: 'Zerar a permissão de {token} do contrato da ponte {contract}',
  resetAllowanceIfAny: 'Zerar a permissão de {token} do contrato da ponte {contract}, se houver',
  approve: 'Aprovar exatamente {sum} para o contrato da ponte {contract}. Token: {address}',
  approveIfNeeded:
    'Aprovar exatamente {sum} para o contrato da ponte {contract}, se a permissão for insuficiente. Token: {address}',
  deposit: 'Depositar {sum} no contrato da ponte {contract}',

  couldNotCheck: 'Não foi possível verificar',
  checksDidNotRun: 'Nada foi enviado. As verificações nas duas redes não foram executadas.',
  runningChecks: 'Verificando nas duas redes',
  needAttention: 'Verificações que exigem atenção',
  passedChecks: 'Verificações aprovadas',
  allPassed: '{count, plural, one {A verificação passou} other {Todas as # verificações passaram}}',
  othersPassed: '{count, plural, one {Outra # verificação passou} other {Outras # verificações passaram}}',
  iHaveChecked: 'Eu verifiquei isto',
  state_fine: 'Aprovada:',
  state_warning: 'Aviso:',
  state_unknown: 'Não verificada:',
  checkStops: 'Uma verificação acima impede esta transferência.',
  confirmChecks:
    '{count, plural, one {# verificação acima precisa da sua confirmação.} other {# verificações acima precisam da sua confirmação.}}',

  bytesFine: 'A transação corresponde byte a byte ao seu destinatário, token, valor e redes',
  simulationFine: 'A simulação em {chain} teve êxito',
  simulationFailed: 'A simulação falhou: {reason}',
  simulationUnknown: 'Simulação impossível: {chain} não responde',
  gasFine: 'Você tem {symbol} suficiente para o gás em {chain}',
  gasLow: 'Talvez você não tenha {symbol} suficiente em {chain} para o gás',
  gasUnknown: 'Gás não verificado: {chain} não responde',
  recipientFine: 'O destinatário é uma conta comum em {chain}',
  recipientDelegated: 'O destinatário executa código delegado em {chain} (EIP-7702)',
  recipientContract: 'O destinatário é um contrato em {chain}. Ele talvez não consiga reenviar os tokens.',
  recipientUnknown: 'Destinatário não verificado: {chain} não responde',
  ownAccountFine: 'Sua conta funciona da mesma forma em {chain}',
  ownAccountMissing:
    'Sua conta é um contrato em {origin}, mas não existe em {destination}. Você pode perder o acesso aos tokens.',
  ownAccountUnknown: 'Sua conta não verificada: uma rede não responde',
  lookAlikeFine: 'O destinatário não se parece com nenhum outro endereço usado aqui',
  lookAlike: 'O destinatário começa e termina como {address}, que você usou aqui. É um endereço diferente.',
  recipientFromLink: 'Um link preencheu o destinatário. Confirme que é o endereço que você quer pagar.',
  unpinnedToken:
    'Este app não consegue verificar {token}. O serviço afirma que {originAddress} em {origin} equivale a {destinationAddress} em {destination}.',
  feesFine: 'As taxas são {share} do que você envia',
  feesHigh: 'As taxas são {share} do que você envia. Um valor maior paga uma proporção menor.',
  sameTransferFine: 'Você não tem outra transferência em andamento igual neste navegador',
  sameTransferOpen:
    'A mesma transferência está aberta na sua carteira ou ainda pode ser minerada. Termine-a primeiro, em Atividade.',
  sameTransferSent: 'Você já enviou a mesma transferência. Esta seria a segunda.',

  mismatchTitle: 'A transação difere do seu pedido',
  mismatchText: 'Nada foi enviado e sua carteira não foi aberta. A ponte alterou:',
  expected: 'Esperado',
  received: 'Recebido',
  end: '(fim)',
  copyReport: 'Copiar relatório',
  differs_otherUnits: 'Este valor usa outras unidades que o token.',
  differs_otherReceiveUnits: 'O valor que você recebe usa outras unidades que o token.',
  differs_originChain: 'Sua transferência começaria em outra rede.',
  differs_destinationChain: 'Sua transferência iria para outra rede.',
  differs_token: 'Você enviaria outro token.',
  differs_typedAmount: 'Este não é o valor que você digitou.',
  differs_sentAmount: 'Você enviaria um valor diferente do que digitou e viu.',
  differs_receivedAmount: 'O valor que você recebe não é o enviado menos as taxas.',
  differs_nothingReceived: 'Você não receberia nada.',
  differs_approvalReset: 'Isto não zera sua aprovação.',
  differs_sender: 'Outra conta enviaria o depósito.',
  differs_contract: 'Seus tokens iriam para um contrato que não é a ponte.',
  differs_nativeAmount: 'Sua carteira enviaria outro valor do token nativo.',
  differs_call: 'A chamada tem outro destinatário, maker, token, valor ou rede.',
} as const satisfies Translation<typeof en>;
