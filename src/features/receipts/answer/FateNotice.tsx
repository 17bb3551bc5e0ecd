import type { DepositCase } from '../../../domain/desk/judge.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { RefundNotice } from '../../../ui/RefundNotice.tsx';
import { ShortfallList } from '../../../ui/ShortfallList.tsx';
import type { Places } from '../../../ui/verdict/verdictText.ts';
import { verdictText } from '../../../ui/verdict/verdictText.ts';
import { deskWords } from '../../../words/desk/deskWords.ts';
import { statusWords } from '../../../words/status/statusWords.ts';
import { useWords } from '../../../words/useWords.ts';
import { verdictWords } from '../../../words/verdict/verdictWords.ts';

type Props = { readonly one: DepositCase; readonly places: Places };

/** What the verdict on a deposit means: where the tokens are, why, and what does not fit. */
export function FateNotice({ one, places }: Props) {
  const words = { verdict: useWords(verdictWords), status: useWords(statusWords) };
  const { t, sum } = useWords(deskWords);
  const { verdict, received, journey } = one;
  const stated = verdict.kind === 'deliveredOtherAmount' ? verdict.stated : null;
  // Its title and its facts say all of it.
  if (verdict.kind === 'wrongContract') return null;
  const { lines, tone } = verdictText(verdict, places, words);
  return (
    <>
      <Notice tone={tone}>
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
        {'shortfalls' in verdict ? <ShortfallList shortfalls={verdict.shortfalls} /> : null}
      </Notice>
      {stated !== null && received && journey.tokenName ? (
        <Notice tone="warning">
          <p>{t('bridgeStates', { amount: sum({ ...received, amount: stated }, journey.tokenName) })}</p>
        </Notice>
      ) : null}
      <RefundResult one={one} />
    </>
  );
}

/** What the origin chain shows of the refund. */
function RefundResult({ one: { evidence, journey } }: { readonly one: DepositCase }) {
  const { refund, deposit } = evidence;
  const { sent, tokenName, originName } = journey;
  if (refund.kind !== 'proven' || sent === null || tokenName === null) return null;
  return (
    <RefundNotice
      proof={{ kind: 'proven', hash: refund.hash, refunded: refund.amount }}
      deposit={{ chainName: originName, tokenName, decimals: sent.decimals, amount: deposit.amount }}
    />
  );
}
