import type { Address } from 'viem';
import { isNativeToken, isSameAddress } from '#shared/address.ts';
import type { Witness } from '#shared/proof/proofFile.ts';
import type { Pins, Trust, Verification } from '#shared/proof/verification.ts';
import { weighWitnesses } from '../../../domain/desk/weighWitnesses.ts';
import type { ProofWords } from '../../../words/proof/proofWords.ts';

export type Proven = Extract<Verification, { readonly ok: true }>;
type Statement = Proven['statement'];

export type ProofSources = {
  readonly words: ProofWords;
  /** Null where the reader has no configuration of the bridge. */
  readonly pins: Pins | null;
  /** How an address is written: in full, or in short. */
  readonly address: (address: Address) => string;
};

const SECOND = 1000;

export const shortAddress = (address: string): string => `${address.slice(0, 6)}…${address.slice(-4)}`;

export function chainNameOf(chainId: number, { pins, words }: Pick<ProofSources, 'pins' | 'words'>): string {
  return pins?.chains.find(({ id }) => id === chainId)?.name ?? words.t('chainNumber', { id: `${chainId}` });
}

type Side = { readonly chainId: number; readonly token: Address; readonly amount: bigint };

/** The amount in the units of the pinned token; without a pin, in base units. */
export function sumOf({ chainId, token, amount }: Side, { pins, words, address }: ProofSources): string {
  const chain = pins?.chains.find(({ id }) => id === chainId);
  const known = chain?.tokens.find((one) => isSameAddress(one.address, token));
  if (known) return words.sum({ amount, decimals: known.decimals }, known.name);
  if (isNativeToken(token)) return words.t('nativeUnits', { amount: `${amount}` });
  return words.t('units', { amount: `${amount}`, token: address(token) });
}

/** The delivery that a file states, before anyone has compared its blocks with the chains. */
export function claimText({ statement: { payout } }: Proven, sources: ProofSources): string {
  const { t } = sources.words;
  const chain = chainNameOf(payout.chainId, sources);
  return t('claim', { delivery: t('delivered', { sum: sumOf(payout, sources), chain }) });
}

/** What a reader without a network compares: the request, and the hash of each block. */
export function hashesToCompare({ statement }: Proven, sources: ProofSources): readonly [string, readonly string[]] {
  const { t } = sources.words;
  const hashes = [statement.deposit, statement.payout].map(
    ({ chainId, blockHash }) => `${t('blockOf', { chain: chainNameOf(chainId, sources) })}: ${blockHash}`,
  );
  return [t('compareHashes'), hashes];
}

/** What the proof shows, in the order in which a person would tell it. */
export function provenTexts({ statement, trust }: Proven, sources: ProofSources): readonly string[] {
  const { words, address } = sources;
  const { deposit, payout } = statement;
  const [origin, destination] = [deposit, payout].map(({ chainId }) => chainNameOf(chainId, sources));
  const chains = { origin: origin ?? '', destination: destination ?? '' };
  const recipient = address(payout.recipient);
  const momentOf = (seconds: bigint) => words.moment(Number(seconds) * SECOND);
  return [
    words.t('provenDeposit', {
      ...{ sender: address(deposit.sender), sum: sumOf(deposit, sources), chain: chains.origin, recipient },
    }),
    words.t('provenDepositBlock', {
      ...{ number: `${deposit.blockNumber}`, chain: chains.origin, moment: momentOf(deposit.blockTime) },
    }),
    words.t('provenPayout', { sum: sumOf(payout, sources), recipient, chain: chains.destination }),
    words.t('provenPayoutBlock', {
      ...{ number: `${payout.blockNumber}`, chain: chains.destination, moment: momentOf(payout.blockTime) },
    }),
    ...(isNativeToken(payout.token) ? [] : [words.t('provenMove')]),
    ...(trust.some(({ code }) => code === 'addresses') ? [] : [words.t('provenAddresses')]),
  ];
}

function trustText({ code }: Trust, { deposit, payout }: Statement, { words, address }: ProofSources): string {
  switch (code) {
    case 'canonical':
      return words.t('trustCanonical');
    case 'addresses':
      return words.t('trustAddresses', { contract: address(deposit.contract), vault: address(payout.vault) });
    case 'tokens':
      return words.t('trustTokens', { sent: address(deposit.token), received: address(payout.token) });
    case 'native':
      return words.t('trustNative');
  }
}

/** What the reader of a proof still has to believe. */
export function trustTexts({ statement, trust }: Proven, sources: ProofSources): readonly string[] {
  return trust.map((one) => trustText(one, statement, sources));
}

export type WitnessLine = { readonly isGood: boolean; readonly text: string };

/** What endpoints answered about both blocks: how many agree, and which ones differ or are silent. */
export function witnessTexts(
  { deposit, payout }: Statement,
  witnesses: readonly Witness[],
  sources: Pick<ProofSources, 'words' | 'pins'>,
): readonly WitnessLine[] {
  const { words } = sources;
  return weighWitnesses([deposit, payout], witnesses).flatMap(({ chainId, asked, agreed, differing, silent }) => {
    const chain = chainNameOf(chainId, sources);
    const named = (key: 'endpointsDiffer' | 'endpointsSilent', names: readonly string[]): readonly WitnessLine[] =>
      names.length === 0 ? [] : [{ isGood: false, text: words.t(key, { chain, names: words.allOf(names) }) }];
    const text = words.t('endpointsAgree', { chain, agreed: `${agreed}`, asked: `${asked}` });
    return [{ isGood: agreed > 0, text }, ...named('endpointsDiffer', differing), ...named('endpointsSilent', silent)];
  });
}

/** Why a file proves nothing, as rows of a label and its text. */
export function refusalRows(
  refused: Extract<Verification, { readonly ok: false }>,
  { t }: ProofWords,
): readonly (readonly [label: string, text: string])[] {
  if (refused.step === 'file') {
    const { problem } = refused;
    const reason =
      problem.code === 'malformed' ? t('file_malformed', { field: problem.field }) : t(`file_${problem.code}`);
    return [[t('reason'), reason]];
  }
  const { step, reason, differs } = refused;
  return [
    [t('failedStep'), t(`step_${step}`)],
    [t('reason'), t(`reason_${reason}`)],
    ...(differs
      ? ([
          [t('stated'), differs.stated],
          [t('shown'), differs.proven],
        ] as const)
      : []),
  ];
}
