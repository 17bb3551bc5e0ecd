import type { Traces } from '../traces/traces.ts';
import type { Signer } from './signer.ts';

/** Adds a span for each request for a signature. */
export function traceSigner(signer: Signer, traces: Traces): Signer {
  return {
    ...signer,
    signTransaction: (transaction, deposits) => {
      const { chainId, nonce } = transaction;
      const attributes = {
        'causeway.chain.id': chainId,
        'causeway.nonce': nonce,
        'causeway.deposit.hashes': deposits.map(({ transactionHash }) => transactionHash),
      };
      const start = { name: 'request signature', kind: 'client', attributes } as const;
      return traces.within(start, () => signer.signTransaction(transaction, deposits));
    },
  };
}
