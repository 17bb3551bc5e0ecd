import type { Translation } from '../messages.ts';
import type { messages as en } from './en.ts';

export const messages = {
  tab_step: '{step} de {total} · {sum} para {chain}',
  tab_state: '{state} · {sum} para {chain}',

  messages: 'Mensagens sobre suas transferências',
  sumTo: '{sum} para {chain}',
  open: 'Abrir transferência',
  dismiss: 'Dispensar mensagem',

  tellMe: 'Avise-me quando chegar',
  willTell:
    'Seu navegador mostra um aviso quando uma transferência chega ou precisa de você. Deixe esta página aberta.',
  stopTelling: 'Desativar avisos',
  blocked: 'Seu navegador bloqueia os avisos deste site. Permita-os nas configurações.',

  linkText: 'Este link mostra a transferência em qualquer dispositivo, sem carteira.',
  copyLink: 'Copiar link',
  linkCopied: 'Link copiado',
  share: 'Compartilhar link',
  showCode: 'Mostrar código QR',
  codeLabel: 'Código QR do link desta transferência',
} as const satisfies Translation<typeof en>;
