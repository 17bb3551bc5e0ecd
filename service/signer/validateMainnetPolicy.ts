import type { ReportProblem } from '../config/catalog/reportProblem.ts';
import { validateDepth } from '../config/mainnet/validateDepth.ts';
import { validateRpcUrls } from '../config/mainnet/validateRpcUrls.ts';
import type { ChainFamily } from '../domain/chainFamily.ts';
import type { Depth } from '../domain/depth.ts';

type PolicySource = {
  readonly chain: {
    readonly rpcUrls: readonly string[];
    readonly family: ChainFamily;
    readonly confirmations: Depth;
    readonly payoutConfirmations: Depth;
  };
  readonly path: string;
};

const MIN_CONFIRMATIONS = 2;
const MIN_FINAL_CONFIRMATIONS = 12;

/** Reports each setting with which the signer would believe too little evidence on a mainnet, with what to set instead. */
export function validateMainnetPolicy(report: ReportProblem, { chain, path }: PolicySource): void {
  validateRpcUrls(report, { chain, path });
  const floors = [
    [
      'confirmations',
      chain.confirmations,
      MIN_CONFIRMATIONS,
      'a reorg of one block would remove a deposit that the signer paid',
    ],
    [
      'payoutConfirmations',
      chain.payoutConfirmations,
      MIN_FINAL_CONFIRMATIONS,
      'a shallow reorg would remove a payment that counts as made',
    ],
  ] as const;
  for (const [setting, depth, floor, reason] of floors) {
    validateDepth(report, { path: `${path}.${setting}`, depth, family: chain.family, floor, reason });
  }
}
