import type { Translation } from '../messages.ts';
import type { messages as en } from './en.ts';

export const messages = {
  yourWallet: 'Sua carteira',
  connectTitle: 'Conectar uma carteira',
  copyAddress: 'Copiar endereço',
  wallet: 'Carteira',
  network: 'Rede',
  unsupportedChain: 'Rede {id} (não compatível)',
  unknownChain: 'Desconhecida (não compatível)',
  disconnect: 'Desconectar',

  browserWallet: 'Carteira do navegador',
  walletConnectDetail: 'Um app de carteira neste ou em outro dispositivo',
  coinbase: 'Conta Base',
  coinbaseDetail: 'Uma carteira com chave de acesso da Coinbase, em janela própria',
  safeDetail: 'A conta que mostra esta página',
  demo: 'Carteira local de demonstração',
  demoDetail: 'Contas de teste deste ambiente local',
  noWallet: 'Nenhuma carteira encontrada neste navegador',
  noWalletText:
    'Instale uma extensão de carteira e recarregue. No celular, abra esta página no navegador da sua carteira.',
  browse: 'Abrir esta página no navegador da sua carteira',
  rejected: 'Você rejeitou a conexão na sua carteira.',
  notConnected: 'Sua carteira não se conectou',
  notConnectedText: 'Desbloqueie sua carteira e tente novamente.',
  walletSaid: 'Sua carteira respondeu: {reason}',

  scanCode: 'Leia este código com seu app de carteira.',
  openApp: 'Abra seu app de carteira e aprove a conexão nele.',
  connectionCode: 'Código de conexão para seu app de carteira',
  otherApp: 'Outro app de carteira',
  appsOnPhone: 'Apps de carteira neste celular',
  copyConnectionLink: 'Copiar link de conexão',
  preparing: 'Preparando a conexão…',
  chooseAnother: 'Escolher outra carteira',

  viewTitle: 'Ver uma conta',
  viewDetail: 'Saldos e cotações, sem carteira',
  viewAddress: 'Endereço da conta',
  viewAction: 'Ver conta',
  viewInvalid: 'Digite 0x e 40 caracteres hexadecimais, sem alterações.',
  stopViewing: 'Parar de ver {address}',
  switchAccount: 'Trocar de conta',
  otherWallet: 'Usar outra carteira',
} as const satisfies Translation<typeof en>;
