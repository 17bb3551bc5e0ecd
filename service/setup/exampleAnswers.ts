import type { Answers } from './answers.ts';

const CHAIN = {
  category: 'Testnet',
  confirmations: 2,
  payoutConfirmations: 2,
  nativeToken: 'ETH',
  gas: '1',
  maxGasPriceGwei: '500',
  blockTimeMs: 2000,
} as const;

const ROUTED = { min: '1', max: '10000', maxPerWindow: '100000', feeBps: 10, feeFloor: '0.1' };

/** Two local chains with one routed token, their native one. @param now the time of its prices */
export const createExampleAnswers = (now: Date): Answers => ({
  installation: 'example',
  apiUrl: 'http://127.0.0.1:8787/api/v1',
  trustProxy: ['127.0.0.1'],
  ports: { api: 8787, apiOperator: 8788, workerOperator: 8789 },
  listen: '127.0.0.1',
  priceCurrency: 'USD',
  pricesAsOf: now.toISOString().slice(0, 10),
  owner: '0x90F79bf6EB2c4f870365E785982E1f101E93b906',
  guardian: '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65',
  delaySeconds: 172_800,
  windowSeconds: 86_400,
  operators: ['alice', 'bob'],
  chains: [
    { ...CHAIN, name: 'Northshore', id: 31_337, rpcUrls: ['http://127.0.0.1:8545'] },
    { ...CHAIN, name: 'Southshore', id: 31_338, rpcUrls: ['http://127.0.0.1:8546'] },
  ],
  tokens: [
    {
      name: 'ETH',
      price: '3000',
      addresses: {
        Northshore: '0x0000000000000000000000000000000000000000',
        Southshore: '0x0000000000000000000000000000000000000000',
      },
      limits: { ...ROUTED, min: '0.001', max: '10', maxPerWindow: '50', feeFloor: '0.00005' },
      float: '100',
      resetsAllowance: false,
    },
  ],
});
