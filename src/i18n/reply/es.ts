import type { Translation } from '../messages.ts';
import type { messages as en } from './en.ts';

export const messages = {
  unconfirmed: 'Aún no lo han confirmado todas nuestras fuentes.',
  delivered: 'Tu transferencia llegó: {received} fueron a {recipient} en {destination}.',
  otherAmount: 'Nuestros registros indican otro importe. Lo estamos revisando.',
  verifyingPayout: 'El puente envió el pago de tu transferencia en {destination}. Espera confirmaciones.',
  payoutDiffers: '{destination} no muestra el pago de tu transferencia como debería. Lo estamos revisando.',
  inProgress: 'Tu transferencia está en curso. El puente tiene tu depósito de {sent} en {origin}.',
  confirmationsLeft:
    '{count, plural, one {Falta # confirmación.} many {Faltan # confirmaciones.} other {Faltan # confirmaciones.}}',
  late: 'Tu transferencia tarda más de lo habitual. El puente tiene tu depósito de {sent} en {origin}, y el pago llegará después.',
  delayed:
    'El pago de tu transferencia se retrasa. El puente tiene tu depósito de {sent} en {origin} y sigue intentándolo. No tienes que hacer nada.',
  waitingForFunds:
    'El pago de tu transferencia espera fondos del puente en {destination}. El puente tiene tu depósito de {sent} en {origin}. No tienes que hacer nada.',
  paused:
    'Los pagos como el tuyo están en pausa. El puente tiene tu depósito de {sent} en {origin} y pagará cuando se reanuden. No tienes que hacer nada.',
  held: 'Una persona tiene que revisar tu transferencia antes de que continúe. El puente tiene tu depósito de {sent} en {origin}.',
  refunding: 'El puente no pudo entregar tu transferencia. Reembolsa tu depósito a la cuenta remitente en {origin}.',
  refundHeld:
    'El puente no pudo entregar tu transferencia. Tiene tu depósito en {origin}, y una persona decide sobre el reembolso.',
  verifyingRefund:
    'El puente no pudo entregar tu transferencia y envió un reembolso en {origin}. Espera confirmaciones.',
  refunded: 'El puente no pudo entregar tu transferencia. Reembolsó {refunded} a {sender} en {origin}.',
  refundDiffers: '{origin} no muestra el reembolso de tu transferencia como debería. Lo estamos revisando.',
  notDelivered: 'El puente no pudo entregar tu transferencia. Buscamos su reembolso en {origin}.',
  dustKept:
    'Tu depósito de {sent} en {origin} está por debajo del mínimo. Un reembolso costaría más que el depósito, así que el puente no lo envió.',
  closed:
    'El puente no pudo entregar tu transferencia, y su operador la cerró sin reembolso hasta ahora. Lo estamos revisando.',
  unknownRoute:
    '{origin} tiene tu depósito de {sent} para {destination}. Aún no vemos los pagos de esta ruta y estamos consultando al operador. No lo envíes de nuevo.',
  unknownStep:
    'El puente informa de un paso de tu transferencia que aún no podemos leer. Estamos consultando al operador. No la envíes de nuevo.',
  noAnswer:
    '{origin} tiene tu depósito de {sent}. El puente no responde en este momento, así que aún no vemos el pago. Volveremos a mirar pronto.',
  paymentUnseen:
    '{origin} tiene tu depósito de {sent}. Aún no vemos si el puente lo pagó o lo reembolsó. Volveremos a mirar pronto.',
  pending:
    'Tu transacción espera a entrar en un bloque de {chain}. Hasta entonces los tokens están en tu cuenta. Puedes esperar o acelerarla en tu billetera.',
  reverted:
    'Tu transacción falló en {chain} y nunca llegó al puente. Solo costó la comisión de red. Los tokens están en tu cuenta y puedes intentarlo de nuevo.',
  outOfGas:
    'Tu transacción se quedó sin gas en {chain} y nunca llegó al puente. Los tokens están en tu cuenta. Inténtalo de nuevo con un límite de gas mayor.',
  noDeposit:
    'Tu transacción en {chain} tuvo éxito, pero no hace ningún depósito en el puente. Envíanos el hash del depósito.',
  sentToVault:
    'Tu transacción en {chain} envió tokens al puente sin un depósito, así que el puente no conoce su destinatario. Lo estamos revisando.',
  wrongContract:
    'Tu transacción en {chain} llamó a otro contrato, {contract}. No llegó a nuestro puente, así que no podemos devolver los tokens. Consulta al operador de ese contrato.',
  sentToAccount:
    'Tu transacción en {chain} envió tokens directamente a la cuenta {account}. No pasó por nuestro puente, así que no podemos devolverlos.',
  wrongChain:
    'Tu transacción en {chain} usó la dirección de nuestro contrato en {meantFor}. No llegó al puente. Estamos revisando dónde están los tokens.',
  replaced: 'Otra transacción de tu cuenta en {chain} reemplazó a esta. Sigue la otra:',
  cancelled:
    'Tu billetera canceló esta transacción en {chain}. Los tokens están en tu cuenta. La transacción que la canceló:',
  dropped:
    '{chain} ya no muestra tu transacción. Todavía puede entrar en un bloque. Los tokens están en tu cuenta. Si la envías de nuevo, usa el mismo nonce.',
  reorgedAway:
    '{chain} reemplazó el bloque que tenía tu transacción. Puede entrar en otro bloque en unos minutos. Espera antes de enviar otra.',
  notFound: 'No encontramos esta transacción en {chains}. Revisa el hash y la red en tu billetera.',
  rpcSilent: '{chains} no respondió, así que aún no vemos tu transacción. Volveremos a mirar pronto.',
  sourcesDisagree:
    'Nuestras fuentes aún no coinciden sobre tu transacción. Lo estamos revisando. No la envíes de nuevo.',
  reportedOnly:
    'El puente informa de tu transferencia, pero aún no podemos confirmarla en las redes. Volveremos a mirar pronto.',
  paymentOnly: 'Este es el hash de un pago del puente en {chain}. Envíanos el hash de tu depósito.',
  failedPayment:
    'Este es el hash de un intento fallido del puente de pagar en {chain}. Envíanos el hash de tu depósito.',
  safeWaiting:
    'Este es el hash que firman los propietarios de tu Safe. El Safe aún no lo ejecutó, y los tokens están en el Safe.',
  severalDeposits:
    '{count, plural, one {Tu transacción contiene # depósito.} many {Tu transacción contiene # depósitos.} other {Tu transacción contiene # depósitos.}}',

  unknownChain: 'la red {id}',
  someTokens: 'tokens',
  payoutTransaction: 'Transacción del pago:',
  refundTransaction: 'Transacción del reembolso:',
  depositTransaction: 'Transacción del depósito:',
  follow: 'Consúltala cuando quieras:',
  never: 'Nunca pedimos tu frase de recuperación, acceso a tu dispositivo ni un pago.',
} as const satisfies Translation<typeof en>;
