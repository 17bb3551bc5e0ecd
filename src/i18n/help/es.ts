import type { Translation } from '../messages.ts';
import type { messages as en } from './en.ts';

export const messages = {
  title: 'Obtener ayuda',
  line: 'El soporte encuentra tu transferencia por el hash del depósito. No necesita nada más de ti.',
  lineWithoutHash:
    'Abre primero una transferencia o un recibo y elige allí «Obtener ayuda». Así el soporte tiene el hash del depósito.',
  depositHash: 'Hash del depósito',
  case: 'Tu caso',
  openCase: 'Abrir caso',
  copyCase: 'Copiar el enlace de tu caso',
  ask: 'Preguntar al soporte de {name}',
  opens: 'Abre {target}.',
  opensWithHash: 'Abre {target} con el hash del depósito ya escrito.',
  noSupport: 'Esta aplicación no indica ningún soporte. Pregunta al operador y envíale el informe de abajo.',
  never: 'El soporte nunca pide',
  neverPhrase: 'Tu frase de recuperación ni una clave privada',
  neverRemote: 'Acceso remoto a tu dispositivo ni a tu pantalla',
  neverPayment: 'Un pago ni una transacción para «verificar» o «desbloquear» tu billetera',
  neverText: 'Quien te pide algo de esto quiere robarte. Cierra la conversación.',
  report: 'Informe para el soporte',
  reportText:
    'Léelo antes de enviarlo. No contiene direcciones ni saldos. El hash del depósito muestra la transferencia a cualquiera.',
  collecting: 'Preguntando al puente y a las redes',
  copy: 'Copiar informe',
  copied: 'Copiado',
  notCopied: 'Tu navegador no lo copió. Selecciona el texto de arriba.',
  save: 'Guardar como archivo',
} as const satisfies Translation<typeof en>;
