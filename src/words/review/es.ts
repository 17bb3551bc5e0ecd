import type { Translation } from '../messages.ts';
import type { messages as en } from './en.ts';

export const messages = {
  confirmInWallet: 'Confirmar en la billetera',
  leaves: 'Sale de {chain}',
  arrives: 'Llega a {chain}',
  recipientOwn: 'Destinatario, tu cuenta',
  recipientOther: 'Destinatario, no es tu cuenta',
  fromAccount: 'Desde la cuenta',
  compareRecipient: 'El destinatario no es la cuenta conectada. Compara cada carácter de su dirección.',

  notice_lessArrives: 'La cotización caducó. La nueva te da menos o cuesta más. Revisa las cantidades de arriba.',
  notice_noQuote:
    'No se envió nada. La cotización caducó y aún no hay una nueva. Cierra esto e inténtalo en un momento.',
  notice_checksChanged:
    'No se envió nada. Una comprobación cambió desde que abriste esta revisión. Mira las comprobaciones de arriba.',
  notice_notChecked: 'No se envió nada. Las comprobaciones en ambas redes no se ejecutaron. Inténtalo en un momento.',
  notice_notStored:
    'No se envió nada. Este navegador no puede guardar la transferencia. Libera espacio o sal de la navegación privada.',
  notice_notLoaded:
    'No se envió nada. La página no pudo cargar su código de billetera. Revisa tu conexión e inténtalo de nuevo.',

  transactionsToSign: 'Transacciones por firmar',
  walletWillAsk: 'Tu billetera te pedirá',
  resetAllowance: 'Restablecer a cero el permiso de {token} del contrato del puente {contract}',
  resetAllowanceIfAny: 'Restablecer a cero el permiso de {token} del contrato del puente {contract}, si lo tiene',
  approve: 'Aprobar exactamente {sum} para el contrato del puente {contract}. Token: {address}',
  approveIfNeeded:
    'Aprobar exactamente {sum} para el contrato del puente {contract}, si su permiso es insuficiente. Token: {address}',
  deposit: 'Depositar {sum} en el contrato del puente {contract}',

  couldNotCheck: 'No se pudo comprobar',
  checksDidNotRun: 'No se envió nada. Las comprobaciones en ambas redes no se ejecutaron.',
  runningChecks: 'Comprobando en ambas redes',
  needAttention: 'Comprobaciones que requieren atención',
  passedChecks: 'Comprobaciones superadas',
  allPassed: '{count, plural, one {La comprobación se superó} other {Las # comprobaciones se superaron}}',
  othersPassed: '{count, plural, one {# comprobación más se superó} other {# comprobaciones más se superaron}}',
  iHaveChecked: 'Lo he comprobado',
  state_fine: 'Superada:',
  state_warning: 'Advertencia:',
  state_unknown: 'Sin comprobar:',
  checkStops: 'Una comprobación de arriba detiene esta transferencia.',
  confirmChecks:
    '{count, plural, one {# comprobación de arriba requiere tu confirmación.} other {# comprobaciones de arriba requieren tu confirmación.}}',

  bytesFine: 'La transacción coincide byte a byte con tu destinatario, token, cantidad y redes',
  simulationFine: 'La simulación en {chain} tuvo éxito',
  simulationFailed: 'La simulación falló: {reason}',
  simulationUnknown: 'Simulación imposible: {chain} no responde',
  gasFine: 'Tienes suficiente {symbol} para el gas en {chain}',
  gasLow: 'Quizá no tengas suficiente {symbol} en {chain} para el gas',
  gasUnknown: 'Gas sin comprobar: {chain} no responde',
  recipientFine: 'El destinatario es una cuenta normal en {chain}',
  recipientDelegated: 'El destinatario ejecuta código delegado en {chain} (EIP-7702)',
  recipientContract: 'El destinatario es un contrato en {chain}. Quizá no pueda reenviar los tokens.',
  recipientUnknown: 'Destinatario sin comprobar: {chain} no responde',
  ownAccountFine: 'Tu cuenta funciona igual en {chain}',
  ownAccountMissing:
    'Tu cuenta es un contrato en {origin} pero no existe en {destination}. Podrías perder el acceso a los tokens.',
  ownAccountUnknown: 'Tu cuenta sin comprobar: una red no responde',
  lookAlikeFine: 'El destinatario no se parece a ninguna otra dirección que usaste aquí',
  lookAlike: 'El destinatario empieza y termina como {address}, que usaste aquí. Es una dirección distinta.',
  recipientFromLink: 'Un enlace rellenó el destinatario. Comprueba que es la dirección a la que quieres pagar.',
  unpinnedToken:
    'Esta app no puede verificar {token}. El servicio afirma que {originAddress} en {origin} equivale a {destinationAddress} en {destination}.',
  feesFine: 'Las comisiones son el {share} de lo que envías',
  feesHigh: 'Las comisiones son el {share} de lo que envías. Una cantidad mayor paga una proporción menor.',
  sameTransferFine: 'No tienes otra transferencia en curso igual en este navegador',
  sameTransferOpen:
    'La misma transferencia puede seguir abierta en tu billetera o esperar a ser minada. Si firmas ambas, envías dos veces.',
  sameTransferSent: 'Ya enviaste la misma transferencia. Esta sería la segunda.',
  openSameTransfer: 'Abrir la otra transferencia',
  acceptSecond: 'Enviar de todos modos. Puede que envíe dos veces.',

  mismatchTitle: 'La transacción difiere de tu solicitud',
  mismatchText: 'No se envió nada y tu billetera no se abrió. El puente cambió:',
  expected: 'Esperado',
  received: 'Recibido',
  end: '(fin)',
  copyReport: 'Copiar informe',
  differs_otherUnits: 'Esta cantidad usa otras unidades que el token.',
  differs_otherReceiveUnits: 'La cantidad que recibes usa otras unidades que el token.',
  differs_originChain: 'Tu transferencia empezaría en otra red.',
  differs_destinationChain: 'Tu transferencia iría a otra red.',
  differs_token: 'Enviarías otro token.',
  differs_typedAmount: 'No es la cantidad que escribiste.',
  differs_sentAmount: 'Enviarías una cantidad distinta de la que escribiste y viste.',
  differs_receivedAmount: 'La cantidad que recibes no es la enviada menos las comisiones.',
  differs_nothingReceived: 'No recibirías nada.',
  differs_approvalReset: 'Esto no restablece tu aprobación.',
  differs_sender: 'Otra cuenta enviaría el depósito.',
  differs_contract: 'Tus tokens irían a un contrato que no es el puente.',
  differs_nativeAmount: 'Tu billetera enviaría otra cantidad del token nativo.',
  differs_call: 'La llamada tiene otro destinatario, maker, token, cantidad o red.',
} as const satisfies Translation<typeof en>;
