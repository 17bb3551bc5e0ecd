import type { Translation } from '../messages.ts';
import type { messages as en } from './en.ts';

export const messages = {
  notFound: 'Transferencia no encontrada en este navegador',
  notFoundText:
    'Solo el navegador que inició una transferencia la guarda. Para ver su recibo, busca el hash del depósito.',

  onChain: 'en {chain}',
  backTo: 'de vuelta a {address}',
  toAddress: 'a {address}',
  toYourAccount: 'a tu cuenta {address}',

  openReceipt: 'Abrir recibo',
  startNew: 'Iniciar otra transferencia',
  startOver: 'Empezar de nuevo',
  sendAnother: 'Enviar otra',
  openOther: 'Abrir la otra transferencia',
  sendSecond: 'Enviar una segunda',
  continueInWallet: 'Continuar en la billetera',
  connectWallet: 'Conectar billetera',
  searchingDeposit:
    'La app está buscando tu depósito en la red. Si tu billetera lo muestra como enviado, pega el hash de la transacción.',
  rejectedIt: 'La rechacé',
  rejectedItText: '¿La rechazaste o cerraste tu billetera? La app revisa {chain} primero y después puedes continuar.',
  transactionHash: 'Hash de la transacción',
  useHash: 'Usar hash',
  hashInvalid: 'Un hash de transacción es 0x y 64 caracteres hexadecimales.',
  approvalRemains: 'Queda una aprobación',
  approvalRemainsText:
    'Sigues aprobando {sum} para el contrato del puente en {chain}. El contrato solo puede usarlo cuando firmas un depósito.',
  revokeApproval: 'Revocar aprobación',
  payoutDiffers: 'El pago difiere de tu cotización',

  rejected: 'Rechazaste la solicitud en tu billetera',
  rejectedText: 'No se envió nada. Continúa cuando quieras.',
  notConnected: 'No hay ninguna billetera conectada',
  notConnectedText: 'No se envió nada. Conecta tu billetera para continuar.',
  otherAccount: 'Hay otra cuenta conectada',
  otherAccountText: 'No se envió nada. En tu billetera, elige la cuenta {account}.',
  otherChain: 'Tu billetera no cambió a {chain}',
  otherChainText: 'No se envió nada. Cambia la red en tu billetera y continúa.',
  insufficientGas: 'Tu cuenta no puede pagar el gas en {chain}',
  insufficientGasText: 'No se envió nada. Añade fondos a tu cuenta y continúa.',
  allowanceTooLow: 'Aprobaste muy poco',
  allowanceTooLowText:
    'Tus tokens no se han movido. Aprobaste {approved}; la transferencia necesita {needed}. Continúa y aprueba la cantidad completa.',
  approvalReverted: 'La aprobación falló',
  approvalRevertedText: 'Tus tokens no se han movido. El contrato del token revirtió la transacción.',
  wouldRevert: 'Esta transacción fallaría',
  wouldRevertText: 'No se envió nada. La simulación falló: {reason}',
  quoteExpired: 'La cotización caducó',
  quoteExpiredText: 'No se envió nada. Empieza de nuevo con otra cotización.',
  otherTab: 'Tu billetera está ocupada en otra pestaña',
  otherTabText: 'Allí estás firmando una transferencia desde esta cuenta. Termínala y continúa aquí.',
  duplicate: 'Ya iniciaste la misma transferencia',
  duplicateSigned: 'No se envió nada nuevo. Mira primero la otra o envía una segunda.',
  duplicateOpen: 'No se envió nada nuevo. Tu billetera puede seguir abierta para la otra: mírala primero.',
  notStored: 'Este navegador no puede guardar la transferencia',
  notStoredText:
    'No se envió nada. El almacenamiento del navegador está lleno o bloqueado. Libera espacio o sal de la navegación privada.',
  notThisDeposit: 'Esa transacción no es este depósito',
  notThisDepositText: 'Es desconocida en {chain} o hace otra cosa. Pega el hash de la transacción a {contract}.',
  batchFailed: 'Tu billetera no pudo hacer las transacciones',
  batchFailedText: 'Tus tokens no se han movido: todas las transacciones fallaron juntas.',
  noApprovalHash: 'Tu billetera no dio un hash de transacción',
  noApprovalHashText: 'Tus tokens no se han movido. Inténtalo en un momento.',
  unanswered: '{chain} no responde',
  unansweredText: 'No se firmó nada nuevo. Inténtalo en un momento. Error: {reason}',
  notChecked: '{chain} no responde: la app no pudo revisar',
  notCheckedText: 'Tu depósito puede seguir pendiente. Inténtalo en un momento. Error: {reason}',
  maybePending: 'Tu cuenta tiene una transacción pendiente en {chain}',
  maybePendingText:
    'Puede ser este depósito. Espera a que se mine o cancélala en tu billetera. Después inténtalo otra vez.',
  uncertain: 'Tu billetera no dio una respuesta clara',
  uncertainText: 'Tu depósito puede estar pendiente: no lo envíes otra vez. La app está buscando en la red.',
  walletSaid: 'Tu billetera respondió: {reason}',

  proposalTitle: 'Los propietarios de tu cuenta deben firmar',
  proposalText:
    'Tus tokens no se han movido. Pide a los demás propietarios que firmen. La app encuentra el depósito en la cadena, incluso después de días.',
  proposalHash: 'Hash que firman los propietarios',
  proposalQuote: 'La cotización vale hasta las {time}. Un depósito posterior paga las comisiones de ese momento.',
  checkInWallet: 'Consultar en la billetera',
  lessThanQuoted: 'Menos de lo cotizado',
  lessThanQuotedText:
    'Tu depósito se minó después del fin de la cotización; el puente cobró las comisiones de ese momento.',
} as const satisfies Translation<typeof en>;
