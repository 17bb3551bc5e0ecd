import type { Translation } from '../messages.ts';
import type { messages as en } from './en.ts';

export const messages = {
  unconfirmed: 'Nem todas as nossas fontes confirmaram isto ainda.',
  delivered: 'Sua transferência chegou: {received} foram para {recipient} em {destination}.',
  otherAmount: 'Nossos registros indicam outro valor. Estamos verificando.',
  verifyingPayout: 'A ponte enviou o pagamento da sua transferência em {destination}. Ele aguarda confirmações.',
  payoutDiffers: '{destination} não mostra o pagamento da sua transferência como deveria. Estamos verificando.',
  inProgress: 'Sua transferência está em andamento. A ponte tem o seu depósito de {sent} em {origin}.',
  confirmationsLeft:
    '{count, plural, one {Falta # confirmação.} many {Faltam # confirmações.} other {Faltam # confirmações.}}',
  late: 'Sua transferência está demorando mais que o normal. A ponte tem o seu depósito de {sent} em {origin}, e o pagamento virá em seguida.',
  delayed:
    'O pagamento da sua transferência está atrasado. A ponte tem o seu depósito de {sent} em {origin} e continua tentando. Você não precisa fazer nada.',
  waitingForFunds:
    'O pagamento da sua transferência aguarda fundos da ponte em {destination}. A ponte tem o seu depósito de {sent} em {origin}. Você não precisa fazer nada.',
  paused:
    'Pagamentos como o seu estão pausados. A ponte tem o seu depósito de {sent} em {origin} e pagará quando forem retomados. Você não precisa fazer nada.',
  held: 'Uma pessoa precisa analisar sua transferência antes de ela continuar. A ponte tem o seu depósito de {sent} em {origin}.',
  refunding:
    'A ponte não conseguiu entregar sua transferência. Ela reembolsa o depósito à conta remetente em {origin}.',
  refundHeld:
    'A ponte não conseguiu entregar sua transferência. Ela tem o depósito em {origin}, e uma pessoa decide sobre o reembolso.',
  verifyingRefund:
    'A ponte não conseguiu entregar sua transferência e enviou um reembolso em {origin}. Ele aguarda confirmações.',
  refunded: 'A ponte não conseguiu entregar sua transferência. Ela reembolsou {refunded} a {sender} em {origin}.',
  refundDiffers: '{origin} não mostra o reembolso da sua transferência como deveria. Estamos verificando.',
  notDelivered: 'A ponte não conseguiu entregar sua transferência. Estamos procurando o reembolso em {origin}.',
  dustKept:
    'Seu depósito de {sent} em {origin} está abaixo do mínimo. Um reembolso custaria mais que o depósito, por isso a ponte não o enviou.',
  closed:
    'A ponte não conseguiu entregar sua transferência, e o operador a encerrou sem reembolso até agora. Estamos verificando.',
  unknownRoute:
    '{origin} tem o seu depósito de {sent} para {destination}. Ainda não vemos os pagamentos desta rota e estamos perguntando ao operador. Não o envie de novo.',
  unknownStep:
    'A ponte informa uma etapa da sua transferência que ainda não conseguimos ler. Estamos perguntando ao operador. Não a envie de novo.',
  noAnswer:
    '{origin} tem o seu depósito de {sent}. A ponte não responde no momento, então ainda não vemos o pagamento. Vamos olhar de novo em breve.',
  paymentUnseen:
    '{origin} tem o seu depósito de {sent}. Ainda não vemos se a ponte já o pagou ou reembolsou. Vamos olhar de novo em breve.',
  pending:
    'Sua transação aguarda para entrar em um bloco de {chain}. Até lá os tokens estão na sua conta. Você pode esperar ou acelerá-la na carteira.',
  reverted:
    'Sua transação falhou em {chain} e nunca chegou à ponte. Ela só custou a taxa de rede. Os tokens estão na sua conta e você pode tentar de novo.',
  outOfGas:
    'Sua transação ficou sem gás em {chain} e nunca chegou à ponte. Os tokens estão na sua conta. Tente de novo com um limite de gás maior.',
  noDeposit:
    'Sua transação em {chain} teve sucesso, mas não faz nenhum depósito na ponte. Envie-nos o hash do depósito.',
  sentToVault:
    'Sua transação em {chain} enviou tokens à ponte sem um depósito, por isso a ponte não conhece o destinatário. Estamos verificando.',
  wrongContract:
    'Sua transação em {chain} chamou outro contrato, {contract}. Ela não chegou à nossa ponte, por isso não podemos devolver os tokens. Fale com o operador desse contrato.',
  sentToAccount:
    'Sua transação em {chain} enviou tokens diretamente para a conta {account}. Ela não passou pela nossa ponte, por isso não podemos devolvê-los.',
  wrongChain:
    'Sua transação em {chain} usou o endereço do nosso contrato em {meantFor}. Ela não chegou à ponte. Estamos verificando onde estão os tokens.',
  replaced: 'Outra transação da sua conta em {chain} substituiu esta. Acompanhe a outra:',
  cancelled:
    'Sua carteira cancelou esta transação em {chain}. Os tokens estão na sua conta. A transação que a cancelou:',
  dropped:
    '{chain} não mostra mais a sua transação. Ela ainda pode entrar em um bloco. Os tokens estão na sua conta. Se você a enviar de novo, use o mesmo nonce.',
  reorgedAway:
    '{chain} substituiu o bloco que tinha a sua transação. Ela pode entrar em outro bloco em alguns minutos. Espere antes de enviar outra.',
  notFound: 'Não encontramos esta transação em {chains}. Confira o hash e a rede na sua carteira.',
  rpcSilent: '{chains} não respondeu, então ainda não vemos a sua transação. Vamos olhar de novo em breve.',
  sourcesDisagree: 'Nossas fontes ainda divergem sobre a sua transação. Estamos verificando. Não a envie de novo.',
  reportedOnly:
    'A ponte informa a sua transferência, mas ainda não podemos confirmá-la nas redes. Vamos olhar de novo em breve.',
  paymentOnly: 'Este é o hash de um pagamento da ponte em {chain}. Envie-nos o hash do seu depósito.',
  failedPayment: 'Este é o hash de uma tentativa falha da ponte de pagar em {chain}. Envie-nos o hash do seu depósito.',
  safeWaiting:
    'Este é o hash que os proprietários do seu Safe assinam. O Safe ainda não o executou, e os tokens estão no Safe.',
  severalDeposits:
    '{count, plural, one {Sua transação contém # depósito.} many {Sua transação contém # depósitos.} other {Sua transação contém # depósitos.}}',

  unknownChain: 'a rede {id}',
  someTokens: 'tokens',
  payoutTransaction: 'Transação do pagamento:',
  refundTransaction: 'Transação do reembolso:',
  depositTransaction: 'Transação do depósito:',
  follow: 'Consulte quando quiser:',
  never: 'Nunca pedimos sua frase de recuperação, acesso ao seu dispositivo nem um pagamento.',
} as const satisfies Translation<typeof en>;
