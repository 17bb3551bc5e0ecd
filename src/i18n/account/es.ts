import type { Translation } from '../messages.ts';
import type { messages as en } from './en.ts';

export const messages = {
  yourWallet: 'Tu billetera',
  connectTitle: 'Conectar una billetera',
  copyAddress: 'Copiar dirección',
  wallet: 'Billetera',
  network: 'Red',
  unsupportedChain: 'Red {id} (no compatible)',
  unknownChain: 'Desconocida (no compatible)',
  disconnect: 'Desconectar',

  browserWallet: 'Billetera del navegador',
  walletConnectDetail: 'Una app de billetera en este u otro dispositivo',
  coinbase: 'Cuenta de Base',
  coinbaseDetail: 'Una billetera con llave de acceso de Coinbase, en su propia ventana',
  safeDetail: 'La cuenta que muestra esta página',
  demo: 'Billetera local de demostración',
  demoDetail: 'Cuentas de prueba de este entorno local',
  noWallet: 'No hay ninguna billetera en este navegador',
  noWalletText:
    'Instala una extensión de billetera y recarga. En un teléfono, abre esta página en el navegador de tu billetera.',
  browse: 'Abrir esta página en el navegador de tu billetera',
  rejected: 'Rechazaste la conexión en tu billetera.',
  notConnected: 'Tu billetera no se conectó',
  notConnectedText: 'Desbloquea tu billetera e inténtalo de nuevo.',
  walletSaid: 'Tu billetera respondió: {reason}',

  scanCode: 'Escanea este código con tu app de billetera.',
  openApp: 'Abre tu app de billetera y aprueba la conexión allí.',
  connectionCode: 'Código de conexión para tu app de billetera',
  otherApp: 'Otra app de billetera',
  appsOnPhone: 'Apps de billetera en este teléfono',
  copyConnectionLink: 'Copiar enlace de conexión',
  preparing: 'Preparando la conexión…',
  chooseAnother: 'Elegir otra billetera',

  viewTitle: 'Ver una cuenta',
  viewDetail: 'Saldos y cotizaciones, sin billetera',
  viewAddress: 'Dirección de la cuenta',
  viewAction: 'Ver cuenta',
  viewInvalid: 'Escribe 0x y 40 caracteres hexadecimales, sin cambios.',
  stopViewing: 'Dejar de ver {address}',
  switchAccount: 'Cambiar de cuenta',
  otherWallet: 'Usar otra billetera',
} as const satisfies Translation<typeof en>;
