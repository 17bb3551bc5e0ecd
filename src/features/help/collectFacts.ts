import type { Hash } from 'viem';
import { shortReason } from '../../chain/chainErrors.ts';
import { VERSION } from '../../config/version.ts';
import type { AppServices } from '../../context/appServices.ts';
import { browserFamily } from '../../domain/help/browserFamily.ts';
import type { Answered, ReportFacts } from '../../domain/help/report.ts';
import type { Transfer } from '../../domain/transfer.ts';

async function timed<T>(ask: () => Promise<T>): Promise<Answered<T>> {
  const startedAt = performance.now();
  const took = () => Math.round(performance.now() - startedAt);
  try {
    return { ok: true, value: await ask(), tookMs: took() };
  } catch (error) {
    return { ok: false, reason: shortReason(error), tookMs: took() };
  }
}

type Services = Pick<AppServices, 'chainReads' | 'config' | 'service'>;
type Subject = { readonly hash: Hash | null; readonly stored: Transfer | null };

/** Asks the service and the chains about a transfer once more. Never throws: an answer that is missing is part of the report. */
export async function collectFacts(
  { config, service, chainReads }: Services,
  { hash, stored }: Subject,
): Promise<ReportFacts> {
  const facts = {
    ...{ version: VERSION, service: config.service.baseUrl, browser: browserFamily(navigator.userAgent) },
    ...{ chains: config.chains.map(({ name, id }) => ({ name, id })), writtenAt: Date.now(), hash, stored },
  };
  if (hash === null) return { ...facts, receipt: null, search: null, payout: null, refund: null };
  const [receipt, search] = await Promise.all([
    timed(() => service.getReceipt({ depositHash: hash })),
    timed(async () => (await chainReads()).locate(hash)),
  ]);
  const answer = receipt.ok ? receipt.value : null;
  const payout =
    answer?.kind === 'delivered'
      ? await timed(async () => (await chainReads()).proveReceipt(hash, answer.delivery))
      : null;
  const refund =
    answer?.kind === 'failed'
      ? await timed(async () => (await (await chainReads()).findRefund(hash, answer.claim))?.proof ?? null)
      : null;
  return { ...facts, receipt, search, payout, refund };
}
