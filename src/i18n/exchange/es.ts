import type { Translation } from '../messages.ts';
import type { messages as en } from './en.ts';

export const messages = {
  add: 'Añadir',
  addTitle: 'Añadir una transferencia',
  exportTitle: 'Exportar transferencias',
  exportText:
    '{count, plural, one {El archivo contiene la transferencia de tu lista.} many {El archivo contiene las # transferencias de tu lista.} other {El archivo contiene las # transferencias de tu lista.}}',
  exportCsv: 'Guardar como CSV',
  exportJson: 'Guardar como JSON',
  exportNote: 'El archivo contiene direcciones e importes. No lo compartas.',
  exportFailed: 'Tu navegador no pudo escribir el archivo. Inténtalo de nuevo.',
  hash: 'Hash del depósito, o su enlace en un explorador de bloques',
  hashInvalid: 'Pega 0x y 64 caracteres hexadecimales, o un enlace que los contenga.',
  addedFrom: 'Añadida desde {chain}',
  knownFrom: 'Este navegador ya la tiene, desde {chain}',
  openTransfer: 'Abrir transferencia',
  silent: '{chains} no responde, así que la búsqueda está incompleta. Inténtalo de nuevo.',
  nowhere: 'No se encontró en {chains}. Pega el hash del propio depósito.',
  pending: 'El depósito sigue pendiente en {chain}. Añádelo cuando esté en un bloque.',
  reverted: 'La transacción falló en {chain}, así que no hay depósito.',
  notADeposit: 'Esta transacción en {chain} no es un depósito. Pega el hash del depósito.',
  notLoaded: 'Esta parte de la aplicación no se cargó. Inténtalo de nuevo.',
  refused_noAnswer: 'La red de origen no respondió. Inténtalo de nuevo.',
  refused_noDeposit: 'La red de origen no muestra ningún depósito con este hash.',
  refused_notStored: 'El almacenamiento de este navegador está lleno o bloqueado.',
  refused_unknownToken: 'Esta aplicación no conoce el token.',
  refused_unknownDestination: 'Esta aplicación no conoce la red de destino del token.',
  refused_invalidRecipient: 'El destinatario del depósito no es una dirección.',
  refused_otherVault: 'El depósito fue a una bóveda que esta aplicación no conoce.',
  importContacts: 'Importar contactos',
  file_tooLarge: 'El archivo supera los 5 MB.',
  file_notReadable: 'No es un archivo JSON exportado por la aplicación.',
  file_newerVersion: 'Una versión más nueva de la aplicación escribió este archivo. Recarga la página.',
  file_noContacts: 'El archivo no tiene contactos.',
  exportContacts:
    '{count, plural, one {El archivo JSON también contiene el contacto de tu libreta de direcciones.} many {El archivo JSON también contiene los # contactos de tu libreta de direcciones.} other {El archivo JSON también contiene los # contactos de tu libreta de direcciones.}}',
  fileContacts:
    '{count, plural, one {El archivo contiene # contacto} many {El archivo contiene # contactos} other {El archivo contiene # contactos}}',
  fileContactsText: 'Añade solo contactos de un archivo que hayas exportado tú. Los tuyos quedan igual.',
  addContacts: 'Añadir a la libreta de direcciones',
  contactsAdded: '{count, plural, one {# contacto añadido} many {# contactos añadidos} other {# contactos añadidos}}',
  contactsRefused:
    '{count, plural, one {# contacto no se añadió: su nombre o dirección ya está en tu libreta de direcciones, o no es válido.} many {# contactos no se añadieron: sus nombres o direcciones ya están en tu libreta de direcciones, o no son válidos.} other {# contactos no se añadieron: sus nombres o direcciones ya están en tu libreta de direcciones, o no son válidos.}}',
} as const satisfies Translation<typeof en>;
