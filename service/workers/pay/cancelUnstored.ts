import { keccak256 } from 'viem';
import { NATIVE_TOKEN_ADDRESS } from '#shared/address.ts';
import type { ChainClient } from '../../chain/chainClient.ts';
import { readFeeMarket } from '../../chain/feeMarket.ts';
import { readPaymentGas } from '../../chain/paymentGas.ts';
import { insertAttempt } from '../../db/attempts.ts';
import { lockSender, readSender, takeNonce } from '../../db/senders.ts';
import { countUnsettledSends, insertSend } from '../../db/sends.ts';
import { signingFees } from '../../domain/gasPrice.ts';
import type { SendKey } from '../../domain/payment.ts';
import { cancelCall } from '../../domain/payment.ts';
import type { EngineContext } from '../engineContext.ts';
import { MAX_IN_FLIGHT } from './signSend.ts';

/**
 * Binds the sender's next nonce to an empty transaction, as `signSend` binds it to a payment.
 * @returns false if another process took the nonce, or halted the sender
 */
async function signCancel(
  { database, signer, reportStep, payments }: EngineContext,
  client: ChainClient,
  key: SendKey,
): Promise<boolean> {
  const { chainId, address, nonce } = key;
  const { chain } = client;
  // A payment's gas limit covers an empty transaction on every chain. Unused gas is not spent.
  const gasLimit = await readPaymentGas(client, NATIVE_TOKEN_ADDRESS);
  const fees = signingFees(await readFeeMarket(client), chain.maxGasPrice);
  const call = cancelCall(address);
  const raw = await signer.signTransaction({ chainId, nonce, call, gasLimit, fees }, []);
  await reportStep('cancel.signed', { chainId, nonce });
  const isStored = await database.transaction(async (transaction) => {
    const sender = await lockSender(transaction, key);
    if (!sender || sender.haltedReason !== null || sender.nextNonce !== nonce) return false;
    await insertSend(transaction, { ...key, call, gasLimit, isCancelRequested: true });
    const bound = { kind: 'cancel', callHash: null } as const;
    await insertAttempt(transaction, { ...key, attempt: 0, hash: keccak256(raw), raw, fees, ...bound });
    await takeNonce(transaction, sender);
    await reportStep('cancel.stored', { chainId, nonce });
    return true;
  });
  if (!isStored) return false;
  payments?.onAttempt(chainId);
  await reportStep('cancel.committed', { chainId, nonce });
  return true;
}

/**
 * Makes an empty transaction use a nonce at which the signer has signed a payment that the database lacks: the worker dropped the
 * signature, or ended before it stored it. Until that nonce is used in a final block the signer signs no other payment of the
 * deposit. It does nothing where a stored transaction will use the nonce.
 */
export async function cancelUnstored(context: EngineContext, { chainId, address, nonce }: SendKey): Promise<void> {
  const { clients, database, logger } = context;
  const client = clients.get(chainId);
  if (client?.chain.hotWallet !== address) return;
  const key = { chainId, address };
  const sender = await readSender(database, key);
  if (!sender || sender.haltedReason !== null || sender.nextNonce > nonce) return;
  if ((await countUnsettledSends(database, key)) >= MAX_IN_FLIGHT) return;
  // The chain mines no nonce before the lower ones, so each of those is used first, one in each try.
  const next = { ...key, nonce: sender.nextNonce };
  if (!(await signCancel(context, client, next))) return;
  logger.warn({ chain: client.chain.name, nonce: next.nonce }, 'nonce of an unstored signature cancelled');
}
