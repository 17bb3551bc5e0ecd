import type { Translation } from '../messages.ts';
import type { messages as en } from './en.ts';

export const messages = {
  asking: 'Consultando al puente…',
  responded: 'El puente respondió a las {time}',
  offersNothing: 'El puente no ofrece rutas en este momento',
  notResponding: 'El puente no responde',
  offline: 'No tienes conexión',
  help: 'Obtener ayuda',
  docs: 'Documentación',
  terms: 'Términos',
  privacy: 'Privacidad',
  statusPage: 'Página de estado',
  version: 'Versión {version}',
  message: 'Mensaje del operador',
  closeMessage: 'Cerrar este mensaje',
  maintenanceAll: 'El puente está en mantenimiento',
  maintenanceRoute: 'Esta ruta está en mantenimiento',
  maintenanceText: 'No puedes iniciar esta transferencia ahora. Puedes seguir tus transferencias y consultar recibos.',
  maintenanceUntil: 'Fin previsto: {time}',
  framedBy: 'Este puente está integrado en {site}. Confirma solo si confías en ese sitio.',
  blockedTitle: 'El puente no puede funcionar dentro de este sitio',
  blockedBy: 'El operador del puente no ha permitido que {site} lo integre. Abre el puente en una pestaña nueva.',
  blockedByUnknown:
    'El operador del puente no ha permitido que este sitio lo integre. Abre el puente en una pestaña nueva.',
  openBridge: 'Abrir el puente',
  insecureTitle: 'Esta página no tiene una conexión segura',
  insecureText:
    'La aplicación necesita HTTPS: solo así tu navegador evita que dos pestañas envíen dos veces. Tus transferencias no se ven afectadas. Abre la dirección que empieza por https://.',
  openSecure: 'Abrir la dirección https',
  tooOldTitle: 'Este navegador es demasiado antiguo',
  tooOldText:
    'La aplicación necesita un navegador más reciente. Tus transferencias no se ven afectadas. Actualiza este navegador o abre la página en otro.',
} as const satisfies Translation<typeof en>;
