import type { ReportProblem } from '../config/catalog/reportProblem.ts';
import { validateRpcUrls } from '../config/mainnet/validateRpcUrls.ts';

type PolicySource = {
  readonly chain: {
    readonly rpcUrls: readonly string[];
    readonly confirmations: number;
    readonly payoutConfirmations: number;
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
  for (const [setting, value, floor, reason] of floors) {
    if (value < floor) report(`${path}.${setting}`, `must be at least ${floor} on a mainnet, not ${value}: ${reason}`);
  }
}
