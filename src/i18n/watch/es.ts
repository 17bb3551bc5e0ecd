import type { Translation } from '../messages.ts';
import type { messages as en } from './en.ts';

export const messages = {
  tab_step: '{step} de {total} · {sum} a {chain}',
  tab_state: '{state} · {sum} a {chain}',

  messages: 'Mensajes sobre tus transferencias',
  sumTo: '{sum} a {chain}',
  open: 'Abrir transferencia',
  dismiss: 'Descartar mensaje',

  tellMe: 'Avísame cuando llegue',
  willTell: 'Tu navegador muestra un aviso cuando una transferencia llega o te necesita. Deja esta página abierta.',
  stopTelling: 'Desactivar avisos',
  blocked: 'Tu navegador bloquea los avisos de este sitio. Permítelos en sus ajustes.',

  linkText: 'Este enlace muestra la transferencia en cualquier dispositivo, sin billetera.',
  copyLink: 'Copiar enlace',
  linkCopied: 'Enlace copiado',
  share: 'Compartir enlace',
  showCode: 'Mostrar código QR',
  codeLabel: 'Código QR del enlace a esta transferencia',
} as const satisfies Translation<typeof en>;
