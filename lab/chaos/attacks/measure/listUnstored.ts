import { openPostgres } from '../../../../service/db/postgres.ts';
import { readLogLines } from '../../../../service/signer/process/appendLog.ts';
import type { SignedCall } from '../../../../service/signer/process/callIndex.ts';
import { parsePaymentLines, paymentLogPath } from '../../../../service/signer/process/paymentLog.ts';
import type { AttackWorld } from '../world/attackWorld.ts';

/** The payments in the signer's log that the worker has not stored. The signer counts each of them, although none is sent. */
export async function listUnstored({ service }: AttackWorld): Promise<readonly SignedCall[]> {
  const { database, signerFiles } = service.options;
  const path = paymentLogPath(signerFiles.state);
  const { calls } = parsePaymentLines(path, await readLogLines(path));
  const opened = await openPostgres({ url: database.admin, poolSize: 1 }, () => {});
  try {
    const attempts = await opened.query<{ chainId: number; nonce: number; callHash: string }>(
      "select chain_id, nonce, call_hash from attempts where kind = 'call'",
    );
    const stored = new Set(attempts.map(({ chainId, nonce, callHash }) => `${chainId} ${nonce} ${callHash}`));
    const payments = calls.filter(({ ids }) => ids.length > 0);
    if (payments.length === 0) throw new Error(`the signer's log ${path} has no payment`);
    return payments.filter(({ chainId, nonce, callHash }) => !stored.has(`${chainId} ${nonce} ${callHash}`));
  } finally {
    await opened.close();
  }
}
