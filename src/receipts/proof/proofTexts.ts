import type { Address } from 'viem';
import { isNativeToken, isSameAddress, NATIVE_TOKEN_ADDRESS } from '#shared/address.ts';
import type { Pins, ProofProblem, ProvenDelivery, Trust } from '#shared/proof/verifyProof.ts';
import type { Texts } from '../../i18n/texts.ts';
import type { Agreement, BlockAnswers } from '../model/blockAnswers.ts';

export type ProofSources = {
  readonly texts: Texts<'desk'>;
  /** Null if the reader does not have the bridge's configuration. */
  readonly pins: Pins | null;
};

const SECOND = 1000;

export function chainNameOf(chainId: number, { pins, texts }: ProofSources): string {
  return pins?.find(({ id }) => id === chainId)?.name ?? texts.t('chainNumber', { id: `${chainId}` });
}

type Side = { readonly chainId: number; readonly token: Address; readonly amount: bigint };

/** The amount in the units of the pinned token; without a pin, in base units. */
function sumOf({ chainId, token, amount }: Side, { pins, texts }: ProofSources): string {
  const chain = pins?.find(({ id }) => id === chainId);
  const known = chain?.tokens.find((one) => isSameAddress(one.address, token));
  if (known) return texts.sum({ amount, decimals: known.decimals }, known.name);
  const native = isNativeToken(token) ? chain?.nativeCurrency : undefined;
  if (native) return texts.sum({ amount, decimals: native.decimals }, native.symbol);
  if (isNativeToken(token)) return texts.t('nativeUnits', { amount: `${amount}` });
  return texts.t('units', { amount: `${amount}`, token });
}

const titles = {
  notCompared: 'consistent',
  agreed: 'proven',
  differs: 'differs',
  unconfirmed: 'proofUnconfirmed',
} as const;

/** The result as a title and sentences. A forged file can be consistent, so only the chains make it a proof. */
export function headlineOf({ payout }: ProvenDelivery, agreement: Agreement, sources: ProofSources) {
  const { t } = sources.texts;
  const delivery = t('proofDelivered', { sum: sumOf(payout, sources), chain: chainNameOf(payout.chainId, sources) });
  const lines = agreement === 'agreed' ? [delivery] : [t('anyoneCan'), t('claim', { delivery })];
  return { title: t(titles[agreement]), lines };
}

/** What the file shows, in narrative order. */
export function deliveryTexts(delivery: ProvenDelivery, sources: ProofSources): readonly string[] {
  const { texts } = sources;
  const { deposit, payout, recipient } = delivery;
  const gas = { ...payout, token: NATIVE_TOKEN_ADDRESS, amount: payout.gas };
  const [origin = '', destination = ''] = [deposit, payout].map(({ chainId }) => chainNameOf(chainId, sources));
  const blockOf = ({ blockNumber, blockTime }: ProvenDelivery['deposit' | 'payout']) => ({
    number: `${blockNumber}`,
    time: texts.fullTimestamp(Number(blockTime) * SECOND),
  });
  return [
    texts.t('provenDeposit', { sender: deposit.sender, sum: sumOf(deposit, sources), chain: origin, recipient }),
    texts.t('provenDepositBlock', { ...blockOf(deposit), chain: origin }),
    texts.t('provenPayout', { sum: sumOf(payout, sources), recipient, chain: destination }),
    ...(payout.gas === 0n ? [] : [texts.t('provenGas', { gas: sumOf(gas, sources) })]),
    texts.t('provenPayoutBlock', { ...blockOf(payout), chain: destination }),
    ...(isNativeToken(payout.token) ? [] : [texts.t('provenMove')]),
    ...(delivery.trust.includes('addresses') ? [] : [texts.t('provenAddresses')]),
  ];
}

/** What the reader of a proof still has to trust. */
export function trustTexts({ deposit, payout, trust }: ProvenDelivery, { texts: { t } }: ProofSources) {
  const texts: Readonly<Record<Trust, string>> = {
    canonical: t('trustCanonical'),
    addresses: t('trustAddresses', { contract: deposit.contract, vault: payout.vault }),
    tokens: t('trustTokens', { sent: deposit.token, received: payout.token }),
    native: t('trustNative'),
  };
  return trust.map((one) => texts[one]);
}

type AnswerLine = { readonly isGood: boolean; readonly text: string };

/** What endpoints say about both blocks: how many agree, and which differ or are silent. */
export function answerTexts(answers: readonly BlockAnswers[], sources: ProofSources): readonly AnswerLine[] {
  const { texts } = sources;
  return answers.flatMap(({ chainId, asked, agreed, differing, silent }) => {
    const chain = chainNameOf(chainId, sources);
    const named = (key: 'endpointsDiffer' | 'endpointsSilent', names: readonly string[]): readonly AnswerLine[] =>
      names.length === 0 ? [] : [{ isGood: false, text: texts.t(key, { chain, names: texts.allOf(names) }) }];
    const text = texts.t('endpointsAgree', { chain, agreed: `${agreed}`, asked: `${asked}` });
    return [{ isGood: agreed > 0, text }, ...named('endpointsDiffer', differing), ...named('endpointsSilent', silent)];
  });
}

/** Why a file proves nothing, in one sentence. */
export function problemText(problem: ProofProblem, { t }: Texts<'desk'>): string {
  if (problem.code === 'malformed') return t('proofFile_malformed', { field: problem.field });
  if (!('side' in problem)) return t(`proofFile_${problem.code}`);
  const side = t(problem.side === 'deposit' ? 'proofDepositHash' : 'proofPayoutHash');
  return t('problemOf', { side, reason: t(`proofReason_${problem.code}`) });
}
