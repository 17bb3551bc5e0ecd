import type { Hash } from 'viem';
import { shortReason } from '../../chain/chainErrors.ts';
import { VERSION } from '../../config/version.ts';
import type { AppServices } from '../../context/appServices.ts';
import type { Case } from '../../domain/desk/judge.ts';
import { judge } from '../../domain/desk/judge.ts';
import { momentOf } from '../../domain/desk/moment.ts';
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

type Services = Pick<AppServices, 'config' | 'deskReads' | 'receipts' | 'registry'>;
type Subject = { readonly hash: Hash | null; readonly stored: Transfer | null };

/** Looks up a transfer once more, as the receipts desk does. Never throws: an answer that is missing is part of the report. */
export async function collectFacts(
  { config, deskReads, receipts: sourceOf, registry }: Services,
  { hash, stored }: Subject,
): Promise<ReportFacts> {
  const facts = {
    ...{ version: VERSION, service: config.service.baseUrl, browser: browserFamily(navigator.userAgent) },
    ...{ chains: config.chains.map(({ name, id }) => ({ name, id })), writtenAt: Date.now(), hash, stored },
  };
  if (hash === null) return { ...facts, receipts: null, lookup: null };
  const source = await sourceOf();
  const receipts = await timed(() => source.receiptsOf(hash));
  const receiptsOf = async (one: Hash) => {
    if (one !== hash) return source.receiptsOf(one);
    if (!receipts.ok) throw new Error(receipts.reason);
    return receipts.value;
  };
  const lookup = await timed(async (): Promise<Case> => {
    const memory = { sights: [], transfers: stored ? [stored] : [], addresses: [] };
    const { readEvidence } = await deskReads();
    const evidence = await readEvidence({ hash, chainId: null }, { receiptsOf, memory, detail: 'all' });
    return judge(evidence, momentOf(registry, [], Date.now()));
  });
  return { ...facts, receipts, lookup };
}
